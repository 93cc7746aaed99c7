import { Hono } from 'hono';
import type { Service } from '../service.js';
import { visitorOf } from './session.js';

/** What may be wrong with the service. */
export type Trouble = 'none' | 'busy' | 'broken' | 'lost';

/** How the emulator behaves in each. */
const faults = {
  busy: { kind: 'status', status: 429, retryAfter: 5 },
  broken: { kind: 'status', status: 500 },
  lost: { kind: 'lose' },
} as const;

/** What pages tell the service, themselves or by way of the relay: what they ask it for goes on as it should. */
const routes = [
  'POST /api/commerce/trackPurchase',
  'POST /api/commerce/updateCart',
  'POST /api/embedded-messaging/events/click',
  'POST /api/embedded-messaging/events/received',
  'POST /api/embedded-messaging/events/session',
  'POST /api/events/inAppConsume',
  'POST /api/events/track',
  'POST /api/events/trackBulk',
  'POST /api/events/trackInAppClick',
  'POST /api/events/trackInAppClose',
  'POST /api/events/trackInAppDelivery',
  'POST /api/events/trackInAppOpen',
  'POST /api/users/bulkUpdate',
  'POST /api/users/bulkUpdateSubscriptions',
  'POST /api/users/update',
  'POST /api/users/updateSubscriptions',
];

/** Lets the panel make things go wrong. On a real service, only tokens can be made void. */
export function troubleRoutes(service: Service): Hono {
  const app = new Hono();
  const { admin, emulator } = service;
  let trouble: Trouble = 'none';

  app.get('/', (context) => context.json({ trouble }));
  app.put('/', async (context) => {
    const asked = await context.req.json<{ trouble: string }>();
    if (!emulator) return context.text('A real service is not ours to break.\n', 409);
    trouble = asked.trouble in faults ? (asked.trouble as Trouble) : 'none';
    emulator.faults.clear();
    if (trouble !== 'none') {
      for (const route of routes) emulator.faults.add({ ...faults[trouble], route, times: Infinity });
    }
    return context.json({ trouble });
  });
  app.post('/token', async (context) => {
    const person = visitorOf(context.req.raw, service);
    if (!person) return context.text('Log in first: nobody has no token.\n', 401);
    await admin.auth.invalidateJwts({ email: person.email });
    return context.json({});
  });
  return app;
}
