import type { Route } from '../../api/address.js';
import { NetworkError } from '../../errors.js';
import { isObject } from '../../lib/is-object.js';
import { isText } from '../../lib/text.js';

/**
 * The answer to what is answered by a word of the service's own. One that has none is another's, such as a proxy's, and
 * that of the service got lost; but what was accepted is done, whatever is said of it.
 */
export function mustSay(answer: unknown, { route, status }: { route: Route; status: number }): unknown {
  if (status === 202 || isWord(answer)) return answer;
  throw new NetworkError(`${route} was answered ${status} without a word of the service’s own (\`code\`)`);
}

function isWord(answer: unknown): boolean {
  return isObject(answer) && isText(answer['code']) && typeof answer['msg'] === 'string';
}
