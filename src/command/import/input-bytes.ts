import { constants, createReadStream, open } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { promisify } from 'node:util';
import { createGunzip } from 'node:zlib';
import { itemsOf } from '../../admin/bulk/source.js';
import type { Terminal } from '../terminal.js';
import { refuse } from '../usage.js';
import { isStandardInput } from './input-kind.js';

/** The bytes of a file, a pipe or what is fed in, unpacked, until the command is told to stop, also while none come. */
export async function* bytesOf(
  path: string,
  { input, stop }: Pick<Terminal, 'input' | 'stop'>,
): AsyncGenerator<Uint8Array, undefined> {
  const packed = isStandardInput(path) ? input() : await openStream(path);
  const isPacked = /\.gz$/i.test(path);
  // What breaks the reading breaks the unpacking, which tells.
  const bytes = isPacked ? pipeline(packed, createGunzip(), () => {}) : packed;
  try {
    yield* itemsOf<Uint8Array>(bytes as AsyncIterable<Uint8Array>, stop);
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    if (code?.startsWith('Z_')) refuse(`${path} is cut off or no gzip: ${message}`);
    throw error;
  }
  return undefined;
}

async function openStream(path: string): Promise<AsyncIterable<Uint8Array>> {
  if (!(await stat(path)).isFIFO()) return createReadStream(path) as AsyncIterable<Uint8Array>;
  // Without waiting for who writes it: that would hold a thread, for which the process waits even when it exits.
  const fd = await promisify(open)(path, constants.O_RDONLY | constants.O_NONBLOCK);
  return new Socket({ fd, readable: true, writable: false }) as AsyncIterable<Uint8Array>;
}
