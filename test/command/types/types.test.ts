import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'oxfmt';
import ts from 'typescript';
import { describe, expect, it, onTestFinished } from 'vitest';
import { examples } from '../../support/examples.js';
import { setup } from '../support/tidings.js';

const ROOT = join(import.meta.dirname, '../../..');
const PLAN = join(import.meta.dirname, 'plan.json');

/** The command in a folder that has the plan. */
async function withPlan() {
  const running = await setup();
  cpSync(PLAN, join(running.folder, 'plan.json'));
  return running;
}

/** How the project itself is compiled. */
const OPTIONS = optionsOf(join(ROOT, 'tsconfig.json'));
/** What does not change is read once. */
const HOST = hostOf(OPTIONS);

function optionsOf(file: string): ts.CompilerOptions {
  const { config } = ts.readConfigFile(file, (path) => ts.sys.readFile(path)) as {
    config: { compilerOptions: object };
  };
  return ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, ROOT).options;
}

function hostOf(options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const read = new Map<string, ts.SourceFile | undefined>();
  return {
    ...host,
    getSourceFile(name, ...how) {
      if (name.includes('/build/plan-')) return host.getSourceFile(name, ...how);
      if (!read.has(name)) read.set(name, host.getSourceFile(name, ...how));
      return read.get(name);
    },
  };
}

