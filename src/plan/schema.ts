/** What a value is like: a JSON Schema, of which these words are read. `true` is anything, `false` is nothing. */
export type Schema = boolean | SchemaWords;

/** The words of a JSON Schema that say which type a value has, and what people read of it. */
export interface SchemaWords {
  /** `string`, `number`, `integer`, `boolean`, `array`, `object` or `null`, or a list of these. */
  type?: string | readonly string[] | undefined;
  enum?: readonly unknown[] | undefined;
  const?: unknown;
  /** Whether it may be null as well. */
  nullable?: boolean | undefined;
  properties?: Readonly<Record<string, Schema>> | undefined;
  required?: readonly string[] | undefined;
  /** Whether there may be other fields, or what those are like. */
  additionalProperties?: Schema | undefined;
  /** What each of a list is like. */
  items?: Schema | undefined;
  anyOf?: readonly Schema[] | undefined;
  oneOf?: readonly Schema[] | undefined;
  allOf?: readonly Schema[] | undefined;
  /** One of the plan's `$defs`, such as `#/$defs/Money`. */
  $ref?: string | undefined;
  description?: string | undefined;
  deprecated?: boolean | undefined;
  /** Words that say nothing of the type. */
  [other: string]: unknown;
}

/** A tracking plan: a JSON Schema of an object, whose properties are the custom events by name. */
export interface Plan {
  /** What the data of each event is like: schemas of objects. */
  properties: Readonly<Record<string, Schema>>;
  /** Whether there may be events that the plan does not name, or what their data is like. Default: `false`. */
  additionalProperties?: Schema | undefined;
  /** Schemas that others refer to. */
  $defs?: Readonly<Record<string, Schema>> | undefined;
  /** The same, as it was called before. */
  definitions?: Readonly<Record<string, Schema>> | undefined;
  /** Words that say nothing of the events. */
  [other: string]: unknown;
}
