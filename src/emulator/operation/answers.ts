import type { Envelope, ResultCode } from '../../api/models/envelope.js';

/** The envelope of a call that went well. */
export function success<Params extends object>(params: Params | null = null, msg = ''): Envelope<Params> {
  return { msg, code: 'Success' satisfies ResultCode, params };
}

/** The text of the answers of JSON, so that whoever keeps an answer needs no second reader of it. */
const texts = new WeakMap<Response, string>();

/** Answers with JSON. */
export function json(value: unknown, { status = 200, headers = {} }: JsonOptions = {}): Response {
  const body = JSON.stringify(value);
  const answer = new Response(body, {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
  texts.set(answer, body);
  return answer;
}

/** The text of an answer that {@link json} made. */
export const textOfJson = (answer: Response): string | undefined => texts.get(answer);

/** What an answer says beside its JSON. */
export interface JsonOptions {
  /** Default: 200. */
  status?: number;
  headers?: Record<string, string>;
}

/** Answers that a call was received; what it asks for comes later. */
export function received(params: object | null = null, msg = ''): Response {
  return json({ msg, code: 'Accepted', params }, { status: 202 });
}

/** Answers with a text, such as one identifier a line or CSV. */
export function text(body: string, type = 'text/plain'): Response {
  return new Response(body, { headers: { 'Content-Type': `${type}; charset=utf-8` } });
}

/** Rows of values as CSV. */
export function csv(rows: readonly (readonly unknown[])[], delimiter = ','): string {
  return rows.map((row) => `${row.map((value) => cell(value, delimiter)).join(delimiter)}\n`).join('');
}

function cell(value: unknown, delimiter: string): string {
  if (value === undefined || value === null) return '';
  const words = typeof value === 'string' ? value : JSON.stringify(value);
  return /["\r\n]/.test(words) || words.includes(delimiter) ? `"${words.replaceAll('"', '""')}"` : words;
}
