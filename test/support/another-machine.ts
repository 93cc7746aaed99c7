import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** An address of another machine: one that is kept for examples. */
const ADDRESS = '192.0.2.7';

/** Has every connection come from another machine until the test ends, which one machine alone cannot show. */
export function callFromAnotherMachine(): void {
  const move = (message: unknown) => {
    Object.defineProperty((message as { socket: Socket }).socket, 'remoteAddress', { value: ADDRESS });
  };
  subscribe('net.server.socket', move);
  onTestFinished(() => void unsubscribe('net.server.socket', move));
}
