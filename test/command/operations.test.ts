import { describe, expect, it } from 'vitest';
import { optionOf } from '../../src/command/operations/fields.js';
import { operations, type CommandOperation } from '../../src/command/operations/operations.js';
import type { Field } from '../../src/command/operations/operation-words.js';
import { createEmulator } from '../../src/emulator/app.js';
import { contentCases } from '../emulator/support/whole/content-cases.js';
import { peopleCases } from '../emulator/support/whole/people-cases.js';
import { sendingCases } from '../emulator/support/whole/sending-cases.js';
import { buildWorld, connections, NOON } from '../emulator/support/whole/world.js';
import { setup } from './support/tidings.js';

const cases = { ...peopleCases, ...sendingCases, ...contentCases };
const contents = buildWorld();

/** A service with the contents of the world. */
async function createWorld() {
  const { saved, ids } = await contents;
  const emulator = createEmulator({ now: () => NOON, tokenKeys: [] });
  emulator.load(saved);
  return { emulator, ids };
}

/** The call that the case of an operation makes, and those that it makes before. */
async function callsOf({ name, route }: CommandOperation): Promise<{ before: Request[]; call: Request }> {
  const { emulator, ids } = await createWorld();
  const calls: Request[] = [];
  const fetch: typeof globalThis.fetch = (input, init) => {
    const request = new Request(input, init);
    calls.push(request.clone());
    return emulator.fetch(request);
  };
  await cases[name]?.works({ emulator, ids, ...connections(emulator, 'http://emulator', fetch) });
  const index = calls.findLastIndex((call) => patternOf(route).test(placeOf(call)));
  const [call] = calls.slice(index);
  if (index < 0 || !call) throw new Error(`There is no call for ${name}`);
  return { before: calls.slice(0, index), call };
}

const placeOf = ({ method, url }: Request) => `${method} ${new URL(url).pathname}`;
const patternOf = (route: string) => new RegExp(`^${route.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);

/** What a call carries, by the names of its fields. */
async function inputIn(call: Request, { route }: CommandOperation): Promise<Record<string, unknown>> {
  const input: Record<string, unknown> = {};
  const inPath = patternOf(route).exec(placeOf(call))?.groups ?? {};
  for (const [name, value] of Object.entries(inPath)) input[name] = decodeURIComponent(value);
  const { searchParams } = new URL(call.url);
  for (const name of searchParams.keys()) {
    const [value, ...others] = searchParams.getAll(name);
    input[name] = others.length ? [value, ...others] : value;
  }
  const body = await call.clone().text();
  return body ? { ...input, ...(JSON.parse(body) as object) } : input;
}

/** The options that give an input. */
function argumentsFor(input: Record<string, unknown>, fields: readonly Field[]): string[] {
  return Object.entries(input).flatMap(([name, value]) => {
    const field = fields.find((one) => one.name === name);
    if (!field) throw new Error(`Nothing gives \`${name}\``);
    const option = optionOf(field);
    if (field.is === 'boolean') return [String(value) === 'true' ? option : option.replace('--', '--no-')];
    const items = field.isMany ? [value].flat() : [value];
    return items.map((item) => `${option}=${field.is === 'json' ? JSON.stringify(item) : String(item)}`);
  });
}

describe('tidings RESOURCE OPERATION', () => {
  it('knows all 147', () => {
    expect(operations()).toHaveLength(147);
    expect(new Set(operations().map(({ words }) => words)).size).toBe(147);
  });

  it('takes a field as one kind of value, whichever operation it is of', () => {
    const kinds = new Map<string, Set<string>>();
    for (const { fields } of operations()) {
      for (const { name, is } of fields) {
        const kind = is === 'integer' ? 'number' : is === 'moment' ? 'text' : is;
        kinds.set(name, (kinds.get(name) ?? new Set()).add(kind));
      }
    }
    const odd = [...kinds]
      .filter(([, found]) => found.size > 1)
      .map(([name, found]) => [name, ...found].join(' '));

    // An event's own id and a catalog's are texts; a batch has users, and a list of them emails.
    expect(odd).toEqual(['id number text', 'createdAt number text', 'users text json']);
  });

  it.each(operations())(
    'calls `tidings $words` with its fields as options, as its help tells',
    async (operation) => {
      const { words, fields, route } = operation;
      const { before, call } = await callsOf(operation);
      const input = await inputIn(call, operation);
      const { emulator } = await createWorld();
      for (const request of before) await emulator.fetch(request);
      const { tidings } = await setup(emulator);
      const variables = { TIDINGS_API_KEY: call.headers.get('api-key') ?? '' };

      const help = await tidings(['help', ...words.split(' ')]);
      const given = argumentsFor(input, fields);
      const { code, errors } = await tidings([...words.split(' '), ...given, '--yes'], { variables });

      expect({ code, errors }).toEqual({ code: 0, errors: '' });
      expect(help).toMatchObject({ code: 0, errors: '' });
      expect(help.output).toContain(`Usage: tidings ${words}`);
      for (const option of given)
        expect(help.output).toContain(option.replace(/^--no-/, '--').replace(/=.*/s, ''));
      const attempt = emulator.inspect.requests.at(-1);
      expect(attempt).toMatchObject({ route, ...(await call.clone().text().then(bodyOf)) });
      expect(attempt?.status).toBeLessThan(300);
    },
  );
});

const bodyOf = (text: string) => (text ? { body: JSON.parse(text) as unknown } : {});
