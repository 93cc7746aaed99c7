/** No wait is longer, in milliseconds, whatever a service asks for: a day. */
const LONGEST = 86_400_000;

/**
 * How long a service asks to wait, in milliseconds, a day at most: by a `Retry-After` header, which holds seconds or a
 * date, or else by the seconds until its limit is reset.
 */
export function retryAfter(header: string | null, reset: unknown, now: number): number | undefined {
  const waits = [seconds(header), Date.parse(String(header)) - now, seconds(reset)];
  const wait = waits.find(Number.isFinite);
  return wait && Math.min(Math.max(0, wait), LONGEST);
}

function seconds(value: unknown): number {
  return Number(String(value).trim() || NaN) * 1000;
}
