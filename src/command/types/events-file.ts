import { isObject } from '../../lib/is-object.js';
import { nameIn } from '../../plan/name-in.js';
import { isOfFields } from '../../plan/of-fields.js';
import type { Plan, Schema } from '../../plan/schema.js';
import { typeNames } from './type-names.js';
import { braced, comment, fieldsText, keyText, placed, typeText, type Types } from './written-type.js';
import { createWays } from './ways.js';

/** The file of TypeScript that declares the events of a plan, as `createClient<Events>` takes them. */
export function eventsFile(plan: Plan, source: string): string {
  const defs: Record<string, Schema> = { ...plan.definitions, ...plan.$defs };
  const names = typeNames(Object.keys(defs));
  const all = new Map(Object.entries(defs));
  const definedAs = (ref: string) => all.get(nameIn(ref) ?? '');
  const types: Types = { names, ...createWays(all), isOfFields: (schema) => isOfFields(schema, definedAs) };
  const events = Object.entries(plan.properties).map(
    ([name, schema]) => `${comment(schema, types)}${keyText(name)}:${placed(eventText(schema, types))};`,
  );
  if (plan.additionalProperties) events.push('[event: string]: object | undefined;');
  return [
    `// Made by \`tidings types\` from ${source}: change that, and make this anew.`,
    `${comment(plan as Schema, types)}export interface Events ${braced(events.join('\n'))}`,
    ...Object.entries(defs).map(([name, schema]) => definition(names.get(name) ?? name, schema, types)),
  ]
    .map((part) => `${part}\n`)
    .join('\n');
}

/** The type of an event's data: none where the plan names no field. */
function eventText(schema: Schema, types: Types): string {
  if (!isObject(schema)) return 'object | undefined';
  const { properties = {}, required = [], additionalProperties: others, ...rest } = schema;
  const isMade =
    [...Object.keys(properties), ...required].length ||
    ['$ref', 'anyOf', 'oneOf', 'allOf', 'const', 'enum'].some((word) => word in rest);
  if (isMade) return typeText({ ...schema, nullable: false }, types);
  if (isObject(others)) return `${typeText({ ...schema, nullable: false }, types)} | undefined`;
  return others ? 'object | undefined' : 'undefined';
}

function definition(name: string, schema: Schema, types: Types): string {
  const text = typeText(schema, types);
  const isInterface = isObject(schema) && text === braced(fieldsText(schema, types));
  const head = isInterface ? `export interface ${name} ${text}` : `export type ${name} =${placed(text)};`;
  return comment(schema, types) + head;
}
