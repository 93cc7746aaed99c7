import { createHash, timingSafeEqual } from 'node:crypto';

/** Who may look and steer beside the machine that the emulator runs on. */
export interface ControlAccess {
  /** The names by which others reach it, such as the service's in a compose file; `*` stands for any. */
  hosts: readonly string[];
  /** What they send as `Authorization: Bearer <token>`: a secret of 16 characters or more. */
  token: string;
}

/** The shortest token that nobody guesses. */
const SHORTEST = 16;

/** The names of this machine that only it answers to. */
const LOOPBACK = /^(localhost|[\w-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;

/** The cookie that brings the token of a browser, which was given it once. */
const COOKIE = 'tidings-emulator-token';

/** Refuses an access that would let in too many. */
export function checkAccess({ hosts, token }: ControlAccess): void {
  if (!hosts.length) throw new TypeError('`control.hosts` must name who is let in; `*` stands for any');
  if (!isToken(token)) {
    throw new TypeError(
      `\`control.token\` must have ${SHORTEST} characters or more: letters, digits and any of -._~+/=`,
    );
  }
}

/** Whether a text can be a token: one that can stand in a header, and is not guessed. */
export function isToken(token: string): boolean {
  return token.length >= SHORTEST && /^[\w.~+/=-]+$/.test(token);
}

/** Whether a `Host` header names this machine by a name that only it answers to. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host);
}

/** Whether a request from elsewhere is let in: by one of the names, and with the token. */
export function isAdmitted(request: Request, access: ControlAccess | undefined): boolean {
  if (!access) return false;
  const host = request.headers.get('Host') ?? new URL(request.url).host;
  const name = host.replace(/:\d+$/, '').toLowerCase();
  const isNamed = access.hosts.some((one) => one === '*' || one.toLowerCase() === name);
  return (isNamed || isLoopback(host)) && isSame(tokenOf(request), access.token);
}

/** The token in the address of the console, which a browser is given once and keeps as a cookie. */
export function tokenInAddress({ url }: Request): string | undefined {
  return new URL(url).searchParams.get('token') ?? undefined;
}

/** Has a browser bring the token with each request, and shows it the console without it in the address. */
export function withCookie(token: string): Response {
  return new Response(null, {
    status: 303,
    headers: { Location: '/', 'Set-Cookie': `${COOKIE}=${token}; Path=/; HttpOnly; SameSite=Strict` },
  });
}

function tokenOf(request: Request): string {
  const [, bearer] = /^Bearer (\S+)$/.exec(request.headers.get('Authorization') ?? '') ?? [];
  const cookies = (request.headers.get('Cookie') ?? '').split('; ');
  const kept = cookies.find((one) => one.startsWith(`${COOKIE}=`))?.slice(COOKIE.length + 1);
  const isPage = new URL(request.url).pathname === '/';
  return bearer ?? (isPage ? tokenInAddress(request) : undefined) ?? kept ?? '';
}

/** Compared in a time that tells nothing of where two differ. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
