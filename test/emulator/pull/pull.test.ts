import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createEmulator, type Emulator, type Scenario } from '../../../src/emulator/app.js';
import { pull } from '../../../src/emulator/command/pull.js';
import { runCommand } from '../../../src/emulator/command/command.js';
import { serve } from '../../../src/emulator/command/server.js';
import { shop } from '../support/scenario.js';

/** Before what the shop plans. */
const now = () => Date.UTC(2026, 1, 1);

/** A real project, as far as `pull` can tell: another emulator, over HTTP. */
async function realProject(emulator: Emulator) {
  const served = await serve(emulator, { port: 0 });
  const folder = mkdtempSync(join(tmpdir(), 'tidings-pull-'));
  onTestFinished(async () => {
    rmSync(folder, { recursive: true });
    await served.close();
  });
  const out = join(folder, 'scenario.json');
  const lines: string[] = [];
  const pulled = async (apiKey: string) => {
    await pull({ from: served.url, out, apiKey }, { print: (line) => void lines.push(line) }, now);
    return JSON.parse(readFileSync(out, 'utf8')) as Scenario;
  };
  return { from: served.url, out, lines, pulled };
}

describe('tidings-emulator pull', () => {
  it('writes what a project has as a scenario, with a read-only key, and nobody of its people', async () => {
    const emulator = createEmulator({ scenario: shop, now });
    const { lines, pulled } = await realProject(emulator);

    const scenario = await pulled(emulator.keys.readOnly);

    expect(scenario).toMatchObject({
      channels: expect.arrayContaining([shop.channels[0]]) as object,
      messageTypes: expect.arrayContaining([expect.objectContaining({ id: 11, name: 'News' })]) as object,
      labels: shop.labels,
      lists: [{ id: 31, name: 'Readers' }],
      snippets: [{ name: 'sign-off', content: 'Yours, the shop' }],
      placements: [{ id: 808 }],
      campaigns: [{ name: 'Welcome' }, { name: 'Spring' }, { name: 'Banner' }],
    });
    expect(scenario).not.toHaveProperty('people');
    expect(JSON.stringify(scenario)).not.toContain('@example.com');
    expect(emulator.inspect.requests.filter(({ route }) => /users|getUsers|events/i.test(route))).toEqual([]);
    expect(lines).toContain('Left out the catalogs: the service reads them with a server-side key alone');
    expect(lines.at(-1)).toMatch(/^Wrote .*scenario\.json/);
  });

  it('gives a project that is like it: also its catalogs, and its templates in every language', async () => {
    const emulator = createEmulator({ scenario: shop, now });
    const { pulled } = await realProject(emulator);

    const scenario = await pulled(emulator.keys.server);
    const copy = createEmulator({ scenario: { ...scenario, people: shop.people }, now });
    const welcome = (copy.inspect.rows('templates') as { id: number; content: object }[]).find(
      ({ id }) => id === 61,
    );

    expect(scenario.catalogs).toEqual(shop.catalogs);
    expect(welcome?.content).toMatchObject({
      '': { subject: 'Welcome {{firstName}}' },
      'de-DE': { subject: 'Willkommen {{firstName}}' },
    });
    expect(copy.inspect.rows('campaigns')).toMatchObject([{ id: 81 }, { id: 82 }, { id: 83 }]);
  });

  it('copies a whole shop', async () => {
    const emulator = createEmulator({ contents: 'shop' });
    const { pulled } = await realProject(emulator);
    const scenario = await pulled(emulator.keys.server);
    expect(scenario.templates?.length).toBeGreaterThan(10);
    expect(Object.keys(scenario.catalogs?.[0]?.items ?? {})).toHaveLength(40);
  });

  it('writes nothing where its key is refused', async () => {
    const { pulled, out } = await realProject(createEmulator());
    await expect(pulled('a-wrong-key')).rejects.toMatchObject({ status: 401 });
    expect(() => readFileSync(out)).toThrow('ENOENT');
  });

  it('says at once that nothing answers at its address', async () => {
    const lines: string[] = [];
    const terminal = { print: (line: string) => void lines.push(line) };
    const asked = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed'));
    onTestFinished(() => asked.mockRestore());

    const choices = { from: 'http://localhost:1', out: '/nowhere/scenario.json', apiKey: 'key' };
    await expect(pull(choices, terminal, now)).rejects.toThrow('http://localhost:1 does not answer');

    expect(lines).toEqual(['Asking http://localhost:1']);
    expect(asked).toHaveBeenCalledTimes(1);
  });

  it('takes its key from the environment, and says what it lacks', async () => {
    const errors: string[] = [];
    const terminal = {
      print: () => {},
      complain: (line: string) => void errors.push(line),
      stopped: Promise.resolve(),
    };
    vi.stubEnv('API_KEY', '');
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(await runCommand(['pull', '--from', 'https://api.example.com'], terminal)).toBe(2);
    expect(await runCommand(['pull', '--from', 'nowhere'], terminal)).toBe(2);
    expect(errors.join()).toMatch(/API_KEY.*`--from`/);
  });
});
