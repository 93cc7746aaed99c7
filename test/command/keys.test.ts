import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { setup as setUpCommand } from './support/tidings.js';

/** A command without variables, beside a service and a home of its own. */
async function setup() {
  const { tidings, variables, folder, write, emulator } = await setUpCommand();
  const { TIDINGS_BASE_URL: baseUrl, TIDINGS_API_KEY: apiKey } = variables;
  const home = { XDG_CONFIG_HOME: folder, TIDINGS_API_KEY: '', TIDINGS_BASE_URL: '' };
  return {
    apiKey,
    baseUrl,
    emulator,
    write,
    file: join(folder, 'tidings/keys.json'),
    run: (args: string[], how: { input?: string; onTerminal?: boolean } = {}) =>
      tidings(args, { ...how, variables: home }),
  };
}

describe('tidings keys', () => {
  it('keeps a key that is fed in, for its owner alone, and never shows it', async () => {
    const { run, apiKey, baseUrl, file } = await setup();

    const added = await run(['keys', 'add', 'shop', '--base-url', baseUrl], { input: `${apiKey}\n` });
    const listed = await run(['keys', 'list']);
    const called = await run(['lists', 'list', '--key', 'shop']);

    expect(added).toEqual({ code: 0, output: '', errors: `Kept as shop in ${file}\n` });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(listed.output).toMatch(/^name +baseUrl\nshop +http:.*\n$/);
    expect(called).toMatchObject({ code: 0, output: '{\n  "lists": []\n}\n' });
    for (const { output, errors } of [added, listed, called]) expect(output + errors).not.toContain(apiKey);
  });

  it('takes one that is typed in, unseen, with what was mistyped', async () => {
    const { run, apiKey, baseUrl } = await setup();
    const input = `x\u007f${apiKey}\r`;

    const { code, errors } = await run(['keys', 'add', 'shop', '--base-url', baseUrl], {
      input,
      onTerminal: true,
    });

    expect(code).toBe(0);
    expect(errors).toContain('The key, which is not shown: \n');
    expect(await run(['lists', 'list', '--key=shop'])).toMatchObject({ code: 0 });
  });

  it('uses the one named `default` where nothing says which', async () => {
    const { run, apiKey, baseUrl } = await setup();
    await run(['keys', 'add', 'default', '--base-url', baseUrl], { input: apiKey });

    expect(await run(['lists', 'list'])).toMatchObject({ code: 0 });
    expect(await run(['keys', 'remove', 'default'])).toMatchObject({ code: 0 });
    expect(await run(['lists', 'list'])).toMatchObject({ code: 2 });
  });

  it('closes a file that others could read before', async () => {
    const { run, apiKey, baseUrl, file } = await setup();
    mkdirSync(join(file, '..'));
    writeFileSync(file, '{}', { mode: 0o644 });
    writeFileSync(`${file}.new`, '', { mode: 0o644 });

    await run(['keys', 'add', 'shop', '--base-url', baseUrl], { input: apiKey });

    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it.skipIf(process.platform === 'win32')('says once where others can read it, and what to do', async () => {
    const { run, apiKey, baseUrl, file } = await setup();
    await run(['keys', 'add', 'default', '--base-url', baseUrl], { input: apiKey });
    const words = `Others can read the keys in ${file}: run \`chmod 600 ${file}\`\n`;

    chmodSync(file, 0o640);
    const used = await run(['lists', 'list']);
    chmodSync(file, 0o602);
    const listed = await run(['keys', 'list']);
    const added = await run(['keys', 'add', 'b', '--base-url', baseUrl], { input: apiKey });
    const mended = await run(['lists', 'list']);

    expect([used.code, listed.code]).toEqual([0, 0]);
    expect([used.errors, listed.errors, added.errors, mended.errors]).toEqual([
      words,
      words,
      `Kept as b in ${file}\n`,
      '',
    ]);
  });

  it.each(['\n', '\r\n'])('takes one line that is fed in, and keeps none of several: %j', async (end) => {
    const { run, apiKey, baseUrl, file } = await setup();
    const args = ['keys', 'add', 'shop', '--base-url', baseUrl];

    const two = await run(args, { input: `${apiKey}${end}another${end}` });
    const isKept = existsSync(file);
    const one = await run(args, { input: `${end}${apiKey}${end}${end}` });

    expect(two).toMatchObject({ code: 2, errors: expect.stringContaining('More than one line') as unknown });
    expect(two.errors).not.toMatch(new RegExp(`${apiKey}|another`));
    expect(isKept).toBe(false);
    expect(one.code).toBe(0);
  });

  it('leaves a broken file as it is, and says what to do', async () => {
    const { run, file } = await setup();
    mkdirSync(join(file, '..'));
    writeFileSync(file, '{ "shop"');

    const { code, errors } = await run(['keys', 'add', 'b', '--base-url', 'https://api.example.com'], {
      input: 'k',
    });

    expect(code).toBe(2);
    expect(errors).toContain('is broken: mend it, or delete it');
    expect(readFileSync(file, 'utf8')).toBe('{ "shop"');
  });

  it('says which names there are', async () => {
    const { run, apiKey, baseUrl } = await setup();
    await run(['keys', 'add', 'shop', '--base-url', baseUrl], { input: apiKey });

    expect((await run(['lists', 'list', '--key', 'shp'])).errors).toContain(
      'No key is kept as shp. Did you mean shop?',
    );
  });

  it('leaves `--key` to an operation that has a field of that name', async () => {
    const { run, apiKey, baseUrl, emulator } = await setup();
    await run(['keys', 'add', 'shop', '--base-url', baseUrl], { input: apiKey });

    await run([
      '--key',
      'shop',
      'metadata',
      'put',
      '--table=prices',
      '--key',
      'mug',
      '--value={ "cents": 800 }',
    ]);

    expect(emulator.inspect.requests.at(-1)).toMatchObject({ url: '/api/metadata/prices/mug', status: 200 });
  });
});

describe('a file `.env`', () => {
  it('stands in for the environment, which goes before', async () => {
    const { tidings, variables, write } = await setUpCommand();
    write('.env', `TIDINGS_API_KEY=${variables.TIDINGS_API_KEY}\nTIDINGS_BASE_URL="http://127.0.0.1:9"\n`);
    const { TIDINGS_BASE_URL } = variables;

    const { code, errors } = await tidings(['lists', 'list'], {
      variables: { TIDINGS_API_KEY: undefined as unknown as string, TIDINGS_BASE_URL },
    });

    expect({ code, errors }).toEqual({ code: 0, errors: '' });
  });
});
