/** What hears of calls, for logs and traces. One that throws loses what it had to say, never the call. */
export interface Hooks {
  /** Before each attempt; headers added to `headers` go along, such as a trace's. */
  onRequest?: (request: AttemptedCall & { headers: Record<string, string> }) => void;
  /** After each attempt, answered or not. */
  onResponse?: (response: AttemptOutcome) => void;
  /** Before the wait after which a call is made again. */
  onRetry?: (retry: AttemptedCall & { error: unknown; wait: number }) => void;
  /** When calls of an operation have to wait for their pace. */
  onThrottle?: (throttle: Throttle) => void;
}

/** One attempt at a call. */
export interface AttemptedCall {
  /** The same for all attempts at one call, and for no other call of this admin. */
  id: number;
  route: string;
  /** From 1. */
  attempt: number;
}

/** How an attempt ended. */
export interface AttemptOutcome extends AttemptedCall {
  /** How long it took, in milliseconds. */
  duration: number;
  /** The HTTP status; none when there was no answer. */
  status?: number | undefined;
  /** What went wrong, if anything. */
  error?: unknown;
}

/** A wait for the pace of an operation. */
export interface Throttle {
  route: string;
  /** In milliseconds. */
  wait: number;
  /** How many calls wait. */
  waiting: number;
}

/** Tells a hook. */
export function tell<What>(hook: ((what: What) => void) | undefined, what: What): void {
  try {
    hook?.(what);
  } catch {
    // Its own line is lost; a call must not fail because a log did.
  }
}
