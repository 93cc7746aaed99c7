import type { Route } from '../../api/address.js';
import { NetworkError } from '../../errors.js';
import { isObject } from '../../lib/is-object.js';

/**
 * The answer to what is answered by a word of the service's own. One that has none is another's, such as a proxy's, and
 * that of the service got lost.
 */
export function mustSay(answer: unknown, { route }: { route: Route }): unknown {
  if (isObject(answer) && answer['code']) return answer;
  throw new NetworkError(`${route} was answered without a word of the service’s own (\`code\`)`);
}
