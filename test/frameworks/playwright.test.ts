import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { examples } from '../support/examples.js';
import { serve } from '../support/serve.js';
import { installPacked } from './support/packed.js';
import { freePort } from './support/run-app.js';

/** The newest that runs on Node 20. */
const PACKAGES = { '@playwright/test': '1.65.1' };
const KEY = 'a-key-of-the-page';

const recipe = exampleWith('@playwright/test');
const config = exampleWith('webServer');

/** The only example of the page about tests that holds this. */
function exampleWith(text: string): string {
  const found = examples.filter(({ page, code }) => page === 'docs/testing.md' && code.includes(text));
  expect(found).toHaveLength(1);
  return found[0]?.code ?? '';
}

/** Serves a page with a button that records an order. */
function serveShop(folder: string, service: string) {
  const page = `<!doctype html><title>A shop</title><script src="/tidings.js"></script><button>Buy</button>
    <script>
      const client = tidings.createClient({ apiKey: '${KEY}', baseUrl: '${service}' });
      client.identify({ email: 'ada@example.com' });
      document.querySelector('button').onclick = () => client.track('order-placed');
    </script>`;
  return serve((response, { url }) => {
    const script = /^\/(tidings[\w.-]*\.js)$/.exec(url)?.[1];
    response.setHeader('Content-Type', script ? 'text/javascript' : 'text/html');
    response.end(script ? readFileSync(join(folder, 'node_modules/tidings/dist', script)) : page);
  });
}

/** Runs the recipe as it stands, at another port and with the browser that is here; gives what Playwright said. */
async function run(text: string) {
  const project = installPacked('playwright', PACKAGES);
  const port = await freePort();
  const { baseUrl: baseURL } = await serveShop(project, `http://localhost:${port}`);
  const use = { baseURL, launchOptions: { executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] } };
  const set = config
    .replace('npx tidings-emulator', `npx tidings-emulator --key javascript=${KEY}`)
    .replaceAll('4747', port)
    .replace('export default {', `export default { use: ${JSON.stringify(use)},`);
  writeFileSync(join(project, 'playwright.config.js'), set);
  writeFileSync(join(project, 'recipe.spec.js'), text.replaceAll('4747', port));
  const { PATH } = process.env;
  const program = join(project, 'node_modules/@playwright/test/cli.js');
  return promisify(execFile)(process.execPath, [program, 'test', '--reporter=line'], {
    cwd: project,
    env: { PATH, HOME: project, CI: 'true' },
  }).then(
    ({ stdout }) => stdout,
    (error: unknown) => (error as { stdout: string }).stdout,
  );
}

describe('the recipe for Playwright', () => {
  it('sees the order that the service refused at first', async () => {
    expect(await run(recipe)).toContain('1 passed');
  });

  it('fails where no order comes', async () => {
    const impatient = recipe
      .replace("'order-placed'", "'another'")
      .replace('.poll(', '.configure({ timeout: 2_000 }).poll(');

    expect(await run(impatient)).toContain('1 failed');
  });
});
