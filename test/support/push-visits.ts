import { onTestFinished } from 'vitest';
import { startPush, type Client, type Push, type PushOptions } from '../../src/index.js';
import { showPushes, type ShowPushesOptions } from '../../src/service-worker.js';
import { installPlatform, type PlatformOptions } from './push-platform.js';
import { ada, startVisits } from './visits.js';

/** The key of a site, as its push service knows it. */
export const applicationServerKey =
  'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM';

/** A page that may turn pushes on, its service worker, and the service. */
export function setup(options: PlatformOptions = {}) {
  const visits = startVisits();
  const platform = installPlatform(options);
  const { service, line } = visits;

  function start(client: Client, own: Partial<PushOptions> = {}): Push {
    const push = startPush(client, { applicationServerKey, ...own });
    onTestFinished(push.close);
    return push;
  }

  return {
    ...visits,
    ...platform,
    start,
    /** Starts the service worker, which has tokens unless it is said otherwise. */
    work: (own: Partial<ShowPushesOptions> = {}) =>
      showPushes(
        {
          apiKey: service.keys.web,
          baseUrl: 'http://service',
          fetch: (...call) => line.fetch(...call),
          getToken: (user) => service.signToken(user),
          ...own,
        },
        platform.worker,
      ),
    /** A visit of Ada, who turns pushes on. */
    async turnOn(own: Partial<PushOptions> = {}) {
      const client = visits.visit();
      await client.identify(ada);
      const push = start(client, own);
      await push.turnOn();
      return { client, push };
    },
    tokens: (user: { email: string } | { userId: string }) =>
      (service.inspect.person(user as never)?.browserTokens ?? []).map((token) => {
        const { endpoint } = JSON.parse(token) as { endpoint: string };
        return endpoint;
      }),
    clicks: () =>
      service.inspect
        .events('webPushClick')
        .map(({ email, userId, fields }) => [email ?? userId, fields['messageId']]),
  };
}
