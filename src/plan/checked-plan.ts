import { isObject } from '../lib/is-object.js';
import { instead, listOf, nearNames } from '../lib/near-names.js';
import { nameIn } from './name-in.js';
import { isOfFields } from './of-fields.js';
import { isOfItself } from './of-itself.js';
import { PlanError } from './plan-error.js';
import type { Plan, Schema, SchemaWords } from './schema.js';
import { valuesOf } from './values-of.js';

const TYPES = ['string', 'number', 'integer', 'boolean', 'array', 'object', 'null'];

/** The words that types are made of, and how to tell whether what stands for one can be read. */
const READ: Record<string, (value: unknown) => string | undefined> = {
  type: (value) => ([value].flat().length ? [value].flat().map(wrongType).find(Boolean) : 'must name a type'),
  enum: (value) => isFull(value) ?? unwritable(value),
  const: (value) => unwritable(value),
  nullable: (value) => (typeof value === 'boolean' ? undefined : 'must be true or false'),
  properties: (value) => (isObject(value) ? undefined : 'must be an object'),
  required: (value) =>
    Array.isArray(value) && value.every((one) => typeof one === 'string')
      ? undefined
      : 'must be a list of names',
  additionalProperties: () => undefined,
  items: (value) =>
    Array.isArray(value) ? 'must be one schema: lists of fixed places cannot be read' : undefined,
  anyOf: isFull,
  oneOf: isFull,
  allOf: isFull,
  $ref: (value) =>
    nameIn(value) === undefined ? 'must be one of the plan itself, such as `#/$defs/Money`' : undefined,
  description: (value) => (typeof value === 'string' ? undefined : 'must be a text'),
  deprecated: (value) => (typeof value === 'boolean' ? undefined : 'must be true or false'),
  $defs: (value) => (isObject(value) ? undefined : 'must be an object'),
  definitions: (value) => (isObject(value) ? undefined : 'must be an object'),
};

/** Those of them that say which type it is. */
const TYPED = 'type properties required additionalProperties enum const items anyOf oneOf allOf $ref'.split(
  ' ',
);

/** Those that would put a plan together of something else: its events are those of its `properties` alone. */
const OF_OTHERS = TYPED.slice(4);

const OF_OBJECTS = 'must be of the type `object`, and nothing else';

/** In how many levels a plan may be nested: far fewer than a program can follow, and far more than a person can. */
const MOST_LEVELS = 100;

const TOO_DEEP = `is nested in more than ${MOST_LEVELS} levels`;

const OTHERWISE = 'cannot be read: the type would be another without it';

/** Words that change a type in ways that are not read: without them, it would be another. */
const UNREAD =
  /^(not|if|then|else|prefixItems|additionalItems|patternProperties|dependent(Schemas|Required)|dependencies|unevaluated(Items|Properties)|\$(dynamic|recursive)Ref)$/;

