import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createEmulator } from '../../src/emulator/app.js';
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
  const inHelp = named(HELP);
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
