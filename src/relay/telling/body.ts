import type { RelayLimits } from '../relay-options.js';
import { Refusal } from '../refusal.js';

/** How long a body may take to come, in milliseconds: what comes later would be answered too late. */
const PATIENCE = 4_000;

const tooLarge = () => new Refusal(413, 'BodyTooLarge', 'The body holds more than a request may');

/** The lines of a request's body, gzipped or not, as far as they are within the limits. */
export async function linesOf(request: Request, limits: RelayLimits): Promise<string[]> {
  const { lines: most = 500, bytes = 256_000, lineBytes = 1_000_000 } = limits;
  const encoding = request.headers.get('Content-Encoding') ?? 'identity';
  if (!/^(identity|gzip)$/i.test(encoding))
    throw new Refusal(415, 'UnsupportedEncoding', 'The body must be text, or that gzipped');
  const whole = Math.max(bytes, lineBytes);
  if (Number(request.headers.get('Content-Length') ?? 0) > whole) throw tooLarge();
  const text = textOf(await unpacked(await sentOf(request, whole), whole));
  const lines = text.replace(/\n$/, '').split('\n');
  if (!text) throw new Refusal(400, 'BadBody', 'The body must hold a line of JSON for each call');
  if (lines.length > most || (lines.length > 1 && byteLength(text) > bytes)) throw tooLarge();
  return lines;
}

/** What was sent; refused once it is too much, or comes too slowly. */
async function sentOf({ body, signal }: Request, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), PATIENCE);
  try {
    return await gathered(body, most, AbortSignal.any([signal, late.signal]));
  } catch (error) {
    if (error instanceof Refusal) throw error;
    if (late.signal.aborted) throw new Refusal(408, 'RequestTimeout', 'The body did not come in time');
    throw new Refusal(400, 'BadBody', 'The body did not come whole');
  } finally {
    clearTimeout(timer);
  }
}

/** What was sent, unpacked where it was packed. */
async function unpacked(sent: Uint8Array<ArrayBuffer>, most: number): Promise<Uint8Array> {
  if (sent[0] !== 0x1f || sent[1] !== 0x8b) return sent;
  const stream = new Blob([sent]).stream().pipeThrough(new DecompressionStream('gzip'));
  try {
    return await gathered(stream, most);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(400, 'BadBody', 'The body cannot be unpacked');
  }
}

/** All of a stream, given up as soon as it is more than may be: what is packed well may be without an end. */
async function gathered(
  stream: ReadableStream<Uint8Array> | null,
  most: number,
  signal?: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = stream?.getReader();
  const pieces: Uint8Array[] = [];
  let length = 0;
  const stop = () => void reader?.cancel().catch(() => {}); // Whoever sends it hears from the answer.
  signal?.addEventListener('abort', stop);
  try {
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
      length += piece.value.length;
      if (length > most) throw tooLarge();
      pieces.push(piece.value);
    }
    signal?.throwIfAborted();
  } catch (error) {
    stop();
    throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new Refusal(400, 'BadBody', 'The body must be text in UTF-8');
  }
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}
