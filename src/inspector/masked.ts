import type { Wire } from './wire.js';

/** What a JSON Web Token looks like, wherever it stands. */
const TOKEN = /eyJ[\w-]*\.[\w-]+\.[\w-]*|\bBearer\s+\S+/g;
/** What stands in its place. */
const MASK = '•••';

/** Makes the function that gives a text as it may be drawn: without a client's keys, and without tokens. */
export function maskFor(base: { apiKey: string }, wire: Pick<Wire, 'watch'>): (text: unknown) => string {
  const secrets = new Set<string>();
  const hide = (secret?: string | null) => secret && secrets.add(secret);
  // A token may be anything that the service takes.
  wire.watch(([, { headers } = {}]) => hide(new Headers(headers).get('Authorization')?.replace(/^\S+ /, '')));
  return (text) => {
    // A page may give its client another.
    hide(base.apiKey);
    return [...secrets]
      .reduce((rest, secret) => rest.replaceAll(secret, MASK), String(text))
      .replace(TOKEN, MASK);
  };
}
