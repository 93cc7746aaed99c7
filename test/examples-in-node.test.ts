import { describe, it } from 'vitest';
import { examples } from './support/examples.js';
import { hasRedis } from './support/redis.js';
import { doorsOf, runExample } from './support/run-example.js';

/** Those of servers and of the emulator; what uses the browser's door as well needs a page. */
const forNode = examples.filter((example) => {
  const doors = doorsOf(example);
  return doors.length > 0 && doors.every((door) => door === 'tidings/admin' || door === 'tidings/emulator');
});

describe('an example for servers', { timeout: 60_000 }, () => {
  for (const example of forNode) {
    const needsRedis = example.code.includes('REDIS_URL');
    it.skipIf(needsRedis && !hasRedis)(`works: ${example.page}:${example.line}`, () => runExample(example));
  }
});
