import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { transformSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import type * as Door from '../../src/emulator/app.js';

const DIST = join(import.meta.dirname, '../../dist');

/** Loads a built module as Jest does: made CommonJS, with what it imports, each when it is asked for. */
function loaderOfJest() {
  const requireOfNode = createRequire(import.meta.url);
  const loaded = new Map<string, { exports: object }>();

  return function load(path: string): object {
    const known = loaded.get(path);
    if (known) return known.exports;
    const module = { exports: {} };
    loaded.set(path, module);
    const { code } = transformSync(readFileSync(path, 'utf8'), { format: 'cjs', target: 'node20' });
    const require = (name: string): unknown =>
      name.startsWith('.') ? load(join(dirname(path), name)) : requireOfNode(name);
    // oxlint-disable-next-line no-implied-eval -- Jest wraps each module in a function, too.
    const run = new Function('module', 'exports', 'require', code) as (...all: unknown[]) => void;
    run(module, module.exports, require);
    return module.exports;
  };
}

describe('the emulator in Jest', () => {
  it('is loaded, and answers', async () => {
    const path = join(DIST, 'emulator/app.js');
    expect(existsSync(path)).toBe(true);

    const { createEmulator } = loaderOfJest()(path) as typeof Door;
    const emulator = createEmulator();
    const answer = await emulator.fetch('http://emulator/api/events/track', {
      method: 'POST',
      headers: { 'Api-Key': emulator.keys.javascript },
      body: JSON.stringify({ email: 'ada@example.com', eventName: 'hello' }),
    });

    expect(answer.status).toBe(200);
    expect(emulator.inspect.events('customEvent')).toMatchObject([{ fields: { eventName: 'hello' } }]);
  });
});
