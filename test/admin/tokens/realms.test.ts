import { join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import { build } from 'esbuild';
import { jwtVerify } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';

const ADMIN = join(import.meta.dirname, '../../../src/admin/index.ts');
const secret = 'a secret of many letters: é';
let script = '';

beforeAll(async () => {
  const bundle = await build({
    ...{ entryPoints: [ADMIN], bundle: true, write: false, format: 'iife', globalName: 'admin' },
    platform: 'node',
  });
  script = bundle.outputFiles[0]?.text ?? '';
});

/** Runs a program with the server door, where the language's own classes are others than Node's, as in tests by Jest. */
async function run(globals: object, program: string): Promise<unknown> {
  const context = createContext({ process, btoa, ...globals });
  return (await runInContext(`${script};(async () => ${program})()`, context)) as unknown;
}

const sign = `admin.signToken({ userId: 'ada-é' }, ${JSON.stringify(secret)})`;

describe('a test in a document', () => {
  it.each<[string, object]>([
    ['hides what Node has, as jsdom does', { crypto: {} }],
    ['has what its author has put back', { crypto, TextEncoder, TextDecoder }],
  ])('imports the server door and signs tokens where it %s', async (_, globals) => {
    const token = (await run(globals, sign)) as string;
    const { payload } = await jwtVerify(token, new TextEncoder().encode(secret));
    expect(payload).toMatchObject({ userId: 'ada-é' });
  });

  it('reads webhooks', async () => {
    const request = `{ headers: { authorization: 'Bearer open' }, body: { eventName: 'emailSend' } }`;
    const program = `admin.readWebhook(${request}, { authorization: 'Bearer open' })`;
    expect(await run({ crypto: {} }, program)).toMatchObject({ eventName: 'emailSend' });
  });

  it('is told what is missing where there is nothing to sign with', async () => {
    await expect(run({ process: undefined }, sign)).rejects.toMatchObject({
      name: 'OptionError',
      message: 'Tokens need Web Crypto and `TextEncoder`: sign them on a server',
    });
  });
});
