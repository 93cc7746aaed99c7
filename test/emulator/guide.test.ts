import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createEmulator, type Scenario } from '../../src/emulator/app.js';
import { choicesOf } from '../../src/emulator/command/command-line.js';
import { HELP } from '../../src/emulator/command/help.js';

const guide = readFileSync(join(import.meta.dirname, '../../docs/emulator.md'), 'utf8');
const chapter = /## As a command\n([^]*?)\n## /.exec(guide)?.[1] ?? '';

/** A program as a function of what it imports. */
function programOf(code: string, ...imports: string[]) {
  const AsyncFunction = (async () => {}).constructor as new (
    ...parts: string[]
  ) => (...given: unknown[]) => Promise<void>;
  return new AsyncFunction(...imports, code.replace(/^import .*$/gm, ''));
}

it('the example of the guide runs, and shows the event', async () => {
  const example = /```ts\n([^]*?)```/.exec(guide)?.[1] ?? '';
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  onTestFinished(() => log.mockRestore());

  await programOf(example, 'createEmulator')(createEmulator);

  expect(log.mock.calls).toEqual([[60], [expect.objectContaining({ eventName: 'product-viewed' })]]);
});

it('the options in the guide are those of the command', () => {
  const named = (text: string) => new Set(text.match(/--[a-z][a-z-]+/g)?.filter((name) => name !== '--help'));
  // Those of `pull` stand where the guide tells of it.
  const inHelp = named(/\nOptions:\n([^]*?)\n\n/.exec(HELP)?.[1] ?? '');
  inHelp.delete('--version');

  expect(named(chapter)).toEqual(inHelp);
  expect(choicesOf(['--data', 'shop.json'])).toMatchObject({ data: 'shop.json', port: 4747, seed: 'shop' });
});

it('the busy shop of the guide is as it says', async () => {
  const busy = /```ts\n([^`]*const busy[^]*?)```/.exec(guide)?.[1] ?? '';
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  onTestFinished(() => log.mockRestore());

  await programOf(busy, 'createEmulator')(createEmulator);

  expect(log.mock.calls).toEqual([[true]]);
});

it('the acts of the guide are those that people can do', async () => {
  const emulator = createEmulator();
  const answer = await emulator.fetch('http://localhost/_emulator/people/1/dance', { method: 'POST' });
  const { msg } = (await answer.json()) as { msg: string };
  const [, list = ''] = /People can (.*); not/.exec(msg) ?? [];

  const part = /## People who answer\n([^]*?)\n## /.exec(guide)?.[1] ?? '';
  for (const act of list.split(', ')) expect(part).toContain(`\`${act}\``);
  expect(list.split(', ').length).toBeGreaterThan(10);
});

it('the scenario of the guide is one, and its journey works', () => {
  const [, text = ''] = /## Scenarios[^]*?```json\n([^]*?)```/.exec(guide) ?? [];
  const emulator = createEmulator({
    scenario: JSON.parse(text) as Scenario,
    now: () => Date.UTC(2030, 0, 1),
  });

  emulator.clock.advanceTo('2030-03-02T00:00:00Z');

  expect(emulator.inspect.rows('experiments')).toHaveLength(1);
  expect(emulator.inspect.events('emailSend')).toMatchObject([{ email: 'ada@example.com' }]);
});

it('the fields of a fault in the guide are those it has', () => {
  const [, table = ''] = /## When things go wrong([^]*?)\n## /.exec(guide) ?? [];
  for (const field of ['route', 'user', 'share', 'after', 'times', 'code', 'body', 'headers'])
    expect(table).toContain(`\`${field}\``);
});

it('the Dockerfile starts the command of the package, with options that it has', () => {
  const dockerfile = readFileSync(join(import.meta.dirname, '../../docs/Dockerfile'), 'utf8');
  const [, list = '[]'] = /^ENTRYPOINT (.*)$/m.exec(dockerfile) ?? [];
  const [program, ...args] = JSON.parse(list) as string[];

  expect(program).toBe('/emulator/node_modules/.bin/tidings-emulator');
  expect(choicesOf(args)).toMatchObject({ host: '0.0.0.0' });
});

it('the Dockerfile takes one tarball, and ends in a folder that its user may write to', () => {
  const dockerfile = readFileSync(join(import.meta.dirname, '../../docs/Dockerfile'), 'utf8');
  const [, copied] = /^COPY (\S+) /m.exec(dockerfile) ?? [];
  const folder = [...dockerfile.matchAll(/^WORKDIR (\S+)$/gm)].at(-1)?.[1];

  expect(copied).toBe('${TARBALL}');
  expect(dockerfile).toContain(`chown node:node ${folder}`);
});
