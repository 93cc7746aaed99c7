import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { createAdmin, type ExportFiles } from '../../../src/admin/index.js';

/** A look at a job, as the service tells it, with the names of its files alone. */
interface Look extends Partial<Omit<ExportFiles, 'files'>> {
  files: string[];
}

/** What an export service does that tests write. */
interface Script {
  /** What is told of the job, call by call; the last goes on. Files whose names come after `startAfter` are told. */
  looks: Look[];
  /** Answers a request for a file. */
  download: (request: IncomingMessage, response: ServerResponse, file: string) => unknown;
  /** Hears of every call before it is answered. */
  onCall?: () => void;
}

/** A server of one export job, over HTTP, and an admin of it. */
export async function serveExport({ looks, download, onCall = () => {} }: Script) {
  const calls: string[] = [];
  let look = -1;

  function answer(request: IncomingMessage, response: ServerResponse): unknown {
    onCall();
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://service');
    calls.push(`${request.method} ${pathname} ${request.headers.range ?? ''}`.trim());
    if (pathname.startsWith('/files/')) return download(request, response, pathname.slice(7));
    response.setHeader('Content-Type', 'application/json');
    if (!pathname.endsWith('/files')) return response.end('{ "jobId": 1 }');
    const after = searchParams.get('startAfter') ?? '';
    look = Math.min(look + 1, looks.length - 1);
    const { files, ...told } = looks[look] ?? { files: [] };
    const found = files.filter((file) => file > after);
    const { port } = server.address() as AddressInfo;
    return response.end(
      JSON.stringify({
        ...{ jobId: 1, jobState: 'Completed', exportTruncated: false, ...told },
        files: found.map((file) => ({ file, url: `http://127.0.0.1:${port}/files/${file}` })),
      }),
    );
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const admin = createAdmin({
    apiKey: 'key',
    baseUrl: `http://127.0.0.1:${port}`,
    pace: false,
    random: () => 0.001,
  });
  return {
    admin,
    /** Every call, with the part of a file that was asked for. */
    calls,
    baseUrl: `http://127.0.0.1:${port}`,
  };
}

/** All that an export has, as text. */
export async function textOf(bytes: AsyncIterable<Uint8Array>): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}
