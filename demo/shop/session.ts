import { createHmac } from 'node:crypto';
import { Hono, type Context } from 'hono';
import { deleteCookie, getSignedCookie, setSignedCookie } from 'hono/cookie';
import { tokenHandler } from 'tidings/admin';
import type { Service } from '../service.js';
import { personBy, type Person } from './people.js';

const COOKIE = 'visitor';
/** How long a token lives, in seconds: short, so that the panel shows one being renewed. */
const TOKEN_LIFE = 300;

/** What cookies are signed with: a secret of their own, the same after a restart. */
const cookieSecret = ({ tokenSecret }: Service) =>
  createHmac('sha256', tokenSecret).update('sessions').digest('hex');

/** Who is logged in; nobody, if the cookie is not ours. */
export async function visitorOf(context: Context, service: Service): Promise<Person | undefined> {
  const email = await getSignedCookie(context, cookieSecret(service), COOKIE);
  return personBy(email || undefined);
}

/** What a shop's own server does for its visitors: it logs them in and out, and signs their tokens. */
export function sessionRoutes(service: Service): Hono {
  const app = new Hono();

  app.post('/', async (context) => {
    const { email } = await context.req.parseBody();
    const person = typeof email === 'string' ? personBy(email) : undefined;
    if (!person) return context.text('Log in as one of the five people of the demo.\n', 400);
    const about = { path: '/', httpOnly: true, sameSite: 'Lax' } as const;
    await setSignedCookie(context, COOKIE, person.email, cookieSecret(service), about);
    return context.redirect('/account', 303);
  });
  app.post('/end', (context) => {
    deleteCookie(context, COOKIE, { path: '/' });
    return context.redirect('/account', 303);
  });
  app.get('/token', async (context) => {
    const person = await visitorOf(context, service);
    // Never the token of someone else than who is asked for: what they did would become another's.
    const isAskedFor = person?.email === context.req.query('email');
    const { tokenSecret: secret } = service;
    const user = () => (isAskedFor && person ? { email: person.email } : undefined);
    return tokenHandler({ secret, user, expiresIn: TOKEN_LIFE })(context.req.raw);
  });
  return app;
}
