import { setTimeout as wait } from 'node:timers/promises';
import { createEmulator, type Emulator } from '../../../src/emulator/app.js';
import { createRelay } from '../../../src/relay/index.js';
import type { UserRef } from '../../../src/index.js';
import type { Page } from '../harness/engine.js';
import { pageClock } from '../harness/page-clock.js';
import type { SiteOptions } from '../harness/site.js';
import { startLedger, type PageSettings } from './ledger-page.js';
import { USERS } from './schedule.js';
import { startServers, type Servers } from './servers.js';

/** A shop whose pages keep a ledger, and the service behind it. */
export type Shop = Awaited<ReturnType<typeof openShop>>;

/** How a shop differs from the plainest. */
export interface ShopOptions {
  /** Whether its pages have Web Locks. Default: `true`. */
  hasLocks?: boolean;
  /** Whether its pages speak by way of a relay. Default: `false`. */
  isRelayed?: boolean;
  /** Whether that relay fills a queue, and it, a worker and a Redis are processes of their own. Default: `false`. */
  byQueue?: boolean;
  /** Those whom the service knows. Default: those of the schedules. */
  users?: readonly UserRef[];
  /** Answers a page that asks for a user's token. */
  giveToken: (user: UserRef, service: Emulator) => Promise<Response>;
  /** Says who is logged in, to a relay that is told who logged in last. Default: they. */
  giveSession?: (user: UserRef | undefined) => UserRef | undefined;
}

const RELAY = '/tidings';
/** The emulator's own. */
const SECRET = 'emulator-token-secret';

/** Who logged in last, as a page of the shop keeps it. */
function sessionIn(cookies: string | null): UserRef | undefined {
  const [, text = 'null'] = /(?:^|; )session=([^;]*)/.exec(cookies ?? '') ?? [];
  return (JSON.parse(decodeURIComponent(text)) as UserRef | null) ?? undefined;
}

/** Opens a shop. */
export async function openShop(options: ShopOptions) {
  const {
    hasLocks = true,
    byQueue = false,
    isRelayed = byQueue,
    users = USERS,
    giveToken,
    giveSession = (user) => user,
  } = options;
  const service = createEmulator({ contents: 'shop' });
  const { keys, clock } = service;
  const messageTypeIds = (service.inspect.rows('messageTypes') as { id: number }[]).map(({ id }) => id);
  let ahead = 0;
  let onTheirWay = 0;
  let isAsleep = false;

  const servers = byQueue ? await startServers(service, SECRET) : undefined;
  const relay = createRelay({
    ...{
      baseUrl: 'http://service',
      serverKey: keys.server,
      webKey: keys.web,
      tokenSecret: SECRET,
      rate: false,
    },
    user: ({ headers }) => giveSession(sessionIn(headers.get('Cookie'))),
    fetch: service.fetch,
    now: () => Date.now() + ahead,
    onError: () => undefined,
  });

  async function know(user: UserRef) {
    const headers = { 'Api-Key': keys.server, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ ...user, dataFields: {} });
    await service.fetch('http://service/api/users/update', { method: 'POST', headers, body });
  }

  async function answer(request: Request): Promise<Response> {
    if (isAsleep) throw new Error('A device that sleeps reaches nobody');
    if (new URL(request.url).pathname === '/token')
      return giveToken((await request.json()) as UserRef, service);
    onTheirWay += 1;
    const { pathname } = new URL(request.url);
    const ask = pathname !== RELAY ? service.fetch : servers ? askServers : relay;
    return ask(request).finally(() => (onTheirWay -= 1));
  }

  /** Has one of the relays answer that are processes, which hears from the site who is logged in. */
  async function askServers(request: Request): Promise<Response> {
    const { value = null, isFailing = false } = sessionFor(request);
    return (servers as Servers).answer(
      request,
      isFailing ? 'failing' : encodeURIComponent(JSON.stringify(value)),
    );
  }

  function sessionFor({ headers }: Request): { value?: UserRef | undefined; isFailing?: boolean } {
    try {
      return { value: giveSession(sessionIn(headers.get('Cookie'))) };
    } catch {
      return { isFailing: true };
    }
  }

  function html(how: Pick<PageSettings, 'wedge'> = {}) {
    const via = isRelayed ? RELAY : undefined;
    const settings: PageSettings = { apiKey: keys.web, relay: via, ahead, hasLocks, messageTypeIds, ...how };
    // Whoever waits for a storage that never answers gives up by a clock of their own.
    return `<title>Shop</title>${how.wedge === 'stuck' ? pageClock : ''}<script src="/dist/tidings.js"></script>
      <script>(${String(startLedger)})(${JSON.stringify(settings)})</script>`;
  }

  for (const user of users) await know(user);

  return {
    service,
    servers,
    isRelayed,
    messageTypeIds,
    know,
    site: {
      // Each load of a page is told the time of that moment.
      pages: {
        get '/'() {
          return html();
        },
        get '/stuck'() {
          return html({ wedge: 'stuck' });
        },
        get '/refused'() {
          return html({ wedge: 'refused' });
        },
      },
      service: answer,
    } satisfies SiteOptions,
    /** Waits until no call is on its way. */
    async rest() {
      while (onTheirWay) await wait(10);
    },
    /**
     * Lets time pass for the service and for pages, as if their device slept. A page that has not heard of it yet may
     * begin what another takes for long over: until all have, no call arrives.
     */
    async sleep(milliseconds: number, pages: readonly Page[]) {
      isAsleep = true;
      ahead += milliseconds;
      const leap = (ahead: number) => ledger.leap(ahead);
      await Promise.all(pages.map((page) => page.evaluate(leap, ahead)));
      clock.advance(milliseconds);
      await servers?.leap(ahead);
      isAsleep = false;
    },
    /** The time of the pages, in milliseconds since the epoch. */
    now: () => Date.now() + ahead,
  };
}

/** The page's own name, for functions that run in it. */
declare const ledger: Window['ledger'];
