import type { IncomingMessage, ServerResponse } from 'node:http';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../../../dist', import.meta.url));

/** The body of a request. */
export async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

/** Answers with JSON, or with nothing. */
export function reply(response: ServerResponse, status: number, body?: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' });
  response.end(body && JSON.stringify(body));
}

/** Answers with a page. */
export function page(response: ServerResponse, html: string, status = 200): void {
  response.writeHead(status, { 'Content-Type': 'text/html; charset=utf-8' });
  response.end(`<!doctype html>${html}`);
}

/** Answers with a file of the build. */
export async function file(path: string, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'text/javascript', 'Cache-Control': 'max-age=3600' });
  response.end(await readFile(dist + path));
}

/** The messages of a visitor, by number. */
export function messagesOf(numbers: number[]): object {
  const inAppMessages = numbers.map((number) => ({
    ...{ messageId: `m${number}`, campaignId: 1, saveToInbox: true, read: false, priorityLevel: 1 },
    ...{
      trigger: { type: 'never' },
      content: { html: '<p>Hello</p>' },
      messageType: 'Web',
      typeOfContent: 'Static',
    },
    ...{ jsonOnly: false, createdAt: 1_780_000_000_000, inboxMetadata: { title: 'Hello' } },
  }));
  return { inAppMessages };
}
