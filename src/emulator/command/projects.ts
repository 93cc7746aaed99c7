import { wholeRequestOf } from '../answering/plain-request.js';
import type { Emulator } from '../emulator.js';
import { EMULATOR_KEYS, type Keys, type KeyType } from '../operation/keys.js';

/** How many things each project can number before it comes to the numbers of the next. */
const NUMBERS = 1_000_000_000;

/** The number before the first that a project gives, so that an address without a key leads to one project alone. */
export function firstIdOf(number: number): number {
  return 1_000 + (number - 1) * NUMBERS;
}

/** The keys of a project: those of the first as they are, those of the others with their number, such as `…-key-2`. */
export function keysOf(number: number, given: Partial<Keys>): Keys {
  const first = { ...EMULATOR_KEYS, ...given };
  if (number === 1) return first;
  const numbered = Object.entries(first).map(([type, key]) => [type, `${key}-${number}`]);
  return Object.fromEntries(numbered) as Record<KeyType, string>;
}

/**
 * Several projects that are called at one address, told apart by key: no call of one sees or changes another.
 *
 * What is under `/_emulator` is of the project whose key comes along in `Api-Key`; without one, of the first. An
 * address that needs no key, such as that of an export's file, is looked for in each.
 */
export function projectsFetch(projects: readonly Emulator[]): typeof globalThis.fetch {
  const [first] = projects;
  if (!first) throw new TypeError('There must be a project');
  if (projects.length === 1) return first.fetch;

  return async (input, init) => {
    const request = wholeRequestOf(input, init);
    const key = request.headers.get('Api-Key');
    if (key !== null)
      return (projects.find(({ keys }) => Object.values(keys).includes(key)) ?? first).fetch(request);
    const isLink = request.method === 'GET' && /^\/(?!$|_emulator)/.test(new URL(request.url).pathname);
    return isLink ? firstThatHas(projects, request) : first.fetch(request);
  };
}

async function firstThatHas(projects: readonly Emulator[], { url, headers }: Request): Promise<Response> {
  let last: Response | undefined;
  for (const { fetch } of projects) {
    const response = await fetch(new Request(url, { headers }));
    if (response.ok) return response;
    last ??= response;
  }
  return last ?? new Response(null, { status: 404 });
}
