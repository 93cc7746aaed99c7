import type { RelayOutcome } from './outcome.js';
import type { Refusal } from './refusal.js';

/** What no answer of a relay does without: nobody guesses what it is, nor keeps it for others. */
const common = { 'X-Content-Type-Options': 'nosniff', 'Cache-Control': 'no-store' };

/** The outcome of each line, a line each: a status, a body, and for how many seconds to wait, each as the service would say it. */
export function outcomesAnswer(outcomes: readonly RelayOutcome[]): Response {
  const lines = outcomes.map((outcome) => JSON.stringify(wireOf(outcome)));
  const headers = { ...common, 'Content-Type': 'application/x-ndjson' };
  return new Response(lines.length ? `${lines.join('\n')}\n` : '', { headers });
}

/** What a request gets that is refused as a whole: words of ours alone, nothing of what it said. */
export function refusalAnswer({ status, code, message, retryAfter }: Refusal): Response {
  const headers: Record<string, string> = { ...common, 'Content-Type': 'application/json' };
  if (retryAfter !== undefined) headers['Retry-After'] = String(retryAfter);
  if (status === 405) headers['Allow'] = 'GET, POST';
  return new Response(JSON.stringify({ msg: message, code, params: null }), { status, headers });
}

/** What the service told a user, unless the page has it already. */
export function readAnswer(text: string, { etag, isKnown }: { etag: string; isKnown: boolean }): Response {
  const headers = { ...common, 'Cache-Control': 'private, no-cache', Vary: 'Cookie', ETag: etag };
  if (isKnown) return new Response(null, { status: 304, headers });
  return new Response(text, { headers: { ...headers, 'Content-Type': 'application/json' } });
}

function wireOf(outcome: RelayOutcome): [status: number, body: unknown, seconds?: number] {
  switch (outcome.is) {
    case 'delivered':
      return [200, outcome.answer ?? {}];
    case 'accepted':
      return [202, { code: 'Accepted' }];
    case 'refused':
      return [outcome.status, { msg: outcome.msg, code: outcome.code }];
    case 'held':
      return [401, { msg: outcome.msg, code: 'NoJwt' }];
    case 'again': {
      const { after, code } = outcome;
      // Of any other word, a page would think that it is said of the event.
      const [status, body] =
        code === 'RateLimitExceeded'
          ? ([429, { code, msg: 'the service asks to wait' }] as const)
          : ([503, { msg: 'the service has not said yet that it has this' }] as const);
      return after === undefined ? [status, body] : [status, body, after];
    }
  }
}
