import { formsOf } from './forms-of.js';
import type { Wire } from './wire.js';

/** What a JSON Web Token looks like, wherever it stands, and in base64. */
const TOKEN = /eyJ[\w-]*\.[\w-]+\.[\w-]*|\bBearer(\s|%20|\+)+\S+|(ZXlK|QmVhcmVyI)[\w+/-]{16,}=*/g;
/** What stands in its place. */
const MASK = '•••';

/** What of a client's options says where its secrets are. */
interface Keeping {
  apiKey: string;
  headers?: { token?: string } | undefined;
}

/** Makes the function that gives a text as it may be drawn: without a client's keys, and without tokens. */
export function maskFor(base: Keeping, wire: Pick<Wire, 'watch'>): (text: unknown) => string {
  /** By each, the forms that it may be written in. */
  const secrets = new Map<string, string[]>();
  function hide(secret?: string | null) {
    if (secret && !secrets.has(secret)) secrets.set(secret, formsOf(secret));
  }
  // A token may be anything that the service takes.
  wire.watch(([, { headers } = {}]) => {
    const name = base.headers?.token ?? 'Authorization';
    hide(new Headers(headers).get(name)?.replace(/^\S+ /, ''));
  });
  return (text) => {
    // A page may give its client another.
    hide(base.apiKey);
    return [...secrets.values()]
      .flat()
      .reduce((rest, form) => rest.replaceAll(form, MASK), String(text))
      .replace(TOKEN, MASK);
  };
}
