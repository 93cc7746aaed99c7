import { describe, expect, it } from 'vitest';
import { createRelay } from '../../src/relay/index.js';
import { bullQueue, deadLetters, relayWorker } from '../../src/relay/queue.js';

const keys = { baseUrl: 'http://localhost', serverKey: 'a-key', webKey: 'b-key', tokenSecret: 'secret' };
/** A client of Redis as far as it is asked when a queue is made. */
const connection = { sendCommand: () => {}, duplicate: () => {} };

const relay = (more: object) => () => createRelay({ ...keys, user: () => null, ...more });

describe('a name of an option that nobody reads', () => {
  it.each([
    ['of a relay', relay({ behindproxy: true }), '`behindproxy` is no option: did you mean `behindProxy`?'],
    ['of a relay', relay({ loger: console }), '`loger` is no option: did you mean `logger`?'],
    [
      'within one',
      relay({ limits: { line: 5 } }),
      '`limits.line` is no option: did you mean `limits.lines`?',
    ],
    [
      'within one',
      relay({ rate: { everybody: 5 } }),
      '`rate.everybody` is no option: there are `rate.session`, `rate.address`',
    ],
    ['that every object has', relay({ toString: 1 }), '`toString` is no option: there are `baseUrl`, '],
    [
      'of a queue',
      () => bullQueue({ connection, durable: false } as never),
      '`durable` is no option: did you mean `isDurable`?',
    ],
    [
      'of a worker',
      () => relayWorker({ ...keys, connection, giveupAfter: 5 } as never),
      '`giveupAfter` is no option: did you mean `giveUpAfter`?',
    ],
    [
      'of dead letters',
      () => deadLetters({ connection, nam: 'mine' } as never),
      '`nam` is no option: did you mean `name`?',
    ],
  ])('is refused: %s', (_, make, words) => {
    expect(make).toThrow(words);
  });

  it('is refused where the options are none', () => {
    expect(() => createRelay(undefined as never)).toThrow('The options must be an object: `{ baseUrl,');
    expect(() => bullQueue(null as never)).toThrow('The options must be an object: `{ connection }`');
  });

  it('may stand there without a value', () => {
    expect(relay({ queues: undefined })).not.toThrow();
  });
});
