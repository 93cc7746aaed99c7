import { describe, it } from 'vitest';
import { examples } from './support/examples.js';
import { hasRedis } from './support/redis.js';
import { doorsOf, runExample } from './support/run-example.js';

/** Those of servers and of the emulator; what uses the browser's door as well needs a page. */
const forNode = examples.filter((example) => {
  const doors = doorsOf(example);
  return doors.length > 0 && doors.every((door) => /^tidings\/(admin|emulator)/.test(door));
});
const needsRedis = ({ code }: (typeof examples)[number]) => code.includes('REDIS_URL');

describe('an example for servers', () => {
  it.each(
    forNode
      .filter((example) => !needsRedis(example))
      .map((example) => [`${example.page}:${example.line}`, example] as const),
  )('works: %s', (_, example) => runExample(example));

  // The scripts that run the tests install it where they may.
  for (const example of forNode.filter(needsRedis)) {
    it.skipIf(!hasRedis)(`works where \`redis-server\` is installed: ${example.page}:${example.line}`, () =>
      runExample(example),
    );
  }
});
