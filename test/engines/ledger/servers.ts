import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as wait } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { Emulator } from '../../../src/emulator/app.js';
import { serve } from '../../../src/emulator/command/server.js';
import { bullQueue } from '../../../src/relay/queue.js';
import { connectTo } from '../../admin/support/queue.js';
import { startRedis } from '../../support/redis.js';
import type { Strike } from './schedule.js';

/** The servers of a shop whose relays fill a queue: two relays, two workers and a Redis, each a process of its own. */
export interface Servers {
  /** Has a relay answer, another one each time; rejects where that is gone, or its answer gets lost. */
  answer(request: Request, session: string): Promise<Response>;
  /** Loses the next answers of relays, so many of them. */
  loseAnswers(times: number): void;
  /** Does something to one of them. */
  strike(strike: Strike): Promise<void>;
  /** Tells all of them how far the clock is ahead, in milliseconds. */
  leap(ahead: number): Promise<void>;
  /** Lets all of them run. */
  mend(): Promise<void>;
  /** How many calls wait in the queue, and how many the service would not take. */
  counts(): Promise<{ waiting: number; deadLetters: number }>;
}

const PROGRAM = fileURLToPath(new URL('server-process.js', import.meta.url));
/** How long Redis has to say that it has calls on disk, and how long a worker that says nothing keeps its parts, in milliseconds. */
const HOW = { timeout: 1_000, lockDuration: 2_000 };
/** A Redis that has all on disk before it answers. */
const DURABLE = { isKept: true, settings: { appendfsync: 'always' } };

/** One of those processes, or its place. */
interface Process {
  child?: ChildProcess;
  port: number;
  isFrozen: boolean;
}

/** Starts the servers of a shop, until the test ends. */
export async function startServers(service: Emulator, tokenSecret: string): Promise<Servers> {
  const served = await serve(service, { port: 0 });
  onTestFinished(() => served.close());
  const redis = await startRedis(DURABLE);
  const keys = {
    ...{ baseUrl: `http://127.0.0.1:${served.port}`, tokenSecret },
    ...{ serverKey: service.keys.server, webKey: service.keys.web },
  };
  const none = (): Process => ({ port: 0, isFrozen: false });
  const all = { relay: [none(), none()], worker: [none(), none()] };
  let [ahead, turn, lost, isRedisUp] = [0, 0, 0, true];

  async function start(as: 'relay' | 'worker', place: Process): Promise<void> {
    if (place.child) return;
    const child = fork(PROGRAM, [JSON.stringify({ as, redis: redis.url, ahead, keys, ...HOW })]);
    place.child = child;
    place.isFrozen = false;
    const { port } = (await told(child)) as { port: number };
    place.port = port;
  }

  async function kill(place: Process): Promise<void> {
    const { child } = place;
    delete place.child;
    place.port = 0;
    if (!child) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
  }
  const places = () => [...all.relay, ...all.worker];
  onTestFinished(() => Promise.all(places().map(kill)).then(() => undefined));
  await Promise.all([...all.relay.map(startOf('relay')), ...all.worker.map(startOf('worker'))]);
  const connection = await connectTo(redis.url);
  const queue = bullQueue({ connection });
  onTestFinished(() => queue.close());

  function startOf(as: 'relay' | 'worker') {
    return (place: Process) => start(as, place);
  }

  function freeze(place: Process, isFrozen: boolean): void {
    if (place.isFrozen === isFrozen) return;
    place.isFrozen = isFrozen;
    place.child?.kill(isFrozen ? 'SIGSTOP' : 'SIGCONT');
  }

  async function strikeRedis(how: Strike['how']): Promise<void> {
    if (how === 'freeze') redis.freeze();
    else if (how === 'thaw') redis.thaw();
    else if (how === 'kill') await redis.stop();
    else if (!isRedisUp) await redis.start();
    isRedisUp = how !== 'kill';
  }

  return {
    async answer(request, session) {
      const place = all.relay[turn++ % all.relay.length];
      if (!place?.port) throw new Error('This relay is gone');
      const response = await fetch(`http://127.0.0.1:${place.port}/tidings${new URL(request.url).search}`, {
        method: request.method,
        headers: asked(request, session),
        ...(request.method === 'POST' && { body: await request.arrayBuffer() }),
      });
      const { status, headers } = response;
      const body = await response.arrayBuffer();
      if (lost > 0) {
        lost -= 1;
        throw new Error('This answer is lost');
      }
      return new Response(status === 304 ? null : body, { status, headers });
    },
    loseAnswers: (times) => void (lost = times),
    async strike({ whom, how, which = 0 }) {
      if (whom === 'redis') return strikeRedis(how);
      const place = all[whom][which] as Process;
      if (how === 'start') await start(whom, place);
      else if (how === 'kill') await kill(place);
      else freeze(place, how === 'freeze');
    },
    async leap(next) {
      ahead = next;
      await Promise.all(
        places().map(async ({ child, isFrozen }) => {
          child?.send(ahead);
          // Who stands still hears of it later.
          if (child && !isFrozen) await told(child);
        }),
      );
    },
    async mend() {
      lost = 0;
      await strikeRedis('thaw');
      if (!isRedisUp) await strikeRedis('start');
      for (const place of places()) freeze(place, false);
      await Promise.all([...all.relay.map(startOf('relay')), ...all.worker.map(startOf('worker'))]);
    },
    async counts() {
      while (!connection.isReady) await wait(20);
      return queue.counts();
    },
  };
}

/** What a process says next; rejects where it ends instead. */
async function told(child: ChildProcess): Promise<unknown> {
  const heard = new AbortController();
  const { signal } = heard;
  const ended = once(child, 'exit', { signal }).then(() => {
    throw new Error('A server of the shop has ended');
  });
  try {
    const [message] = (await Promise.race([once(child, 'message', { signal }), ended])) as unknown[];
    return message;
  } finally {
    ended.catch(() => {}); // Nobody waits for it any longer.
    heard.abort();
  }
}

/** The headers of a page's request as the site's proxy hands them on. */
function asked({ headers, url }: Request, session: string): Headers {
  const handed = new Headers(headers);
  for (const name of ['Connection', 'Content-Length', 'Host', 'Transfer-Encoding']) handed.delete(name);
  handed.set('X-Forwarded-Proto', 'http');
  handed.set('X-Forwarded-Host', new URL(url).host);
  handed.set('X-Forwarded-For', '127.0.0.1');
  handed.set('Ledger-Session', session);
  return handed;
}
