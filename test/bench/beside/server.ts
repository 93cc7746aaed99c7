import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { median, tell } from '../browser.js';
import { inBulk } from './bulk.js';
import { callCosts, type CallCost } from './call-cost.js';
import { bundleSize, installPeers, peers, runProgram, versionOf, type Peer } from './peers.js';

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

/** What a client for servers showed; times in milliseconds where nothing else is said. */
export interface ServerFigures extends CallCost {
  name: string;
  version: string;
  import: number;
  /** What a program with one call weighs, minified and compressed by gzip, in bytes. */
  bundle: number;
  /** What became of a call that was refused twice, of one that was cancelled while it waited, and of 100,000 profiles; nothing where the client has no care of its own. */
  refused?: string;
  cancelled?: string;
  many?: string;
}

/** Measures each client for servers against the same small server. */
export async function serverFigures(): Promise<ServerFigures[]> {
  installPeers();
  const service = await createService();
  try {
    const costs = await callCosts(peers, (peer) => setup(peer, service));
    const imports = new Map(peers.map((peer) => [peer, [] as number[]]));
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [peer, times] of imports) times.push(await importTime(peer));
    const rows: ServerFigures[] = [];
    for (const [peer, cost] of costs) {
      const row: ServerFigures = {
        ...{ name: peer.name, version: versionOf(peer), ...cost },
        ...{ import: median(imports.get(peer) ?? []), bundle: bundleSize(peer) },
      };
      if (peer.name !== peer.transport)
        Object.assign(row, {
          refused: await whenRefused(peer, service),
          cancelled: await whenCancelled(peer, service),
          many: peer.bulk && (await inBulk(peer)),
        });
      tell(row.name, JSON.stringify(row));
      rows.push(row);
    }
    return rows;
  } finally {
    service.close();
  }
}
