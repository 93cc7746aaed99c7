import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { examples, moduleName, moduleOf } from '../support/examples.js';
import { ada, emulated, event, lineOf, SECRET, visitor } from './support/site.js';

const ROOT = join(import.meta.dirname, '../..');
const PAGE = 'docs/relay.md';
const ours = examples.filter(({ page, language }) => page === PAGE && language === 'ts');

/** The modules of the guide, where they can be run against an emulator; each test has its own. */
async function guide(name: string) {
  const { emulator, baseUrl } = await emulated();
  const folder = join(ROOT, 'build/examples', `relay-${name}`);
  mkdirSync(folder, { recursive: true });
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
    vi.unstubAllEnvs();
  });
  for (const example of ours) {
    const code = moduleOf(example).replaceAll("'tidings/relay'", `'${join(ROOT, 'src/relay/index.ts')}'`);
    writeFileSync(join(folder, moduleName(example)), code);
  }
  const variables = {
    ...{ SERVICE_URL: baseUrl, TOKEN_SECRET: SECRET, PORT: '0' },
    ...{ SERVER_KEY: emulator.keys.server, WEB_KEY: emulator.keys.web },
  };
  for (const [variable, text] of Object.entries(variables)) vi.stubEnv(variable, text);
  const { sessions } = (await import(join(folder, 'session.ts'))) as { sessions: Map<string, object> };
  sessions.set('a-session', ada);
  return { emulator, variables, module: await (import(join(folder, `${name}.ts`)) as Promise<unknown>) };
}

/** What a page does through the relay of an example, as somebody who is logged in and as nobody. */
async function journey(url: string) {
  const page = visitor(url);
  const nobody = await page.tell(event());
  page.jar.set('session', 'a-session');
  return [
    ...nobody,
    ...(await page.tell(event(), event())),
    (await page.ask('/api/inApp/web/getMessages', ada)).status,
  ];
}
const done = [expect.objectContaining({ is: 'held' }), { is: 'delivered' }, { is: 'delivered' }, 200];

describe('an example of the guide', () => {
  it.each(['node', 'express', 'hono'])('runs, and delivers: %s', async (name) => {
    const { module } = await guide(name);
    const { server } = module as { server: Server };
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    if (!server.listening) await once(server, 'listening');

    expect(await journey(`http://127.0.0.1:${(server.address() as AddressInfo).port}/tidings`)).toEqual(done);
  });

  it.each(['route', 'worker'])('answers requests, and delivers: %s', async (name) => {
    const { emulator, variables, module } = await guide(name);
    const found = module as { POST?: Answering; default?: { fetch: Answering } };
    const answer = found.POST ?? found.default?.fetch;

    const response = await answer?.(
      new Request('https://shop.example/tidings', {
        method: 'POST',
        headers: { Origin: 'https://shop.example', Cookie: 'session=a-session' },
        body: lineOf(event()),
      }),
      variables,
    );

    expect(await response?.text()).toBe('[200,{}]\n');
    expect(emulator.inspect.events('customEvent')).toHaveLength(1);
  });

  it('stands for each kind of server that is named', () => {
    expect(ours.map(moduleName)).toEqual(
      ['session', 'node', 'express', 'hono', 'route', 'worker', 'shared'].map((name) => `${name}.ts`),
    );
  });
});

type Answering = (request: Request, variables: object) => Promise<Response>;

describe('the threat model', () => {
  const [, chapter = ''] = readFileSync(join(ROOT, PAGE), 'utf8').split('## Threat model');
  const rows = chapter.split('\n').filter((line) => line.startsWith('| '));
  const titles = rows.slice(2).map((row) => row.split('|')[3]?.trim() ?? '');
  const tests = readdirSync(import.meta.dirname)
    .filter((name) => name.endsWith('.test.ts') && name !== 'guide.test.ts')
    .map((name) => readFileSync(join(import.meta.dirname, name), 'utf8'))
    .join('\n');

  it.each(titles)('names a test that there is: %s', (title) => {
    expect(title.length).toBeGreaterThan(10);
    expect(tests).toContain(`'${title}'`);
  });

  it('has a row for every attack', () => {
    expect(titles.length).toBeGreaterThan(20);
  });
});
