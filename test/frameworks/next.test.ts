import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createEmulator } from '../../src/emulator/app.js';
import { serve } from '../../src/emulator/command/server.js';
import { installPacked } from './support/packed.js';

/** The newest that runs on Node 20. */
const PACKAGES = { next: '16.4.6', react: '19.3.1', 'react-dom': '19.3.1' };

const layout = 'export default ({ children }) => <html lang="en"><body>{children}</body></html>;';
const lists = `
  async function Lists() {
    const { lists } = await admin.lists.list();
    return <ul>{lists.map(({ id, name }) => <li key={id}>{name}</li>)}</ul>;
  }`;
const admin = (more = '') => `
  import { Suspense } from 'react';
  import { createAdmin } from 'tidings/admin';
  const admin = createAdmin({ apiKey: process.env.API_KEY, baseUrl: process.env.BASE_URL${more} });`;

/** A page that is rendered once for all, one part of which is rendered anew for everyone, and a route that gives tokens. */
const cached = {
  'next.config.mjs': 'export default { cacheComponents: true, partialPrefetching: true };',
  'app/layout.js': layout,
  'app/page.js': `${admin()}${lists.replace('() {', "() {\n    'use cache';")}
    export default () => <Lists />;`,
  'app/fresh/page.js': `${admin()}${lists}
    export default () => <Suspense fallback="Soon"><Lists /></Suspense>;`,
  'app/token/route.js': `
    import { tokenHandler } from 'tidings/admin';
    export const GET = tokenHandler({ secret: 'a secret', user: () => ({ email: 'ada@example.com' }) });`,
};
/** A page whose calls are not to be cached, so that Next.js stops rendering it ahead of time. */
const uncached = {
  'next.config.mjs': 'export default {};',
  'app/layout.js': layout,
  'app/page.js': `${admin(", fetch: (url, init) => fetch(url, { ...init, cache: 'no-store' })")}${lists}
    export default () => <Lists />;`,
};

let project: string;

/** Builds an app for production, of which nobody is told; gives what Next.js said, and what it rendered of the first page. */
async function buildApp(files: Record<string, string>) {
  const emulator = createEmulator();
  const served = await serve(emulator, { port: 0 });
  onTestFinished(() => served.close());
  const headers = { 'Api-Key': emulator.keys.server, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ name: 'Spring sale' });
  await fetch(`${served.url}/api/lists`, { method: 'POST', headers, body });

  for (const old of ['.next', 'app']) rmSync(join(project, old), { recursive: true, force: true });
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, name)), { recursive: true });
    writeFileSync(join(project, name), text);
  }
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(project, 'node_modules/next/dist/bin/next'), 'build'],
    {
      cwd: project,
      env: {
        PATH: process.env['PATH'],
        ...{ CI: 'true', NEXT_TELEMETRY_DISABLED: '1', HOME: project },
        ...{ API_KEY: emulator.keys.server, BASE_URL: served.url },
      },
    },
  );
  const page = () => readFileSync(join(project, '.next/server/app/index.html'), 'utf8');
  return { stdout, page };
}

describe('Next.js', () => {
  beforeAll(() => {
    project = installPacked('next-cached', PACKAGES);
  });

  it('renders pages of cached components that call the service', async () => {
    const { stdout, page } = await buildApp(cached);

    expect(page()).toContain('Spring sale');
    expect(stdout).toMatch(/○ \/ /);
    expect(stdout).toMatch(/◐ \/fresh/);
    expect(stdout).toMatch(/ƒ \/token/);
  });

  it('is told at once of a page that it cannot render ahead of time', async () => {
    const { stdout } = await buildApp(uncached);

    expect(stdout).toMatch(/ƒ \/\n/);
  });
});
