/** How long a `Retry-After` header asks to wait, in milliseconds; it holds seconds or a date. */
export function retryAfter(header: string | null, now: number): number | undefined {
  if (!header?.trim()) return undefined;
  const seconds = Number(header);
  const wait = Number.isNaN(seconds) ? Date.parse(header) - now : seconds * 1000;
  return Number.isFinite(wait) ? Math.max(0, wait) : undefined;
}
