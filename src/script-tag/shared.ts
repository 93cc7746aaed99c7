/** Where scripts leave what they bring, so that another one of the same brings nothing of its own. */
const SHARED = Symbol.for('tidings');

/** Adds names to those that pages of this site share, unless they are there. Gives all of them. */
export function share(names: object): object {
  const page = globalThis as unknown as Record<symbol, object | undefined>;
  const { [SHARED]: shared = {} } = page;
  page[SHARED] = shared;
  return Object.assign(shared, { ...names, ...shared });
}
