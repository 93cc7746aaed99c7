import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { TrackedCustom, TrackedEvent } from '../../src/events/event.js';
import { checkedBy, type Plan } from '../../src/plan.js';

const plan: Plan = {
  type: 'object',
  properties: {
    seen: {
      type: 'object',
      properties: {
        sku: { type: 'string' },
        count: { type: 'integer' },
        size: { enum: ['S', 'M', null] },
        price: { $ref: '#/$defs/a~1price' },
        tags: { type: 'array', items: { type: 'string' } },
        gift: { type: ['boolean', 'null'] },
        note: { type: 'string', nullable: true },
        by: { anyOf: [{ type: 'string' }, { properties: { id: { type: 'number' } }, required: ['id'] }] },
        gone: false,
        more: { type: 'object', additionalProperties: { type: 'number' } },
        how: { const: 'typed' },
      },
      required: ['sku'],
      additionalProperties: false,
    },
    left: { description: 'Nothing is said of its data.' },
  },
  $defs: { 'a/price': { allOf: [{ type: 'object' }, { required: ['amount'] }] } },
};

const custom = (name: string, dataFields?: Record<string, unknown>): TrackedCustom => ({
  ...{ kind: 'custom', id: 'a', recordedAt: 0, name },
  ...(dataFields && { dataFields }),
});

/** All that an event breaks, as the listener hears it. */
function reasonsOf(event: TrackedEvent, by = plan): string[] {
  const reasons: string[] = [];
  expect(checkedBy(by, { onBroken: ({ reason }) => void reasons.push(reason) })(event)).toBe(event);
  return reasons;
}

const silenced = () => vi.spyOn(console, 'warn').mockReturnValue(undefined);

afterEach(async () => {
  // What is said of a plan comes later.
  await vi.dynamicImportSettled();
  vi.restoreAllMocks();
});

