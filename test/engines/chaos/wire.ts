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
  '/api/events/trackBulk': 'custom',
  '/api/commerce/trackPurchase': 'purchase',
  '/api/commerce/updateCart': 'cart',
  '/api/users/update': 'profile',
  '/api/users/bulkUpdate': 'profile',
  '/api/users/updateSubscriptions': 'subscriptions',
  '/api/users/bulkUpdateSubscriptions': 'subscriptions',
  '/api/events/inAppConsume': 'message',
};

/** What is told at a path. */
export function kindOf(path: string): Kind | 'other' {
  return KINDS[path] ?? 'other';
}

/** Reads what a call tells, of one or of many, as its route says. */
export function arrivalsOf(path: string, body: WholeBody, ...by: [key: string, bearer?: string]) {
  const { events, users, updateSubscriptionsRequests } = body;
  const all = events ?? users ?? updateSubscriptionsRequests ?? [body];
  return all.map((one) => arrivalOf(path, one, ...by));
}

/** The body of a call, which may tell of many. */
export interface WholeBody extends Body {
  events?: Body[];
  users?: Body[];
  updateSubscriptionsRequests?: Body[];
}

/** Reads one of them; a server needs no bearer. */
function arrivalOf(
  path: string,
  body: Body,
  key: string,
  bearer = nameOf(body.user ?? body),
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
export function claimsIn(header: string): Claims {
  const payload = header.split('.')[1] ?? '';
  return payload ? (JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims) : {};
}

/** What a token says: whom it is for, and when it was signed, in milliseconds or as others have it in seconds. */
export interface Claims extends Who {
  issued?: number;
  iat?: number;
}

/** By when a token was signed at the latest, in milliseconds since the epoch. */
export function signedAt({ issued, iat = NaN }: Claims): number {
  return issued ?? (iat + 1) * 1_000;
}
