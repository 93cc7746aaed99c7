/** A shorter word is no secret, and may be any word. */
const SECRET = 8;
/** The answers that have no body. */
const EMPTY = /^(1\d\d|204|205|304)$/;

/**
 * Makes a `fetch` whose answers tell none of these secrets, whatever the service says: what it says goes on to pages, to
 * logs, and into dead letters.
 */
export function masked(fetch: typeof globalThis.fetch, secrets: readonly string[]): typeof globalThis.fetch {
  // A longer one may hold a shorter one.
  const sought = secrets.filter(({ length }) => length >= SECRET).sort((a, b) => b.length - a.length);

  return async (...request) => {
    const response = await fetch(...request);
    const { status, statusText, headers } = response;
    if (EMPTY.test(String(status))) return response;
    const said = await response.text();
    const told = sought.reduce((text, secret) => text.replaceAll(secret, '…'), said);
    return new Response(told, { status, statusText, headers });
  };
}
