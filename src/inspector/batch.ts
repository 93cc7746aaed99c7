import { parsed } from '../lib/parsed.js';
import { nameOfCall } from './names.js';

/** What became of an event that went in a request with others. */
export interface Outcome {
  words: string;
  tone: 'good' | 'wait' | 'bad';
}

/** What nobody has answered. */
export const WAITS: Outcome = { words: 'waits', tone: 'wait' };

/** The names of the events that a request to a relay carries, in their order; nothing where that cannot be read. */
export async function namesIn(body: RequestInit['body']): Promise<string[] | undefined> {
  const text = body instanceof Blob ? await unpacked(body) : body;
  if (typeof text !== 'string') return undefined;
  return text.split('\n').map((line) => {
    const [path = '', told = {}] = (parsed(line) ?? []) as [string?, object?];
    return nameOfCall(path, told);
  });
}

/** How a relay has answered each event of a request, in their order. */
export function outcomesIn(text: string): Outcome[] {
  return text.trim().split('\n').map(outcomeOf);
}

function outcomeOf(line: string): Outcome {
  const [status, body, seconds] = (parsed(line) ?? []) as [number?, { code?: string }?, number?];
  if (!status) return WAITS;
  if (status < 300) return { words: status === 202 ? 'accepted' : 'delivered', tone: 'good' };
  const code = body?.code ?? '';
  if (status === 401 || /jwt/i.test(code)) return { words: 'held', tone: 'wait' };
  // Without a word of the service's own it is no refusal.
  if (!code || [403, 408, 413, 429].includes(status) || status >= 500)
    return { words: seconds ? `again in ${seconds} s` : 'again later', tone: 'wait' };
  return { words: `refused: ${code}`, tone: 'bad' };
}

function unpacked(packed: Blob): Promise<string> {
  return new Response(packed.stream().pipeThrough(new DecompressionStream('gzip'))).text();
}