describe('checkedBy', () => {
  it.each<[Record<string, unknown> | undefined, string[]]>([
    [{ sku: 'A1' }, []],
    [{ sku: 'A1', count: 3, size: null, price: { amount: 1 }, tags: ['a'], gift: null, note: null }, []],
    [{ sku: 'A1', by: { id: 7 }, more: { a: 1 }, how: 'typed' }, []],
    [undefined, ['sku is missing']],
    [{ sku: undefined }, ['sku is missing']],
    [{ sku: 7 }, ['sku must be string, and is number']],
    [{ sku: null }, ['sku must be string, and is null']],
    [{ sku: 'A1', count: 1.5 }, ['count must be integer, and is number']],
    [{ sku: 'A1', gift: [] }, ['gift must be boolean or null, and is array']],
    [{ sku: 'A1', size: 'XL' }, ['size must be one of ["S","M",null]']],
    [{ sku: 'A1', how: 'spoken' }, ['how must be one of ["typed"]']],
    [{ sku: 'A1', price: {} }, ['price.amount is missing']],
    [
      { sku: 'A1', tags: ['a', 7, 8] },
      // Once, though two of them are.
      ['tags[] must be string, and is number'],
    ],
    [{ sku: 'A1', by: 7 }, []],
    [{ sku: 'A1', by: {} }, ['by is like none of what it may be']],
    [{ sku: 'A1', more: { a: 'b' } }, ['more.a must be number, and is string']],
    [{ sku: 'A1', gone: 1 }, ['gone is not in the plan']],
    [
      { sku: 'A1', colour: 'red', constructor: 1 },
      ['colour is not in the plan', 'constructor is not in the plan'],
    ],
  ])('tells what %j breaks: %j', (dataFields, reasons) => {
    expect(reasonsOf(custom('seen', dataFields))).toEqual(reasons);
  });

  it.each([
    ['fields', (child: unknown) => ({ child })],
    ['lists', (child: unknown) => ({ children: [child] })],
  ])('comes to an end with schemas that refer to each other over %s', (_, around) => {
    const kind = (name: string) => ({
      properties: {
        ...{ kind: { const: name }, child: { $ref: '#/$defs/node' } },
        children: { items: { $ref: '#/$defs/node' } },
      },
      required: ['kind'],
    });
    const twice = (name: string) => ({ allOf: [{ $ref: `#/$defs/${name}` }, { $ref: `#/$defs/${name}` }] });
    const deep: Plan = {
      properties: { drawn: { $ref: '#/$defs/node' }, doubled: { $ref: '#/$defs/0' } },
      $defs: {
        node: { anyOf: [kind('row'), kind('column')] },
        ...Object.fromEntries(Array.from({ length: 60 }, (_, index) => [index, twice(String(index + 1))])),
        60: { required: ['sku'] },
      },
    };
    let node: Record<string, unknown> = { kind: 'none' };
    for (let level = 0; level < 60; level++) node = { kind: 'row', ...around(node) };

    expect(reasonsOf(custom('drawn', node), deep)).toEqual(['its data is like none of what it may be']);
    expect(reasonsOf(custom('doubled', {}), deep)).toEqual(['sku is missing']);
  });

  it('knows the events of the plan, and those that it lets be', () => {
    expect(reasonsOf(custom('sene'))).toEqual(['it is not in the plan']);
    expect(reasonsOf(custom('constructor'))).toEqual(['it is not in the plan']);
    expect(reasonsOf(custom('sene'), { ...plan, additionalProperties: true })).toEqual([]);
    expect(reasonsOf(custom('left', { whatever: 1 }))).toEqual([]);
  });

  it('leaves alone what is no custom event', () => {
    const cart: TrackedEvent = { kind: 'cart', id: 'a', recordedAt: 0, items: [] };
    expect(reasonsOf(cart)).toEqual([]);
    expect(reasonsOf({ kind: 'profile', id: 'a', recordedAt: 0, dataFields: { sku: 7 } })).toEqual([]);
  });

  it('tells the console once of each event and reason, and no value', () => {
    const warn = silenced();
    const check = checkedBy(plan);

    for (const sku of [7, 8, 'A1']) check(custom('seen', { sku, email: 'ada@example.com' }));
    check(custom('sene'));

    expect(warn.mock.calls).toEqual([
      ['tidings: seen breaks the plan: sku must be string, and is number'],
      ['tidings: seen breaks the plan: email is not in the plan'],
      ['tidings: sene breaks the plan: it is not in the plan'],
    ]);
  });

  it('stands before or behind another, which gets the event as it came', () => {
    const heard: string[] = [];
    const check = checkedBy(plan, { onBroken: ({ event, reason }) => void heard.push(event.name + reason) });
    const mine = (event: TrackedEvent) => (event.kind === 'custom' ? { ...event, name: 'seen' } : undefined);

    const event = mine(check(custom('sene', { sku: 'A1' })));

    expect(event).toEqual(custom('seen', { sku: 'A1' }));
    expect(heard).toEqual(['seneit is not in the plan']);
    expect(event && check(event)).toBe(event);
  });

  it('tells the console of a plan that `tidings types` refuses, and checks what it can', async () => {
    const warn = silenced();
    const wrong: Plan = { properties: { seen: { properties: { sku: { type: 'string', not: {} } } } } };
    const check = checkedBy(wrong);

    check(custom('seen', { sku: 7 }));
    await vi.waitFor(() => expect(warn).toHaveBeenCalledTimes(2));

    expect(warn.mock.calls).toEqual([
      ['tidings: seen breaks the plan: sku must be string, and is number'],
      [
        'tidings: cannot read the plan: #/properties/seen/properties/sku/not cannot be read: the type would be another without it',
      ],
    ]);
  });

  it.each<[unknown, string]>([
    [undefined, '# must be a schema with `properties`, which are the events by name'],
    [[], '# must be a schema with `properties`, which are the events by name'],
    [
      { properties: { seen: { $ref: 5 } } },
      '#/properties/seen/$ref must be one of the plan itself, such as `#/$defs/Money`',
    ],
    [{ properties: { seen: { enum: {} } } }, '#/properties/seen/enum must be a list that holds something'],
    [
      { properties: { seen: { $ref: '#/$defs/a' } }, $defs: { a: { $ref: '#/$defs/a' } } },
      '#/$defs/a is made of itself: put a list or a field between',
    ],
  ])('says of the plan %j nothing but what `tidings types` says', async (wrong, said) => {
    const warn = silenced();
    const event = custom('seen', {});

    expect(checkedBy(wrong as Plan)(event)).toBe(event);
    await vi.dynamicImportSettled();

    await vi.waitFor(() => expect(warn.mock.calls).toEqual([[`tidings: cannot read the plan: ${said}`]]));
  });

  it('names a field without a name', () => {
    const none: Plan = {
      properties: { seen: { properties: { '': { properties: { a: { type: 'null' } } } }, required: [''] } },
    };

    expect(reasonsOf(custom('seen', {}), none)).toEqual(['"" is missing']);
    expect(reasonsOf(custom('seen', { '': { a: 7 } }), none)).toEqual(['"".a must be null, and is number']);
  });

  it('loses nothing where its listener throws', async () => {
    const warn = silenced();
    const onBroken = () => {
      throw new Error('mine');
    };
    const event = custom('seen');

    expect(checkedBy(plan, { onBroken })(event)).toBe(event);
    await vi.waitFor(() => expect(warn.mock.calls).toEqual([['tidings: mine']]));
  });

  it('never throws, and never changes an event', () => {
    silenced();
    const name = fc.constantFrom('seen', 'left', '__proto__', 'sku', 'price', 'tags', 'more', 'x');
    const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<unknown>;
    const type = fc.constantFrom('string', 'integer', 'object', 'array', 'null', 'date', 7);
    const { schema } = fc.letrec((tie) => {
      const list = fc.array(tie('schema'), { maxLength: 3 });
      const words = {
        ...{
          type: fc.oneof(type, fc.array(type)),
          enum: fc.array(json),
          const: json,
          nullable: fc.boolean(),
        },
        ...{ properties: fc.dictionary(name, tie('schema')), required: fc.array(name), items: tie('schema') },
        ...{ additionalProperties: tie('schema'), anyOf: list, oneOf: list, allOf: list },
        $ref: fc.constantFrom('#/$defs/a', '#/$defs/b', '%', 'x'),
      };
      return {
        schema: fc.oneof(
          { maxDepth: 4, depthSize: 'small' },
          fc.boolean(),
          fc.record(words, { requiredKeys: [] }),
          json,
        ),
      };
    });
    const plans = fc.record({
      properties: fc.dictionary(name, schema),
      $defs: fc.record({ a: schema, b: schema }),
      additionalProperties: schema,
    }) as fc.Arbitrary<unknown> as fc.Arbitrary<Plan>;

    fc.assert(
      fc.property(plans, name, fc.dictionary(name, json), (plan, name, dataFields) => {
        const event = custom(name, dataFields);
        const before = structuredClone(event);
        expect(checkedBy(plan)(event)).toBe(event);
        expect(event).toEqual(before);
      }),
    );
  });
});
