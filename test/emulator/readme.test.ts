// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createEmulator } from '../../src/emulator/app.js';
import { choicesOf, HELP } from '../../src/emulator/command-line.js';
import { createClient } from '../../src/index.js';

const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
const chapter = /## The service on your machine\n([^]*?)\n## /.exec(readme)?.[1] ?? '';

/** A program as a function of what it imports. */
function programOf(code: string, ...imports: string[]) {
  const AsyncFunction = (async () => {}).constructor as new (
    ...parts: string[]
  ) => (...given: unknown[]) => Promise<void>;
  return new AsyncFunction(...imports, code.replace(/^import .*$/gm, ''));
}

it('the example in the README runs, and shows the event', async () => {
  const example = /```ts\n([^]*?)```/.exec(chapter)?.[1] ?? '';
  const log = vi.spyOn(console, 'log').mockImplementation(() => {});
  onTestFinished(() => log.mockRestore());

  await programOf(example, 'createClient', 'createEmulator')(createClient, createEmulator);

  expect(log).toHaveBeenCalledWith([
    expect.objectContaining({
      email: 'ada@example.com',
      fields: expect.objectContaining({ eventName: 'product-viewed' }) as object,
    }),
  ]);
});

it('the options in the README are those of the command', () => {
  const named = (text: string) => new Set(text.match(/--[a-z][a-z-]+/g)?.filter((name) => name !== '--help'));
  const inHelp = named(HELP);
  inHelp.delete('--version');

  expect(named(chapter)).toEqual(inHelp);
  expect(choicesOf(['--data', 'shop.json'])).toMatchObject({ data: 'shop.json', port: 4747, seed: 'shop' });
});
