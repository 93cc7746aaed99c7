/** Who somebody is, as the service is told. */
export interface Who {
  email?: string;
  userId?: string;
}

export type Kind = 'custom' | 'purchase' | 'cart' | 'profile' | 'subscriptions' | 'message';

/** A call that the service has taken. */
export interface Arrival {
  kind: Kind | 'other';
  /** Which call of a page it is; `NaN` if it is none. */
  number: number;
  /** Of a profile: each call whose values it carries. */
  carried: number[];
  /** Whom the body names, and whom the token. */
  user: string;
  bearer: string;
  key: string;
  /** The service's own name for it, by which it knows a repeat. */
  id: string;
  at: number;
  /** Whether the service's own answer went out for it. */
  isAnswered: boolean;
}

export function nameOf({ email, userId }: Who): string {
  return email ?? userId ?? 'nobody';
}

const KINDS: Record<string, Kind> = {
  '/api/events/track': 'custom',
  '/api/commerce/trackPurchase': 'purchase',
  '/api/commerce/updateCart': 'cart',
  '/api/users/update': 'profile',
  '/api/users/updateSubscriptions': 'subscriptions',
  '/api/events/inAppConsume': 'message',
};

/** What is told at a path. */
export function kindOf(path: string): Kind | 'other' {
  return KINDS[path] ?? 'other';
}

/** Reads a call as its route says it is told. */
export function arrivalOf(
  path: string,
  body: Body,
  key: string,
  bearer: string,
): Omit<Arrival, 'isAnswered'> {
  const kind = kindOf(path);
  const carried = Object.keys(body.dataFields ?? {}).filter((name) => /^p\d+$/.test(name));
  return {
    ...{ kind, key, bearer, at: performance.now() },
    user: nameOf(body.user ?? body),
    number: Number(numberIn(kind, body)),
    carried: carried.map((name) => Number(name.slice(1))),
    id: kind === 'other' ? `${path} ${body.messageId}` : String(body.id),
  };
}

/** What is read of the bodies of all routes. */
interface Body extends Who {
  user?: Who;
  id?: string;
  messageId?: string;
  items?: { id: string }[];
  dataFields?: Record<string, unknown>;
  unsubscribedMessageTypeIds?: number[];
}

function numberIn(kind: Kind | 'other', body: Body): unknown {
  switch (kind) {
    case 'custom':
    case 'purchase':
      return body.dataFields?.['call'];
    case 'cart':
      return body.items?.[0]?.id.slice(1);
    case 'profile':
      return body.dataFields?.['last'];
    case 'subscriptions':
      return body.unsubscribedMessageTypeIds?.[0];
    case 'message':
      return body.messageId?.slice(1);
    case 'other':
      return undefined;
  }
}

/** A token that nobody signed: this service believes what it says. */
export function newToken(who: Who): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const now = Date.now();
  return [
    part({ alg: 'HS256', typ: 'JWT' }),
    part({ ...who, issued: now, exp: Math.floor(now / 1000) + 3_600 }),
    'unsigned',
  ].join('.');
}

/** What the token of an `Authorization` header says. */
export function claimsIn(header: string): Who & { issued?: number } {
  const payload = header.split('.')[1] ?? '';
  return payload ? (JSON.parse(Buffer.from(payload, 'base64url').toString()) as Who) : {};
}