/** Gives a plan that can be read; throws a {@link PlanError} for one that cannot, by the place of what is wrong in it. */
export function checkedPlan(value: unknown): Plan {
  function checkAll(path: string, schemas: unknown, check = checkSchema): void {
    for (const [key, schema] of Object.entries((schemas as object | undefined) ?? {}))
      check(`${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, schema);
  }

  function checkSchema(path: string, schema: unknown): void {
    if (typeof schema === 'boolean') return;
    const places = path.split('/');
    // What it lies in says enough.
    if (places.length > MOST_LEVELS) wrong(places.slice(0, 3).join('/'), TOO_DEEP);
    if (!isObject(schema)) return wrong(path, 'must be a schema: an object, true or false');
    checkWords(path, schema);
    wrongIf(`${path}/required`, absentIn(schema));
    if (valuesOf(schema)?.length === 0)
      wrong(`${path}/${'const' in schema ? 'const' : 'enum'}`, 'names nothing of the `type` beside it');
    for (const word of ['properties', 'anyOf', 'oneOf', 'allOf', '$defs', 'definitions'])
      checkAll(`${path}/${word}`, schema[word]);
    for (const word of ['items', 'additionalProperties'])
      if (schema[word] !== undefined) checkSchema(`${path}/${word}`, schema[word]);
    const { $ref } = schema as SchemaWords;
    if ($ref !== undefined && definedAs($ref) === undefined)
      wrong(`${path}/$ref`, `names ${$ref}, which the plan does not have`);
    if (isOfItself(schema, definedAs)) wrong(path, 'is made of itself: put a list or a field between');
  }

  function checkWords(path: string, schema: Record<string, unknown>): void {
    for (const [word, given] of Object.entries(schema)) {
      if (UNREAD.test(word)) wrong(`${path}/${word}`, OTHERWISE);
      wrongIf(`${path}/${word}`, Object.hasOwn(READ, word) ? READ[word]?.(given) : meantBy(word));
    }
  }

  function checkEvent(path: string, schema: unknown): void {
    checkSchema(path, schema);
    const event = schema as Schema;
    // An event of which nothing is said has no data, and whether data may be null, too, says nothing.
    const isSaid = isObject(event) && TYPED.some((word) => word in event);
    if (event === false || (isSaid && !isOfFields({ ...event, nullable: false }, definedAs)))
      wrong(path, `${OF_OBJECTS}: the data of an event has fields`);
  }

  const definedAs = (ref: string): Schema | undefined => {
    const { $defs, definitions } = value as Plan;
    const key = nameIn(ref) ?? '';
    return [$defs, definitions].find((all) => all && Object.hasOwn(all, key))?.[key];
  };

  if (!isObject(value) || !isObject(value['properties']))
    return wrong('#', 'must be a schema with `properties`, which are the events by name');
  const { properties, ...rest } = value;
  const twice = namedTwice(rest);
  if (twice !== undefined) wrong(`#/definitions/${twice}`, 'stands in `$defs`, too: which of them is meant?');
  // What its events are is looked at below.
  const named = Object.fromEntries(Object.keys(properties).map((name) => [name, true]));
  checkSchema('#', { ...rest, properties: named });
  refuseOthers(rest);
  checkAll('#/properties', properties, checkEvent);
  return value as Plan;
}

/** Refuses a plan whose events may stand elsewhere than in its `properties`: they would be missing without a word. */
function refuseOthers(plan: SchemaWords): void {
  const other = OF_OTHERS.find((word) => word in plan);
  if (other !== undefined) wrong(`#/${other}`, OTHERWISE);
  const { type = 'object', nullable } = plan;
  if (nullable || [type].flat().some((name) => name !== 'object'))
    wrong('#', `${OF_OBJECTS}: its properties are the events`);
}

function wrong(path: string, what: string): never {
  throw new PlanError([path, what].join(' '));
}

function wrongIf(path: string, what: string | undefined): void {
  if (what) wrong(path, what);
}

function wrongType(type: unknown): string | undefined {
  if (typeof type !== 'string') return 'must be the name of a type, or a list of names';
  return TYPES.includes(type)
    ? undefined
    : `is ${type || 'nothing'}, which is no type. ${instead(type, TYPES)}`;
}

function isFull(value: unknown): string | undefined {
  return Array.isArray(value) && value.length ? undefined : 'must be a list that holds something';
}

/** What JSON has no text for, although numbers in code may be it. */
function unwritable(value: unknown, level = 0): string | undefined {
  if (level > MOST_LEVELS) return TOO_DEEP;
  if (typeof value === 'number' && !Number.isFinite(value)) return `holds ${value}, which JSON cannot`;
  return Object.values((typeof value === 'object' && value) || {})
    .map((one) => unwritable(one, level + 1))
    .find(Boolean);
}

/** Words that narrow a type in ways that TypeScript does not tell, or that are there for people. */
const OTHERS =
  /^(title|default|examples?|format|pattern|(exclusive)?(min|max)imum|multipleOf|(min|max)\w+|uniqueItems|contains|propertyNames|readOnly|writeOnly|content\w+|discriminator|externalDocs|\$(schema|id|comment|anchor|vocabulary)|id|x-.*)$/i;

/** What was probably meant by a word that is read nowhere; whoever wrote another put it there for themselves. */
function meantBy(word: string): string | undefined {
  const near = OTHERS.test(word) ? [] : nearNames(word, Object.keys(READ));
  return near.length ? `is no word of JSON Schema. Did you mean ${listOf(near)}?` : undefined;
}

/** What is required although there is no such field and may be no other. */
function absentIn({ required = [], properties = {}, additionalProperties }: SchemaWords): string | undefined {
  const names = Object.keys(properties);
  const absent =
    additionalProperties === false ? required.find((field) => !names.includes(field)) : undefined;
  if (absent === undefined) return undefined;
  return `names ${absent}, which \`properties\` does not. ${names.length ? instead(absent, names) : ''}`;
}

/** The name of two schemas that others refer to. */
function namedTwice({ $defs, definitions }: Record<string, unknown>): string | undefined {
  return Object.keys({ ...(definitions as object) }).find((name) =>
    Object.hasOwn({ ...($defs as object) }, name),
  );
}
