import type { ServiceCall } from '../shop/relay.js';
import { wordsIn } from './counts.js';

/** What one request to the relay carries. */
export interface Batch {
  /** The first of them, in the order they stand in. */
  lines: BatchLine[];
  /** How many there are in all. */
  count: number;
}

/** A call of the service that goes in a request with others. */
export interface BatchLine {
  path: string;
  body: string;
  /** How the relay answered it; absent while that is awaited. */
  outcome?: { status: number; code?: string; seconds?: number };
}

/** How many lines are kept of one request. */
const MOST = 40;

/** What a request to the relay carries, as it was sent. */
export async function batchIn(body: RequestInit['body']): Promise<Batch | undefined> {
  const text = body instanceof Blob ? await unpacked(body) : body;
  if (typeof text !== 'string') return undefined;
  const lines = text.split('\n');
  return { lines: lines.slice(0, MOST).map(lineOf), count: lines.length };
}

/** Writes beside each line what the relay has answered it. */
export function writeOutcomes({ lines }: Batch, text: string): void {
  const answers = text.split('\n');
  lines.forEach((line, index) => {
    const answer = answers[index];
    if (!answer) return;
    const [status, body, seconds] = JSON.parse(answer) as [number, { code?: string } | null, number?];
    const code = body?.code;
    line.outcome = { status, ...(code && { code }), ...(seconds && { seconds }) };
  });
}

/** What a line tells, such as `product-viewed`. */
export function nameOfLine({ path, body }: BatchLine): string {
  const { eventName, items } = JSON.parse(body) as { eventName?: string; items?: unknown[] };
  if (eventName !== undefined) return eventName;
  if (path.endsWith('/updateCart')) return `cart of ${items?.length ?? 0}`;
  return names.find(([ending]) => path.endsWith(ending))?.[1] ?? wordsIn(path);
}

/** What became of a line, in words; where the relay did not hear the request, it waits. */
export function outcomeInWords({ outcome }: BatchLine, isHeard: boolean): string {
  if (!isHeard) return 'waits';
  if (!outcome) return '…';
  const { status, code = String(status), seconds } = outcome;
  if (status === 200) return 'delivered';
  if (status === 202) return 'accepted';
  if (status === 401) return 'held';
  if (status === 429 || status >= 500) return seconds ? `again in ${seconds} s` : 'again later';
  return `refused: ${code}`;
}

/** Whether the service has what a line tells, or nobody has said anything yet. */
export const isWell = ({ outcome }: BatchLine): boolean => !outcome || outcome.status < 300;

/** What the relay called for a request, by the header that tells of it. */
export function callsIn({ headers }: Response): ServiceCall[] {
  return JSON.parse(headers.get('Service-Calls') ?? '[]') as ServiceCall[];
}

const names: [ending: string, name: string][] = [
  ['/trackPurchase', 'purchase'],
  ['/users/update', 'profile'],
  ['/updateSubscriptions', 'preferences'],
];

function lineOf(text: string): BatchLine {
  const [path, body] = JSON.parse(text) as [string, unknown];
  return { path, body: JSON.stringify(body) };
}

function unpacked(packed: Blob): Promise<string> {
  return new Response(packed.stream().pipeThrough(new DecompressionStream('gzip'))).text();
}
