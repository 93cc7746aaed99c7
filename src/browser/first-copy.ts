/** Where the first copy of the library on a page says that it is there. */
const FIRST = Symbol.for('tidings.clients');

/** Whether the copy of the library that has these clients is the first that this page has. */
export function isFirstCopy(clients: object): boolean {
  const page = globalThis as { [FIRST]?: object };
  page[FIRST] ??= clients;
  return page[FIRST] === clients;
}

/** The clients of the first copy of the library on this page; none where there is none. */
export function firstClients(): object[] {
  const { [FIRST]: clients } = globalThis as { [FIRST]?: Map<string, { client: object }> };
  return [...(clients?.values() ?? [])].map(({ client }) => client);
}
