import { createServer } from 'node:http';
import { createClient } from 'redis';

/*
 * A server of the shop as a process of its own: a relay that fills a queue, or a worker that empties it, of what is built.
 * Its process tells it what to be, and what time it is; whom the site lets in stands in a header, which the site sets.
 */
/** @typedef {import('../../../src/relay/index.js').RelayOptions<import('node:http').IncomingMessage>} RelayOptions */
/** @typedef {import('../../../src/relay/index.js').SessionUser} SessionUser */
/** @typedef {Pick<RelayOptions, 'baseUrl' | 'serverKey' | 'webKey' | 'tokenSecret'>} Keys */
/** @typedef {{ as: 'relay' | 'worker', redis: string, ahead: number, timeout: number, lockDuration: number, keys: Keys }} Role */

const built = (/** @type {string} */ path) =>
  import(String(new URL(`../../../dist/${path}`, import.meta.url)));
const { createRelay, toNode } = /** @type {typeof import('../../../src/relay/index.js')} */ (
  await built('relay/index.js')
);
const { bullQueue, relayWorker } = /** @type {typeof import('../../../src/relay/queue.js')} */ (
  await built('relay/queue.js')
);

const role = /** @type {Role} */ (JSON.parse(process.argv[2] ?? ''));
const { as, redis, timeout, lockDuration, keys } = role;
const { now } = Date;
let { ahead } = role;
Date.now = () => now() + ahead;

const connection = createClient({ url: redis });
connection.on('error', () => {});
await connection.connect();
const common = { ...keys, now: () => Date.now(), onError: () => {} };

async function work() {
  const worker = relayWorker({ ...common, connection, lockDuration });
  await worker.ready();
  return worker.ready;
}

/** Gives the port. */
async function listen() {
  const relay = createRelay({
    ...common,
    queue: bullQueue({ connection, timeout, now: common.now }),
    ...{ rate: false, behindProxy: true },
    user(/** @type {import('node:http').IncomingMessage} */ { headers }) {
      const text = String(headers['ledger-session']);
      if (text === 'failing') throw new Error('There are no sessions now');
      return /** @type {SessionUser | null} */ (JSON.parse(decodeURIComponent(text)));
    },
  });
  const server = createServer(toNode(relay));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  return /** @type {import('node:net').AddressInfo} */ (server.address()).port;
}

const look = as === 'worker' ? await work() : undefined;
const port = look ? 0 : await listen();
process.on('message', (/** @type {number} */ next) => {
  ahead = next;
  process.send?.({ ahead });
  // What is put off is looked at by the new time.
  look?.().catch(() => {});
});
// Nobody is left to serve.
process.on('disconnect', () => process.exit());
process.send?.({ port });
