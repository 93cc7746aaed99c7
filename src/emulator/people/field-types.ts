import type { DataFields } from '../../api/models/data-fields.js';
import { featuresOf } from '../state/project.js';
import { Refusal } from '../operation/refusal.js';
import type { Service } from '../state/service.js';

/**
 * What a field holds, in every profile and event of the project from its first value on.
 *
 * Of a list it is the type of each item: a value is a list of one, and a list may come where a value was.
 */
export type FieldType = 'boolean' | 'date' | 'double' | 'long' | 'object' | 'string';

/** The types that values of a kind have had so far; a field of an object has a dotted name. */
const typesOf = (service: Service, kind: string) =>
  service.tables.table<FieldType | typeof OLD_LIST, string>(`${kind}FieldTypes`);

/** What older data files say of a field that held a list. It tells nothing of what the list is of. */
const OLD_LIST = 'list';

/** The longest dotted name of a field, which bounds how deep objects nest. Nothing is published. */
const MAX_NAME = 1_000;

const DATE = /^\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d(\.\d+)?)?( ?(Z|[+-]\d\d:?\d\d))?)?$/;

/** Which fields are taken, and whose types they share. */
export interface FieldsPolicy {
  /** The kind of thing the fields belong to, such as `user`; each kind has types of its own. */
  kind: string;
  /** Whether fields without a type are taken, or left out. Default: as the project's setting says. */
  createNewFields?: boolean | undefined;
  /** Whether a field, by its dotted name, is the service's own: it is always taken, and no new one. Default: none. */
  isOwn?: (path: string) => boolean;
}

/** Fields as the service keeps them, and what became of them. */
export interface CastFields {
  fields: DataFields;
  /** The names that got their type now. */
  createdFields: string[];
  /** The names that were left out. */
  filteredOutFields: string[];
}

/** Fields that may be kept, and have not given their names a type yet. */
export interface PlannedFields extends CastFields {
  /** Gives each new name its type. */
  commit(): void;
}

/**
 * Casts fields to the types their names have in the project, and gives new names a type.
 *
 * A value of another type than before is refused; a number is whole from then on when the first had no decimals.
 */
export function castFields(service: Service, fields: DataFields, policy: FieldsPolicy): CastFields {
  const { commit, ...cast } = planFields(service, fields, policy);
  commit();
  return cast;
}

/** Casts fields as {@link castFields} does, and leaves to its caller when new names get their type. */
export function planFields(
  service: Service,
  fields: DataFields,
  { kind, createNewFields, isOwn = () => false }: FieldsPolicy,
): PlannedFields {
  const isOpen = createNewFields ?? featuresOf(service).get('createNewFields') ?? true;
  const types = typesOf(service, kind);
  const created = new Map<string, FieldType>();
  const filteredOut = new Set<string>();

  function castObject(object: DataFields, prefix: string): DataFields {
    return Object.fromEntries(
      Object.entries(object).flatMap(([name, value]) => castField(name, value, prefix)),
    );
  }

  function castField(name: string, value: unknown, prefix: string): [string, unknown][] {
    const path = prefix + name;
    if (path.length > MAX_NAME)
      throw new Refusal('BadParams', `\`${path.slice(0, 40)}…\`: is nested too deep`);
    if (!knownType(path) && !isOpen && !isOwn(path)) {
      filteredOut.add(path);
      return [];
    }
    return [[name, castValue(value, path)]];
  }

  function castValue(value: unknown, path: string): unknown {
    if (Array.isArray(value)) return value.map((item) => castValue(item, path));
    const own = typeOf(value);
    const type = knownType(path);
    if (!type && own) created.set(path, own);
    const cast = castTo(type ?? own, value, path);
    return isObject(cast) ? castObject(cast, `${path}.`) : cast;
  }

  function knownType(path: string): FieldType | undefined {
    const type = types.get(path);
    return type === undefined || type === OLD_LIST ? created.get(path) : type;
  }

  return {
    fields: castObject(fields, ''),
    createdFields: [...created.keys()].filter((path) => !isOwn(path)),
    filteredOutFields: [...filteredOut],
    commit: () => created.forEach((type, path) => types.set(path, type)),
  };
}

/** Every field name of a kind, and its type. */
export function fieldTypes(service: Service, kind: string): Record<string, string> {
  return Object.fromEntries(typesOf(service, kind));
}

/** The type that a first value gives its name; none for null. */
function typeOf(value: unknown): FieldType | undefined {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'number') return Number.isInteger(value) ? 'long' : 'double';
  if (typeof value === 'boolean' || typeof value === 'object') return typeof value as 'boolean' | 'object';
  return DATE.test(value as string) ? 'date' : 'string';
}

/** Whether a value has fields of its own. */
export function isObject(value: unknown): value is DataFields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function castTo(type: FieldType | undefined, value: unknown, name: string): unknown {
  const own = typeOf(value);
  if (!own || !type || own === type) return value;
  if (type === 'long' && own === 'double') return Math.trunc(value as number);
  if (type === 'double' && own === 'long') return value;
  if (type === 'string' && own === 'date') return value;
  throw new Refusal(
    'RequestFieldsTypesMismatched',
    `\`${name}\` is of type ${type} in this project; this is of type ${own}`,
    { params: { field: name } },
  );
}
