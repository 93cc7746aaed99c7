/** What hears of calls, for logs and traces. One that throws or rejects loses what it had to say, never the call. */
export interface Hooks {
  /** Before each attempt; headers added to `headers` go along, such as a trace's. */
  onRequest?: (request: AttemptedCall & { headers: Record<string, string> }) => void;
  /** After each attempt, answered or not. */
  onResponse?: (response: AttemptOutcome) => void;
  /** Before the wait after which a call is made again. */
  onRetry?: (retry: AttemptedCall & { error: unknown; wait: number }) => void;
  /** When calls of an operation have to wait for their pace. */
  onThrottle?: (throttle: Throttle) => void;
  /** When one of these, the logger, or what hears of progress, has thrown or rejected: once for each, however often it does. */
  onError?: (failure: HookFailure) => void;
}

/** What a hook threw, or rejected with. */
export interface HookFailure {
  hook: 'onRequest' | 'onResponse' | 'onRetry' | 'onThrottle' | 'onProgress' | 'onError' | 'logger';
  error: unknown;
}

/** One attempt at a call. */
export interface AttemptedCall {
  /** The same for all attempts at one call, and for no other call of this admin. */
  id: number;
  route: string;
  /** The operation that it is of: its route, with `{names}` in it; that of a verb alone, `GET /`, where it is not known. */
  operation: string;
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

/** Hooks that can always be called, and never fail. */
export interface SafeHooks extends Required<Omit<Hooks, 'onError'>> {
  /** What hears of the progress of one piece of work, so that it can always be called, and never fails. */
  progress<What>(onProgress: Hook<What>): (what: What) => void;
}

type HookName = HookFailure['hook'];
type Hook<What> = ((what: What) => unknown) | undefined;

/** Makes hooks that never fail out of those of a caller, and of the log that hears the same. */
export function safeHooks(hooks: Hooks, log: Hooks = {}): SafeHooks {
  const failed = new Set<string>();

  function fail(hook: HookName, error: unknown, known: Set<string>): void {
    if (known.has(hook)) return;
    known.add(hook);
    guarded('logger', log.onError)({ hook, error });
    guarded('onError', hooks.onError)({ hook, error });
  }

  function guarded<What>(name: HookName, hook: Hook<What>, known = failed) {
    return (what: What): void => {
      if (!hook) return;
      try {
        Promise.resolve(hook(what)).catch((error: unknown) => fail(name, error, known));
      } catch (error) {
        fail(name, error, known);
      }
    };
  }

  function both<What>(name: HookName, own: Hook<What>, logged: Hook<What>) {
    const [tellLog, tell] = [guarded('logger', logged), guarded(name, own)];
    return (what: What): void => {
      tellLog(what);
      tell(what);
    };
  }

  return {
    onRequest: both('onRequest', hooks.onRequest, log.onRequest),
    onResponse: both('onResponse', hooks.onResponse, log.onResponse),
    onRetry: both('onRetry', hooks.onRetry, log.onRetry),
    onThrottle: both('onThrottle', hooks.onThrottle, log.onThrottle),
    progress: (onProgress) => guarded('onProgress', onProgress, new Set()),
  };
}
