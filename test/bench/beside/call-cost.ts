import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { FOLDER, type Peer } from './peers.js';

/** How many rounds a process lives through, and how often all processes begin anew. */
const [ROUNDS, LIVES] = [10, 5];
/** How long a round is, so that caches are warm as they are on a server under load; and how long each calls before, in milliseconds. */
const [ROUND, WARM] = [300, 1_500];

/** What calls cost, in microseconds each. */
export interface CallCost {
  /** How long one takes. */
  wall: number;
  /** How long one keeps the processor busy, beyond what it takes to make it with no client at all. */
  overhead: number;
  /** How much longer one takes than with no client at all. */
  delay: number;
}

type Round = Record<'wall' | 'cpu', number>;

/**
 * What one call costs with each client, each in a process of its own. They take turns, so that what else the machine does
 * befalls all, and begin anew a few times, since one process is never quite as fast as the next.
 */
export async function callCosts(
  peers: readonly Peer[],
  setup: (peer: Peer) => string,
): Promise<Map<Peer, CallCost>> {
  const rounds = new Map<Peer, Round[]>(peers.map((peer) => [peer, []]));
  for (let life = 0; life < LIVES; life += 1) await playRounds(rounds, setup);
  const least = (peer: Peer | undefined, what: keyof Round) =>
    lowest((peer && rounds.get(peer)?.map((round) => round[what])) ?? []);
  return new Map(
    peers.map((peer) => {
      const bare = peers.find(({ name }) => name === peer.transport);
      return [
        peer,
        {
          wall: least(peer, 'wall'),
          overhead: least(peer, 'cpu') - least(bare, 'cpu'),
          delay: least(peer, 'wall') - least(bare, 'wall'),
        },
      ];
    }),
  );
}

/** The lowest tenth of some figures: what else a machine does makes them higher, and never lower. */
function lowest(figures: number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 10)] ?? NaN;
}

async function playRounds(rounds: ReadonlyMap<Peer, Round[]>, setup: (peer: Peer) => string): Promise<void> {
  const runners: [Round[], Runner][] = [];
  try {
    for (const [peer, own] of rounds) runners.push([own, await startRunner(setup(peer))]);
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [own, runner] of runners) own.push(await runner.round());
    }
  } finally {
    for (const [, { end }] of runners) end();
  }
}

/** A process that makes calls when it is told to. */
interface Runner {
  round(): Promise<Round>;
  end(): void;
}

async function startRunner(setup: string): Promise<Runner> {
  const program = `${setup}
    const { createInterface } = await import('node:readline');
    for (const end = performance.now() + ${WARM}; performance.now() < end; ) await call();
    console.log('warm');
    for await (const _ of createInterface({ input: process.stdin })) {
      const [busy, began] = [process.cpuUsage(), performance.now()];
      let calls = 0;
      for (; performance.now() < began + ${ROUND}; calls += 1) await call();
      const { user, system } = process.cpuUsage(busy);
      const wall = (performance.now() - began) * 1_000;
      console.log(JSON.stringify({ wall: wall / calls, cpu: (user + system) / calls }));
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: FOLDER,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout });
  const line = async () => {
    const [text] = (await once(lines, 'line')) as [string];
    return text;
  };
  await line();
  return {
    round() {
      const told = line();
      child.stdin.write('go\n');
      return told.then((text) => JSON.parse(text) as Round);
    },
    end: () => child.kill(),
  };
}
