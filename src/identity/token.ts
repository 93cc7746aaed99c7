/** How long before it expires a token is replaced, in milliseconds. */
const MARGIN = 60_000;

/** A token that renews itself. */
export interface TokenSource {
  /** The token. Every caller gets the same one until it is about to expire. */
  get(): Promise<string>;
  /** Drops the token: the service refused it. */
  forget(): void;
}

/** Keeps the token that `request` gets from the page's own server. */
export function createTokenSource(request: () => Promise<string>, now: () => number = Date.now): TokenSource {
  let token: Promise<string> | undefined;
  let renewAt = Infinity;

  function get() {
    if (now() >= renewAt) forget();
    return (token ??= renew());
  }

  function forget() {
    token = undefined;
    renewAt = Infinity;
  }

  function renew() {
    const renewal = request();
    // A renewal that `forget` has overtaken must not touch its successor.
    renewal.then(
      (fresh) => token === renewal && (renewAt = expiryOf(fresh) - MARGIN),
      () => token === renewal && forget(),
    );
    return renewal;
  }

  return { get, forget };
}

/** When a JSON Web Token expires, in milliseconds since the epoch. */
function expiryOf(token: string): number {
  try {
    const payload = token.split('.')[1] ?? '';
    const { exp } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { exp: unknown };
    return typeof exp === 'number' ? exp * 1000 : Infinity;
  } catch {
    return Infinity; // Not readable here; the service will say when it has had enough of it.
  }
}
