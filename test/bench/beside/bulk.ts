import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { runProgram, type Peer } from './peers.js';

/** How many profiles there are, and how many calls of a thousand the service takes in a second. */
const [PEOPLE, LIMIT] = [100_000, 5];

/** Updates 100,000 profiles at a service that keeps its published limit, and says what became of them. */
export async function inBulk({ imports, bulk = '' }: Peer): Promise<string> {
  const service = await createLimited();
  const program = `${imports}
    const url = '${service.url}';
    function* someone() {
      for (let n = 0; n < ${PEOPLE}; n += 1) yield { email: 'user' + n + '@example.com', dataFields: { visits: n } };
    }
    const people = someone();
    const began = performance.now();
    const told = ${bulk};
    console.log(told, performance.now() - began);
    process.exit();`;
  const [told = NaN, took = NaN] = (await runProgram(program)).trim().split(' ').map(Number);
  service.close();
  const { taken, refused } = service;
  const wrong = told === taken.size ? '' : `, of which it tells ${told.toLocaleString('en')}`;
  return `${taken.size.toLocaleString('en')} arrived in ${(took / 1_000).toFixed(1)} s${wrong}, ${refused.count} calls refused`;
}

/** A service that takes no more calls in a second than it says. */
async function createLimited() {
  const taken = new Set<string>();
  const refused = { count: 0 };
  let recent: number[] = [];
  async function take(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const now = performance.now();
    recent = recent.filter((at) => at > now - 1_000);
    response.setHeader('Content-Type', 'application/json');
    if (recent.length >= LIMIT) {
      refused.count += 1;
      return response
        .writeHead(429, { 'Retry-After': '1' })
        .end('{"msg":"Too many requests","code":"RateLimitExceeded"}');
    }
    recent.push(now);
    const { users } = JSON.parse(Buffer.concat(chunks).toString()) as { users: { email: string }[] };
    for (const { email } of users) taken.add(email);
    return response.end(JSON.stringify({ successCount: users.length, failCount: 0, ...NONE }));
  }
  const server = createServer((request, response) => void take(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, taken, refused, close: () => server.close() };
}

/** What failed, as the service says it where nothing did. */
const NONE = {
  invalidEmails: [],
  invalidUserIds: [],
  filteredOutFields: [],
  createdFields: [],
  failedUpdates: {
    ...{ conflictEmails: [], conflictUserIds: [], forgottenEmails: [], forgottenUserIds: [] },
    ...{ invalidDataEmails: [], invalidDataUserIds: [], invalidEmails: [], invalidUserIds: [] },
    ...{ notFoundEmails: [], notFoundUserIds: [] },
  },
};
