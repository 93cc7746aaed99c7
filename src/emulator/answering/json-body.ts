import { Refusal } from '../operation/refusal.js';

/** How many lists and objects may stand inside each other. */
const MAX_DEPTH = 100;

/** How many bytes a body may have: more than the largest batch, 1000 items of 30 kB, and few enough to be held. */
const MAX_LENGTH = 64_000_000;

/** Where a text may name what cannot be kept, plainly or in escapes: such a text is read with more care. */
const SUSPECT = /__proto__|\\u|\d[eE]\+?\d{3}|\d{200}/;

/** The text of a body; none when it is too long to be held. */
export async function textOf(request: Request): Promise<string | undefined> {
  if (Number(request.headers.get('Content-Length')) > MAX_LENGTH) return undefined;
  // Only a body that comes in pieces does not tell its length before.
  return request.headers.has('Transfer-Encoding') ? textOfPieces(request) : request.text();
}

async function textOfPieces({ body }: Request): Promise<string | undefined> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let length = 0;
  for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
    length += piece.value.length;
    if (length > MAX_LENGTH) return undefined;
    text += decoder.decode(piece.value, { stream: true });
  }
  return text + decoder.decode();
}

/** The body of a call; refuses what is no JSON, and what cannot be kept safely. */
export function parsed(body: string | undefined): unknown {
  if (body === undefined) throw new Refusal('BatchTooLarge', `The body is over ${MAX_LENGTH / 1e6} MB`);
  if (depthOf(body) > MAX_DEPTH) {
    throw new Refusal('BadParams', `The body has more than ${MAX_DEPTH} lists and objects inside each other`);
  }
  try {
    return JSON.parse(body, SUSPECT.test(body) ? kept : undefined);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal('BadJsonBody', body ? 'The body is not JSON' : 'The body is missing');
  }
}

/** A value of a body; refuses the name that would be taken for something else, and numbers too large to be saved. */
function kept(name: string, value: unknown): unknown {
  if (name === '__proto__') throw new Refusal('BadParams', '`__proto__` cannot be the name of a field');
  if (value === Infinity || value === -Infinity) {
    throw new Refusal('BadParams', `\`${name}\`: is a number too large to be kept`);
  }
  return value;
}

/** How deep a text of JSON goes, found without going there: what is too deep would end the search itself. */
function depthOf(body: string): number {
  let depth = 0;
  let deepest = 0;
  let isInText = false;
  for (let at = 0; at < body.length; at += 1) {
    const sign = body[at];
    if (sign === '"') isInText = !isInText;
    else if (isInText) at += sign === '\\' ? 1 : 0;
    else if (sign === '[' || sign === '{') depth += 1;
    else if (sign === ']' || sign === '}') depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
