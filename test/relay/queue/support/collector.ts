import { serve } from '../../../support/serve.js';

/** Something that the service was told, as it stands in the call. */
export interface Told {
  kind: 'event' | 'cart' | 'purchase' | 'profile';
  email: string;
  number: number;
  id?: string;
}

/** What the service says instead of taking a call. */
export interface Refusal {
  status: number;
  code: string;
  retryAfter?: number;
}

/** Says what a call that would tell this, by this key, is refused with; or that it is taken, and not answered yet. */
type Judge = (told: Told[], key: string) => Refusal | 'held' | undefined;

/** A service that only keeps what it has taken, in the order in which it did. */
export async function startCollector() {
  const taken: Told[] = [];
  let judge: Judge = () => undefined;
  const held: (() => void)[] = [];
  const service = await serve((response, { url, headers, body }) => {
    const told = toldBy(url, JSON.parse(body) as Body);
    const refusal = judge(told, String(headers['api-key']));
    const answer = () =>
      response.end(JSON.stringify({ code: 'Success', msg: '', successCount: told.length, failCount: 0 }));
    if (typeof refusal === 'object') {
      const { status, code, retryAfter } = refusal;
      response.writeHead(status, retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) });
      response.end(JSON.stringify({ msg: 'No', code }));
      return;
    }
    taken.push(...told);
    if (refusal === 'held') held.push(answer);
    else answer();
  });

  return {
    ...service,
    /** All that was taken, in order. */
    taken,
    /** Says what is refused from now on. */
    judge: (next: Judge) => void (judge = next),
    /** Answers what is held. */
    release: () => held.splice(0).forEach((answer) => answer()),
    /** The numbers of what was taken of one user and kind, in order. */
    numbers: (email: string, kind: Told['kind']) =>
      taken.filter((one) => one.email === email && one.kind === kind).map(({ number }) => number),
  };
}

/** A body of any call that the collector knows. */
interface Body {
  email: string;
  id?: string;
  dataFields: { number: number };
  user: { email: string };
  items: { id: string }[];
  events: Body[];
  users: Body[];
}

function toldBy(url: string, body: Body): Told[] {
  const { email, id, dataFields } = body;
  const ofItems = () => Number(body.items[0]?.id.replace('item-', ''));
  switch (url) {
    case '/api/events/track':
      return [{ kind: 'event', email, number: dataFields.number, ...(id !== undefined && { id }) }];
    case '/api/events/trackBulk':
      return body.events.flatMap((one) => toldBy('/api/events/track', one));
    case '/api/users/bulkUpdate':
      return body.users.map((one) => ({ kind: 'profile', email: one.email, number: one.dataFields.number }));
    case '/api/commerce/updateCart':
      return [{ kind: 'cart', email: body.user.email, number: ofItems() }];
    case '/api/commerce/trackPurchase':
      return [
        { kind: 'purchase', email: body.user.email, number: ofItems(), ...(id !== undefined && { id }) },
      ];
    default:
      throw new Error(`Nobody tells ${url}`);
  }
}