/** What the compiler says of a module that imports the events of a plan, by the lines of that. */
function problemsOf(events: string, code: string): string[] {
  mkdirSync(join(ROOT, 'build'), { recursive: true });
  const folder = mkdtempSync(join(ROOT, 'build/plan-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  // A file of declarations is itself checked only where it is not called one.
  writeFileSync(join(folder, 'events.ts'), events);
  writeFileSync(join(folder, 'calls.ts'), code);
  const names = ['events.ts', 'calls.ts'].map((name) => join(folder, name));
  const program = ts.createProgram(names, OPTIONS, HOST);
  return names
    .map((name) => program.getSourceFile(name))
    .flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)])
    .map(({ file, start = 0, messageText }) => {
      const line = (file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1;
      return `${file?.fileName.slice(folder.length + 1)}:${line} ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
    });
}

const BEGIN = `import { createClient } from 'tidings';
import type { Events, LineItem, Money } from './events.js';
const client = createClient<Events>({ apiKey: 'a-web-key', baseUrl: 'https://api.example.com' });
const price: Money = { amount: 12, currency: 'EUR' };
const item: LineItem = { id: 'A1', parts: [{ id: 'A2' }] };
`;

const right = `
client.track('product-viewed', { sku: 'A1', price });
client.track('product-viewed', { sku: 'A1', price, stock: 3, size: 42, tags: ['new'], gift: null, 'old-price': null });
client.track('signedOut');
client.track('signedOut', undefined, { campaignId: 7 });
client.track('page left');
client.track('page left', { after: 7 });
client.track('searched', { words: 'mug', how: 'typed', by: item, filters: { colour: 'it\\'s "blue"' } });
client.track('searched', { words: 'mug', how: 'typed', counts: { red: 7 }, way: 'from a campaign' });
client.track('free');
client.track('free', { whatever: [1] });
client.track('open', { at: 'once', more: true });
`;

const wrong = [
  `client.track('product-viewed');`,
  `client.track('product-viewed', { sku: 'A1' });`,
  `client.track('product-viewed', { sku: 7, price });`,
  `client.track('product-viewed', { sku: 'A1', price: 12 });`,
  `client.track('product-viewed', { sku: 'A1', price: { amount: 12, currency: 'DM' } });`,
  `client.track('product-viewed', { sku: 'A1', price, colour: 'red' });`,
  `client.track('product-viewed', { sku: 'A1', price, size: 'XL' });`,
  `client.track('product-viewed', { sku: 'A1', price, stock: undefined });`,
  `client.track('product-viewed', { sku: 'A1', price, tags: [7] });`,
  `client.track('product-viewed', { sku: 'A1', price, gift: 'yes' });`,
  `client.track('product-seen', { sku: 'A1', price });`,
  `client.track('signedOut', { why: 'bored' });`,
  `client.track('page left', { after: 'a while' });`,
  `client.track('searched', { words: 'mug' });`,
  `client.track('searched', { words: 'mug', how: 'spoken' });`,
  `client.track('searched', { words: 'mug', how: 'typed', filters: { range: {} } });`,
  `client.track('searched', { words: 'mug', how: 'typed', counts: { red: 'seven' } });`,
  `client.track('searched', { words: 'mug', how: 'typed', by: { parts: [] } });`,
  `client.track('open', { more: true });`,
];

describe('tidings types', () => {
  it('makes types for right calls, and against each wrong one', async () => {
    const { tidings, read } = await withPlan();

    const { code, output, errors } = await tidings(['types', 'plan.json', '--out', 'events.d.ts']);
    const problems = problemsOf(read('events.d.ts'), `${BEGIN}${wrong.join('\n')}\n${right}`);

    expect({ code, output, errors }).toEqual({ code: 0, output: '', errors: '6 events in events.d.ts.\n' });
    const first = BEGIN.split('\n').length;
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual(
      wrong.map((_, index) => `calls.ts:${first + index}`),
    );
  });

  it('has descriptions as comments that nothing in them ends, and names as they may be written', async () => {
    const { tidings } = await withPlan();

    const { output } = await tidings(['types', 'plan.json']);

    expect(output).toContain(
      '  /**\n   * Somebody looks at a product.\n   *\n   * Not in a list: see *\\/ `listSeen`.\n   */\n',
    );
    expect(output).toContain(
      "  'product-viewed': {\n    /** As the warehouse has it. */\n    sku: string;\n",
    );
    expect(output).toContain("    /** @deprecated */\n    'old-price'?: number | null;\n");
    expect(output).toContain('  signedOut: undefined;\n');
    expect(output).toContain('\n\nexport type Events2 = string | null;\n');
  });

  it('is formatted, and is the same each time, also for a plan that is fed in', async () => {
    const { tidings } = await withPlan();

    const [once, again] = [await tidings(['types', 'plan.json']), await tidings(['types', 'plan.json'])];
    const fed = await tidings(['types', '-'], { input: readFileSync(PLAN, 'utf8') });

    // As Prettier does by default.
    const { code } = await format('events.d.ts', once.output, { printWidth: 80, singleQuote: true });
    expect(code).toBe(once.output);
    expect(again).toEqual(once);
    expect(fed.output).toBe(once.output.replace('plan.json', 'a plan'));
  });

  it('makes what its guide shows', async () => {
    const { tidings, write } = await setup();
    const shown = (name: string) =>
      examples.find(({ page, file }) => page === 'docs/plan.md' && file === name)?.code ?? '';
    write('plan.json', shown('plan.json'));

    expect((await tidings(['types', 'plan.json'])).output).toBe(shown('events.d.ts'));
  });

  it('takes schemas that are put together, and what is anything or nothing', async () => {
    const { tidings, write } = await withPlan();
    const plan = {
      additionalProperties: true,
      properties: {
        any: true,
        counts: { type: 'object', additionalProperties: { type: 'number' } },
        put: {
          allOf: [{ properties: { a: true, b: false } }, { required: ['c'] }],
          oneOf: [{ properties: { d: { const: { e: [1, -2] } } } }, { $ref: '#/definitions/a~1b' }],
        },
        lists: { properties: { mixed: { type: 'array', items: { enum: [1, 'two'] } }, bare: { items: {} } } },
        kept: {
          type: 'object',
          additionalProperties: false,
          properties: { none: { additionalProperties: false } },
        },
      },
      definitions: { 'a/b': { properties: { f: { type: 'null' } } } },
    };
    write('plan.json', JSON.stringify(plan));

    const { output } = await tidings(['types', 'plan.json']);

    expect(output).toContain('  any: object | undefined;\n');
    expect(output).toContain('  counts: {\n    [field: string]: number;\n  } | undefined;\n');
    expect(output).toContain('    a?: unknown;\n');
    expect(output).toContain('b?: never;\n');
    expect(output).toContain('c: unknown;\n');
    expect(output).toContain('d?: { e: [1, -2] };\n');
    expect(output).toContain("mixed?: (1 | 'two')[];\n    bare?: unknown[];\n");
    expect(output).toContain('none?: Record<string, never>;\n');
    expect(output).toContain('  [event: string]: object | undefined;\n}\n');
    expect(
      problemsOf(
        output,
        "import type { AB, Events } from './events.js';\nexport type Both = [AB, Events];\n",
      ),
    ).toEqual([]);
  });

  it('makes types of events that say in other ways which fields they have', async () => {
    const fields = { properties: { b: { type: 'number' } }, required: ['b'] };
    const plan = {
      properties: {
        given: { enum: [{ b: 1 }, { b: 2 }] },
        single: { const: { b: 1 } },
        either: { oneOf: [fields, { $ref: '#/$defs/other' }] },
        both: { allOf: [fields, {}] },
        missing: { ...fields, nullable: true },
      },
      $defs: { other: { type: ['object'], required: ['c'] } },
    };
    const { tidings, write } = await setup();
    write('plan.json', JSON.stringify(plan));

    const { output } = await tidings(['types', 'plan.json']);

    expect(output).toContain('  given: { b: 1 } | { b: 2 };\n');
    const use = "import type { Events } from './events.js';\nimport type { Client } from 'tidings';\n";
    expect(problemsOf(output, `${use}export type Ours = Client<Events>;\n`)).toEqual([]);
  });

  it('makes a wider type of what is put together of more than TypeScript can hold, and says so', async () => {
    const either = (name: string) => ({
      anyOf: ['a', 'b'].map((end) => ({
        properties: { [name + end]: { type: 'string' } },
        required: [name + end],
      })),
    });
    const many = Array.from({ length: 25 }, (_, index) => either(`field${index}`));
    const sku = { properties: { sku: { type: 'string' } }, required: ['sku'] };
    const plan = {
      properties: { seen: { allOf: [...many, sku] }, part: { properties: { of: { $ref: '#/$defs/many' } } } },
      $defs: {
        many: { description: 'Many.', allOf: many.map((_, index) => ({ $ref: `#/$defs/${index}` })) },
        ...Object.fromEntries(many.entries()),
      },
    };
    const { tidings, write } = await setup();
    write('plan.json', JSON.stringify(plan));

    const { output } = await tidings(['types', 'plan.json']);

    const said = 'Wider than the plan, which is put together of more than TypeScript can hold at once.';
    expect(output).toContain(`  /** ${said} */\n  seen: (\n`);
    expect(output).toContain(`/**\n * Many.\n * ${said}\n */\nexport type Many =`);
    const use = "import type { Events } from './events.js';\nimport type { Client } from 'tidings';\n";
    const calls =
      "export type Ours = Client<Events>;\nexport const sku = (seen: Events['seen']): string => seen.sku;\n";
    expect(problemsOf(output, use + calls)).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ['no object', [], 'plan.json: # must be a schema with `properties`'],
    ['no events', { type: 'object' }, '# must be a schema with `properties`'],
    [
      'an event of another type',
      { properties: { a: { type: 'string' } } },
      '#/properties/a must be of the type `object`',
    ],
    [
      'an event that may be no object',
      { properties: { a: { anyOf: [{ properties: { b: {} } }, { type: 'boolean' }] } } },
      '#/properties/a must be of the type `object`, and nothing else',
    ],
    [
      'an event of given texts',
      { properties: { a: { enum: [{ b: 1 }, 'c'] } } },
      '#/properties/a must be of the type `object`, and nothing else',
    ],
    [
      'an event that is what may be null',
      { properties: { a: { $ref: '#/$defs/b' } }, $defs: { b: { properties: { c: {} }, nullable: true } } },
      '#/properties/a must be of the type `object`, and nothing else',
    ],
    [
      'an event that is no schema',
      { properties: { a: 7 } },
      '#/properties/a must be a schema: an object, true or false',
    ],
    [
      'a type that there is not',
      { properties: { 'a/b': { properties: { c: { type: 'date' } } } } },
      '#/properties/a~1b/properties/c/type is date, which is no type. There are string, number,',
    ],
    [
      'a type that was meant',
      { properties: { a: { properties: { c: { type: 'strin' } } } } },
      'Did you mean string?',
    ],
    [
      'a word that was meant',
      { properties: { a: { propertys: {} } } },
      '#/properties/a/propertys is no word of JSON Schema. Did you mean properties',
    ],
    ['a plan that is put together', { properties: {}, allOf: [{}] }, '#/allOf cannot be read'],
    [
      'a plan that is another schema',
      { properties: {}, $ref: '#/$defs/a', $defs: { a: {} } },
      '#/$ref cannot',
    ],
    [
      'a plan of a list',
      { properties: {}, type: 'array' },
      '# must be of the type `object`, and nothing else',
    ],
    [
      'values of another type',
      { properties: { a: { properties: { b: { type: 'integer', const: 1.5 } } } } },
      '/b/const names nothing of the `type` beside it',
    ],
    ['a word that is not read', { properties: { a: { not: {} } } }, '#/properties/a/not cannot be read'],
    [
      'an empty enumeration',
      { properties: { a: { properties: { b: { enum: [] } } } } },
      '/b/enum must be a list that holds something',
    ],
    [
      'items one by one',
      { properties: { a: { properties: { b: { items: [{}] } } } } },
      '/b/items must be one schema',
    ],
    [
      'an address elsewhere',
      { properties: { a: { $ref: 'https://example.com/a.json' } } },
      '/a/$ref must be one of the plan itself',
    ],
    [
      'a name that there is not',
      { properties: { a: { $ref: '#/$defs/b' } } },
      '/a/$ref names #/$defs/b, which the plan does not have',
    ],
    [
      'a schema of itself',
      {
        properties: {},
        $defs: { a: { anyOf: [{ type: 'null' }, { $ref: '#/$defs/b' }] }, b: { $ref: '#/$defs/a' } },
      },
      'is made of itself',
    ],
    [
      'required fields that are no list',
      { properties: { a: { properties: { b: { required: true } } } } },
      '/b/required must be a list of names',
    ],
    [
      'a required field that cannot be',
      { properties: { a: { properties: { sku: {} }, required: ['skuu'], additionalProperties: false } } },
      '/a/required names skuu, which `properties` does not. Did you mean sku',
    ],
    [
      'two schemas of a name',
      { properties: {}, $defs: { a: {} }, definitions: { a: {} } },
      '#/definitions/a stands in `$defs`, too',
    ],
  ])('refuses %s, and says where it stands', async (_, plan, said) => {
    const { tidings, write, folder } = await setup();
    write('plan.json', JSON.stringify(plan));

    const { code, output, errors } = await tidings(['types', 'plan.json', '--out', 'events.d.ts']);

    expect({ code, output }).toEqual({ code: 2, output: '' });
    expect(errors).toContain(said);
    expect(existsSync(join(folder, 'events.d.ts'))).toBe(false);
  });

  it.each(['none.json', '.'])('ends as where a file is in the way for %s', async (path) => {
    const { tidings } = await setup();

    const { code, errors } = await tidings(['types', path]);

    expect(code).toBe(1);
    expect(errors).toContain(`${path} cannot be read`);
  });

  it('lets an object that is put together have no more fields for saying that it is one', async () => {
    const [a, b] = [{ properties: { a: { type: 'string' } }, required: ['a'] }, { properties: { b: {} } }];
    const type = 'object';
    const events = {
      all: { type, allOf: [a, b] },
      named: { type, allOf: [{ $ref: '#/$defs/a' }] },
      any: { type, anyOf: [a, b] },
      beside: { allOf: [{ type }, a] },
      mixed: { type, anyOf: [a, { type: 'string' }] },
    };
    const { tidings, write } = await setup();
    write('plan.json', JSON.stringify({ properties: events, $defs: { a } }));

    const { output } = await tidings(['types', 'plan.json']);

    const begin = BEGIN.split('\n').filter((line) => !/Money|LineItem/.test(line));
    const use = "import type { Events } from './events.js';";
    const calls = Object.keys(events).flatMap((name) => [
      `client.track('${name}', { a: 'x' });`,
      `client.track('${name}', { a: 'x', typo: 1 });`,
    ]);
    const problems = problemsOf(output, [use, ...begin, ...calls].join('\n'));
    const first = begin.length + 2;
    expect(problems.map((problem) => problem.split(' ')[0])).toEqual(
      Object.keys(events).map((_, index) => `calls.ts:${first + index * 2 + 1}`),
    );
    expect(output).toContain('  named: A;\n');
  });

  it('leaves values out that the type beside them excludes', async () => {
    const fields = {
      x: { type: 'string', enum: ['a', 1, null] },
      y: { type: 'integer', enum: [1, 1.5, null], nullable: true },
    };
    const { tidings, write } = await setup();
    write('plan.json', JSON.stringify({ properties: { seen: { properties: fields } } }));

    const { output } = await tidings(['types', 'plan.json']);

    expect(output).toContain("    x?: 'a';\n    y?: 1 | null;\n");
  });

  it('leaves words alone that a team has put there for itself', async () => {
    const { tidings, write } = await setup();
    const sku = {
      type: 'string',
      format: 'uuid',
      'x-owner': 'shop',
      source: 'app',
      minLength: 3,
      title: 'SKU',
    };
    write(
      'plan.json',
      JSON.stringify({ owner: 'shop', properties: { seen: { properties: { sku }, tags: ['a'] } } }),
    );

    const { code, output } = await tidings(['types', 'plan.json']);

    expect({ code, output }).toEqual({
      code: 0,
      output: expect.stringContaining('sku?: string;') as unknown,
    });
  });
});
