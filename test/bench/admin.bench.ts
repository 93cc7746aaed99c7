import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bench, describe } from 'vitest';
import { median, once, tell } from './browser.js';
import { callCosts, type CallCost } from './call-cost.js';
import { bundleSize, installPeers, peers, runProgram, type Peer } from './peers.js';

/** How often each is measured, all in turn, so that what else the machine does befalls all alike. */
const ROUNDS = 5;
/** When a call that waits is cancelled, in milliseconds. */
const CANCELLED = 300;

/** A server that answers every read the same, or refuses it as often as it is told to. */
async function createService() {
  /** How many calls are refused, and after how many seconds they may come back. */
  const refusal = { left: 0, retryAfter: 1 };
  const arrivals: number[] = [];
  const server = createServer((request, response) => {
    request.resume();
    arrivals.push(Date.now());
    if (refusal.left > 0) refuse(response);
    else answer(response, 200, '{"lists":[],"object":"list","data":[],"has_more":false,"url":"/"}');
  });
  function refuse(response: ServerResponse) {
    refusal.left -= 1;
    response.setHeader('Retry-After', String(refusal.retryAfter));
    answer(
      response,
      429,
      '{"msg":"Too many requests","code":"RateLimitExceeded","error":{"type":"rate_limit"}}',
    );
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { refusal, arrivals, port, url: `http://127.0.0.1:${port}`, close: () => server.close() };
}

function answer(response: ServerResponse, status: number, body: string) {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(body);
}

type Service = Awaited<ReturnType<typeof createService>>;

const setup = ({ imports, call }: Peer, { url, port }: Service) =>
  `${imports}\nconst [url, port] = ['${url}', ${port}];\nconst call = ${call};\n`;

/** How long the import takes, in milliseconds. */
function importTime({ imports }: Peer): Promise<number> {
  const [, name] = /from '(.*)'/.exec(imports) ?? [];
  const load = name === undefined ? '' : `await import('${name}');`;
  const program = `const began = performance.now(); ${load} console.log(performance.now() - began);`;
  return runProgram(program).then(Number);
}

/** What becomes of a call that is refused twice and may come back after a second. */
async function whenRefused(peer: Peer, service: Service): Promise<string> {
  Object.assign(service.refusal, { left: 2, retryAfter: 1 });
  service.arrivals.length = 0;
  const program = `${setup(peer, service)}
    console.log(await call().then(() => 'answered', (error) => 'failed'));`;
  const outcome = (await runProgram(program)).trim();
  service.refusal.left = 0;
  const { arrivals } = service;
  const waits = arrivals.slice(1).map((at, index) => ((at - (arrivals[index] ?? at)) / 1_000).toFixed(1));
  const tooSoon = waits.filter((wait) => Number(wait) < 0.95).length;
  return `${outcome} after ${arrivals.length} calls, ${waits.length ? `${waits.join(' and ')} s apart` : 'never repeated'}${tooSoon ? ', too soon' : ''}`;
}

/** How long a call still takes that is cancelled while it waits to come back. */
async function whenCancelled(peer: Peer, service: Service): Promise<string> {
  Object.assign(service.refusal, { left: Infinity, retryAfter: 10 });
  const program = `${setup(peer, service)}
    const began = performance.now();
    const signal = AbortSignal.timeout(${CANCELLED});
    await call(signal).catch(() => {});
    console.log(performance.now() - began);
    process.exit();`;
  const took = Number(await runProgram(program));
  service.refusal.left = 0;
  if (took < CANCELLED) return 'did not wait';
  return took < CANCELLED + 200
    ? `ended ${(took - CANCELLED).toFixed(0)} ms later`
    : `went on for ${(took / 1_000).toFixed(1)} s`;
}

/** What is measured of a client, by what it is. */
type Figures = Record<'import' | 'bundle', number> & CallCost;

async function measure(service: Service): Promise<Map<Peer, Figures>> {
  const costs = await callCosts(peers, (peer) => setup(peer, service));
  const imports = new Map(peers.map((peer) => [peer, [] as number[]]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [peer, times] of imports) times.push(await importTime(peer));
  }
  return new Map(
    [...costs].map(([peer, cost]) => [
      peer,
      { import: median(imports.get(peer) ?? []), bundle: bundleSize(peer), ...cost },
    ]),
  );
}

const units = {
  import: 'ms',
  bundle: 'bytes gzip',
  wall: 'µs for a call',
  delay: 'µs longer than its bare transport',
  overhead: 'µs busy beyond its bare transport',
};

describe('the server door beside other clients', () => {
  bench(
    'all figures',
    async () => {
      installPeers();
      const service = await createService();
      try {
        const measured = await measure(service);
        const ours = [...measured].find(([{ name }]) => name === 'tidings/admin')?.[1];
        for (const [peer, figures] of measured) {
          for (const [what, unit] of Object.entries(units) as [keyof Figures, string][]) {
            const ratio = (figures[what] / (ours?.[what] ?? NaN)).toFixed(2);
            tell(`${peer.name}: ${what}`, `${figures[what].toFixed(0)} ${unit}: ${ratio} times ours`);
          }
          // What has no care of its own has nothing to show here.
          if (peer.name === peer.transport) continue;
          tell(`${peer.name}: 429 twice, Retry-After: 1`, await whenRefused(peer, service));
          tell(`${peer.name}: cancelled while it waits`, await whenCancelled(peer, service));
        }
      } finally {
        service.close();
      }
    },
    once,
  );
});
