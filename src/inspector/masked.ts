/** What a JSON Web Token looks like, wherever it stands. */
const TOKEN = /\beyJ[\w-]*\.[\w-]+\.[\w-]*|\bBearer\s+\S+/g;
/** What stands in its place. */
const MASK = '•••';

/** Makes the function that gives a text as it may be drawn: without this key, and without tokens. */
export function maskFor(key: string): (text: string) => string {
  return (text) => (key ? text.replaceAll(key, MASK) : text).replace(TOKEN, MASK);
}
