import { createHmac, timingSafeEqual } from 'node:crypto';
import { Hono } from 'hono';
import { deleteCookie, setCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';
import { tokenHandler } from 'tidings/admin';
import type { Service } from '../service.js';
import { personBy, type Person } from './people.js';

const COOKIE = 'visitor';
/** How long a token lives, in seconds: short, so that the panel shows one being renewed. */
const TOKEN_LIFE = 300;

/** Who is logged in, by a cookie that only this server can have signed. */
export function visitorOf(request: Request, service: Service): Person | undefined {
  const value = parse(request.headers.get('Cookie') ?? '', COOKIE)[COOKIE] ?? '';
  const [email = '', signature = ''] = value.split('|');
  const [given, expected] = [signature, signatureOf(email, service)].map((text) => Buffer.from(text));
  const isOurs = given?.length === expected?.length && given && expected && timingSafeEqual(given, expected);
  return isOurs ? personBy(email) : undefined;
}

/** The same after a restart, so that whoever was logged in still is. */
function signatureOf(email: string, { tokenSecret }: Service): string {
  return createHmac('sha256', tokenSecret).update(`session of ${email}`).digest('hex');
}

/** What a shop's own server does for its visitors: it logs them in and out, and signs their tokens. */
export function sessionRoutes(service: Service): Hono {
  const app = new Hono();

  app.post('/', async (context) => {
    const { email } = await context.req.parseBody();
    const person = typeof email === 'string' ? personBy(email) : undefined;
    if (!person) return context.text('Log in as one of the five people of the demo.\n', 400);
    const value = `${person.email}|${signatureOf(person.email, service)}`;
    setCookie(context, COOKIE, value, { path: '/', httpOnly: true, sameSite: 'Lax' });
    return context.redirect('/account', 303);
  });
  app.post('/end', (context) => {
    deleteCookie(context, COOKIE, { path: '/' });
    return context.redirect('/account', 303);
  });
  app.get('/token', ({ req }) => {
    const person = visitorOf(req.raw, service);
    // Never the token of someone else than who is asked for: what they did would become another's.
    const isAskedFor = person?.email === req.query('email');
    const user = () => (isAskedFor && person ? { email: person.email } : undefined);
    return tokenHandler({ secret: service.tokenSecret, user, expiresIn: TOKEN_LIFE })(req.raw);
  });
  return app;
}
