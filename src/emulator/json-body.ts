import { Refusal } from './refusal.js';

/** How many lists and objects may stand inside each other. */
const MAX_DEPTH = 100;

/** The body of a call; refuses what is no JSON, and what cannot be kept safely. */
export function parsed(body: string): unknown {
  if (depthOf(body) > MAX_DEPTH) {
    throw new Refusal('BadParams', `The body has more than ${MAX_DEPTH} lists and objects inside each other`);
  }
  if (/"__proto__"\s*:/.test(body))
    throw new Refusal('BadParams', '`__proto__` cannot be the name of a field');
  try {
    return JSON.parse(body);
  } catch {
    throw new Refusal('BadJsonBody', body ? 'The body is not JSON' : 'The body is missing');
  }
}

/** How deep a text of JSON goes, found without going there: what is too deep would end the search itself. */
function depthOf(body: string): number {
  let [depth, deepest] = [0, 0];
  for (const [sign] of body.matchAll(/"(?:[^"\\]|\\.)*"|[[\]{}]/g)) {
    if (sign === '[' || sign === '{') deepest = Math.max(deepest, (depth += 1));
    else if (sign === ']' || sign === '}') depth -= 1;
  }
  return deepest;
}
