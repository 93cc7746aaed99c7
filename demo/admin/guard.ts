import type { HttpBindings } from '@hono/node-server';
import type { MiddlewareHandler } from 'hono';

/** The names of this machine that only it answers to. */
const OWN_NAMES = /^(localhost|[\w-]+\.localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i;
const OWN_ADDRESSES = /^(::ffff:)?127\.|^::1$/;

/**
 * Refuses whoever is not at this machine, and any page but our own.
 *
 * The desk acts with the server key: a page from elsewhere that could ask it to would have the key's power without
 * the key. A page can have its own name lead to this machine (`Host` tells), and send what it may not read the answer
 * of (`Origin` and `Sec-Fetch-Site` tell). A call in the process has no socket, and is trusted.
 */
export const onlyOurs: MiddlewareHandler<{ Bindings: Partial<HttpBindings> }> = async (context, next) => {
  const { incoming } = { ...context.env };
  const address = incoming?.socket.remoteAddress;
  if (address !== undefined && !OWN_ADDRESSES.test(address)) {
    return context.json({ error: 'The desk is for the machine that the shop runs on.' }, 403);
  }
  const problem = foreignness(context.req.raw);
  return problem === undefined ? next() : context.json({ error: problem }, 403);
};

/** What tells that a request is not our own page's; nothing when it is. */
function foreignness({ headers, method, url }: Request): string | undefined {
  const { host: own } = new URL(url);
  const host = headers.get('Host') ?? own;
  if (headers.has('Host') && !OWN_NAMES.test(host)) {
    return 'The desk is reached by a name of this machine only, such as `localhost`.';
  }
  const origin = headers.get('Origin');
  const site = headers.get('Sec-Fetch-Site') ?? 'none';
  // A link from elsewhere may lead to the page, which does nothing by itself.
  const isLink = method === 'GET' && headers.get('Sec-Fetch-Mode') === 'navigate';
  const isOurs = ['same-origin', 'none'].includes(site) || isLink;
  if ((origin === null || origin === `http://${host}`) && isOurs) return undefined;
  return 'Pages of other origins may not ask the desk for anything.';
}
