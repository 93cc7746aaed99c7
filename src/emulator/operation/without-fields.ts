/** The fields of an object but those named. */
export function without<Fields extends object, Name extends keyof Fields>(
  fields: Fields,
  ...names: Name[]
): Omit<Fields, Name> {
  const left: Partial<Fields> = { ...fields };
  for (const name of names) Reflect.deleteProperty(left, name);
  return left as Omit<Fields, Name>;
}
