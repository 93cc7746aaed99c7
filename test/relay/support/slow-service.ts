import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { createForwarding } from '../../../src/relay/forwarding/forwarding.js';
import type { ForwardingOptions } from '../../../src/relay/forwarding/forwarding-options.js';
import type { RelayedCall, RelayedRoute } from '../../../src/relay/relayed-call.js';
import { until } from '../../support/until.js';

/** A call that a service has got and not answered. */
export interface HeldCall {
  path: string;
  body: Record<string, unknown>;
  answer(body?: object, init?: { status?: number; headers?: Record<string, string> }): void;
}

/** A service over HTTP that answers each call when a test says so. */
export async function heldService() {
  const calls: HeldCall[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>;
      calls.push({ path: request.url ?? '', body, answer: answerOf(response) });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    baseUrl,
    calls,
    /** Resolves once so many calls have come. */
    came: (count: number) =>
      until(() => {
        if (calls.length < count) throw new Error(`${calls.length} calls came, and not ${count}`);
      }),
  };
}

const answerOf =
  (response: ServerResponse): HeldCall['answer'] =>
  (body = { msg: '', code: 'Success', params: null, successCount: 1, failCount: 0 }, init = {}) => {
    response.writeHead(init.status ?? 200, { 'Content-Type': 'application/json', ...init.headers });
    response.end(JSON.stringify(body));
  };

/** A pace that holds nobody back, but where the service asks for it. */
export function freePace() {
  const refused = new Map<string, number>();
  return {
    take: (operation: string) => refused.get(operation) ?? 0,
    refuse: (operation: string, wait: number) => void refused.set(operation, wait),
    refusedFor: (operation: string) => refused.get(operation) ?? 0,
  };
}

/** The forwarding of a relay to a service. */
export function forwardingTo(baseUrl: string, options: Partial<ForwardingOptions> = {}) {
  return createForwarding({
    ...{ baseUrl, serverKey: 'a-server-key', webKey: 'a-web-key', tokenSecret: 'a-secret-of-tests' },
    pace: freePace(),
    random: () => 0.001,
    ...options,
  });
}

/** A call of a user. */
export function call(path: string, body: Record<string, unknown>, userId = 'ada'): RelayedCall {
  const user = { userId };
  const named = path.startsWith('commerce') ? { user } : user;
  return { route: `POST /api/${path}` satisfies RelayedRoute, body: { ...body, ...named }, user };
}
