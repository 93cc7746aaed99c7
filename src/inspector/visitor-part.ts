import { ifPossible } from '../lib/if-possible.js';
import { parsed } from '../lib/parsed.js';
import { fact, make, section, spanInWords, timeInWords } from './make.js';
import type { Inspected, Part } from './inspected.js';

const CONSENT = {
  granted: 'granted',
  pending: 'not asked yet: what is recorded waits in this page',
  denied: 'denied: nothing is recorded',
};

/** Who the visitor is, whether their calls need a token, and what they agreed to. */
export function visitorPart({ client, host, now, masked, wire }: Inspected): Part {
  const [who, token, consent] = [fact('Who'), fact('Token'), fact('Consent')];
  let heard = '';
  /** When the token that was sent last ends, in milliseconds since the epoch. */
  let endsAt: number | undefined;
  wire.watch(([, { headers } = {}]) => (endsAt = endIn(headers, host.user) ?? endsAt));
  const stops = [
    client.on('user', () => {
      heard = '';
      endsAt = undefined;
    }),
    client.on('delivered', ({ user }) => {
      if (user && sameUser(user, host.user)) heard = `, accepted at ${timeInWords(now())}`;
    }),
    client.on('error', (error) => {
      if ((error as { status?: number }).status === 401) heard = `, refused at ${timeInWords(now())}`;
    }),
  ];

  function tokenInWords(): string {
    const { relay, getToken } = host.base;
    if (relay) return 'none in this page: the relay has its own';
    if (!getToken) return 'none: the key needs none';
    return host.user
      ? `asked of the page when it is needed${heard}${lifeInWords()}`
      : 'needed once the visitor is known';
  }

  function lifeInWords(): string {
    if (!endsAt) return '';
    const left = endsAt - now();
    return left > 0 ? `, ends in ${spanInWords(left)}` : ', has ended: the next call renews it';
  }

  return {
    element: section('Visitor', make('dl', {}, who.row, token.row, consent.row)),
    draw() {
      const { user } = host;
      who.write(masked(user?.email ?? user?.userId ?? 'nobody yet'));
      token.write(tokenInWords());
      consent.write(CONSENT[client.consent()]);
    },
    close: () => stops.forEach((stop) => stop()),
  };
}

type User = { email?: string; userId?: string } | undefined;

const sameUser = (one: User, other: User) => one?.email === other?.email && one?.userId === other?.userId;

/** When the token of a user among the headers of a request ends; nothing where there is none, or it does not say. */
function endIn(headers: HeadersInit | undefined, user: User): number | undefined {
  const [, payload] = /eyJ[\w-]*\.([\w-]+)\./.exec([...new Headers(headers).values()].join(' ')) ?? [];
  const text = ifPossible(() => atob((payload ?? '').replaceAll('-', '+').replaceAll('_', '/')));
  const { exp, ...told } = (parsed(text ?? '') ?? {}) as { exp?: number } & NonNullable<User>;
  // What waits of others goes out under theirs.
  return exp && sameUser(told, user) ? exp * 1_000 : undefined;
}
