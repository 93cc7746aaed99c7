import { readFile } from 'node:fs/promises';

/** The desk's files, by their path below it: where each is from the project's root, and its type. */
const FILES: Record<string, [file: string, type: string]> = {
  '/': ['demo/admin/admin.html', 'text/html; charset=utf-8'],
  '/style.css': ['demo/admin/style.css', 'text/css; charset=utf-8'],
  '/page.js': ['build/demo/admin/page.js', 'text/javascript; charset=utf-8'],
};

/** The paths of the desk's files. */
export const PATHS = Object.keys(FILES);

/** The page runs what we serve and nothing else, sends nothing elsewhere, and no other page frames it. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** A message may look as it likes, and do nothing: no scripts, no forms, no links out of its frame. */
const MESSAGE_POLICY = [
  'sandbox',
  "default-src 'none'",
  "style-src 'unsafe-inline'",
  'img-src data: http: https:',
  "frame-ancestors 'self'",
].join('; ');

/** One of the files that the desk is made of. */
export async function fileAt(path: string): Promise<Response> {
  const [file, type] = FILES[path] ?? [];
  if (!file || !type) return new Response(null, { status: 404 });
  const body = await readFile(file, 'utf8');
  return new Response(body, { headers: headersOf(type, POLICY) });
}

/** A message as its reader sees it, to be framed by the page. */
export function messagePage(html: string): Response {
  // A link would leave its message for the page behind it; another window is none that the sandbox opens.
  const body = `${html}<base target="_blank">`;
  return new Response(body, { headers: headersOf('text/html; charset=utf-8', MESSAGE_POLICY) });
}

function headersOf(type: string, policy: string): Record<string, string> {
  return {
    'Content-Type': type,
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-cache',
  };
}
