import { describe, expect, it } from 'vitest';
import { createRelay, toNode } from '../../src/relay/index.js';
import { bullQueue, deadLetters, relayWorker } from '../../src/relay/queue.js';

const keys = { baseUrl: 'http://localhost', serverKey: 'a-key', webKey: 'b-key', tokenSecret: 'secret' };
/** A client of Redis as far as it is asked when a queue is made. */
const connection = { sendCommand: () => {}, duplicate: () => {} };

const relay = (more: object) => () => createRelay({ ...keys, user: () => null, ...more });
const worker = (more: object) => () => relayWorker({ ...keys, connection, ...more } as never);
const queue = (more: object) => () => bullQueue({ connection, ...more } as never);
const letters = (more: object) => () => deadLetters({ connection, ...more } as never);

describe('an option that cannot be used', () => {
  it.each([
    ['a server key with a space', relay({ serverKey: 'a b' }), '`serverKey` must be a key without spaces'],
    ['a web key with a space', relay({ webKey: 'a b' }), '`webKey` must be a key without spaces'],
    ['a time that is no clock', relay({ now: 5 }), '`now` must be a function'],
    ['a number that is no chance', relay({ random: 5 }), '`random` must be a function'],
    ['no relay', () => toNode(undefined as never), '`toNode` must be given what `createRelay` gives'],
    ['another object', () => toNode({} as never), '`toNode` must be given what `createRelay` gives'],
  ])('of a relay is refused at once: %s', (_, make, words) => {
    expect(make).toThrow(expect.objectContaining({ name: 'OptionError' }));
    expect(make).toThrow(words);
  });

  it.each([
    { giveUpAfter: NaN },
    { giveUpAfter: '7d' },
    { giveUpAfter: -1 },
    { giveUpAfter: 0 },
    { lockDuration: NaN },
    { lockDuration: 1 },
    { lockDuration: 0 },
    { lockDuration: -5 },
    { lockDuration: 2_000.5 },
    { lockDuration: Infinity },
    { lockDuration: 'x' },
    { now: 5 },
    { random: 5 },
    { onError: 'x' },
    { prefix: '' },
  ])('of a worker is refused at once: %o', (more) => {
    expect(worker(more)).toThrow(expect.objectContaining({ name: 'OptionError' }));
    expect(worker(more)).toThrow(`\`${Object.keys(more).join()}\` must be`);
  });

  it.each([
    { timeout: 8_000 },
    { timeout: 60_000 },
    { timeout: 0.5 },
    { timeout: '5000' },
    { isDurable: 'false' },
    { prefix: 5 },
    { prefix: '' },
    { name: 5 },
    { now: 5 },
  ])('of a queue is refused at once: %o', (more) => {
    expect(queue(more)).toThrow(expect.objectContaining({ name: 'OptionError' }));
    expect(queue(more)).toThrow(`\`${Object.keys(more).join()}\` must be`);
  });

  it('of dead letters is refused at once', () => {
    expect(letters({ now: 5 })).toThrow('`now` must be a function');
    expect(letters({ prefix: '' })).toThrow('`prefix` must be');
  });
});
