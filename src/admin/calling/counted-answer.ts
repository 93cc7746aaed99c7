import type { Route } from '../../api/address.js';
import { NetworkError } from '../../errors.js';
import { isFrom } from './numbers.js';

/**
 * The answer to many records, which must count those taken and not taken. One that does not is another's, such as a
 * proxy's, and that of the service got lost; but what was accepted is done, whatever is said of it.
 */
export function mustCount(answer: unknown, { route, status }: { route: Route; status: number }): unknown {
  const { successCount, failCount } = { ...(answer as Partial<Record<string, unknown>> | undefined) };
  const counts = [successCount, failCount].filter((count) => count !== undefined);
  const isRight = counts.length > 0 && counts.every((count) => isFrom(0, count) && Number.isInteger(count));
  if (isRight || status === 202) return answer;
  throw new NetworkError(`${route} was answered without a right \`successCount\` and \`failCount\``);
}
