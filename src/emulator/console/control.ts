import { Hono } from 'hono';
import { z } from 'zod';
import type { Plan } from '../../plan/schema.js';
import { checkAccess, tokenInAddress, withCookie, type ControlAccess } from './access.js';
import type { Beginning } from '../beginning.js';
import { addAgain } from './again.js';
import { markBy } from './breaks.js';
import { chartsOf } from './charts.js';
import { createChanges } from './changes.js';
import type { Emulator } from '../emulator.js';
import { consoleFile } from './files.js';
import { requirePersonNamed } from '../people/people.js';
import { checkKey, refuseForeign } from './guard.js';
import { messagePage, templatePage } from './message-page.js';
import { newMessage, sendFromConsole } from './sender.js';
import { addSaves } from './saves.js';
import { peopleFound, personView, placementsOf, viewOf } from './views.js';
import { refusalAnswer } from '../answering/pipeline.js';
import { wholeRequestOf } from '../answering/plain-request.js';
import { Refusal } from '../operation/refusal.js';
import { user } from '../operation/schemas.js';
import { actDetails, letPerson } from '../reactions/person-acts.js';
import { receiveText, type TextMessage } from '../subscriptions/double-opt-in.js';
import type { Fault } from '../answering/faults.js';
import type { Service } from '../state/service.js';

const changesQuery = z.object({
  events: z.coerce.number().optional(),
  requests: z.coerce.number().optional(),
});
const newFault = z.strictObject({
  route: z.string().min(1).exactOptional(),
  user: user.exactOptional(),
  share: z.number().exactOptional(),
  after: z.int().exactOptional(),
  times: z.int().positive().exactOptional(),
  kind: z.enum(['status', 'drop', 'lose', 'delay', 'malformed', 'html', 'half']),
  status: z.int().exactOptional(),
  retryAfter: z.union([z.string(), z.number()]).exactOptional(),
  code: z.string().exactOptional(),
  body: z.unknown().exactOptional(),
  headers: z.record(z.string(), z.string()).exactOptional(),
  delay: z.number().exactOptional(),
}) satisfies z.ZodType<Fault>;
const newFaults = z.preprocess((body): unknown[] => (Array.isArray(body) ? body : [body]), z.array(newFault));
const advance = z.union([
  z.strictObject({ to: z.union([z.number(), z.string()]) }),
  z.strictObject({ milliseconds: z.number().nonnegative() }),
]);
const reset = z.strictObject({
  contents: z.enum(['empty', 'shop']).exactOptional(),
  save: z.string().exactOptional(),
});
const textMessage = z.strictObject({
  from: z.string().min(1),
  text: z.string(),
}) satisfies z.ZodType<TextMessage>;
const expiry = z.object({ expiresIn: z.number().exactOptional() });

/** What requests steer that the emulator's own interface does not. */
export interface Inside {
  service: Service;
  /** What it held at first. */
  beginning: Beginning;
  /** Forgets all that happened, and begins with something. */
  startAnew(beginning: Beginning): void;
  /** Who may look and steer beside this machine. Default: nobody. */
  access?: ControlAccess | undefined;
  /** The tracking plan that its events are held to. Default: none. */
  plan?: Plan | undefined;
}

/**
 * An emulator that is looked at and steered by requests too: by those under `/_emulator`, and by the console at `/`.
 *
 * They need no key, so only this machine and pages of the emulator's own origin may make them, and whom an access lets in.
 */
export function withControl(emulator: Emulator, inside: Inside): Emulator {
  if (inside.access) checkAccess(inside.access);
  const control = routes(emulator, inside);

  return {
    ...emulator,
    async fetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
      const address = typeof input === 'object' && 'url' in input ? input.url : input;
      const isForUs = /^\/($|_emulator($|\/))/.test(new URL(address).pathname);
      if (!isForUs) return emulator.fetch(input, init);
      return control(wholeRequestOf(input, init));
    },
  };
}

function routes(emulator: Emulator, inside: Inside) {
  const app = new Hono();
  app.use(async ({ req }, next) => {
    refuseForeign(req.raw, inside.access);
    checkKey(req.raw, emulator.keys);
    await next();
  });
  app.get('/', ({ req }) => {
    const token = inside.access && tokenInAddress(req.raw);
    return token === inside.access?.token && token ? withCookie(token) : consoleFile('index.html');
  });
  app.get('/_emulator/console/:name', ({ req }) => consoleFile(req.param('name')));
  addViews(app, emulator, inside);
  addSwitches(app, emulator);
  addContents(app, emulator, inside);
  addAgain(app, emulator);
  app.notFound(({ req }) =>
    refusalAnswer(new Refusal('NotFound', `The emulator has no ${req.method} ${req.path}`)),
  );
  app.onError((error) =>
    refusalAnswer(error instanceof TypeError ? new Refusal('BadParams', error.message) : error),
  );
  return (request: Request) => app.fetch(request);
}

/** The routes by which the console looks at the service. */
function addViews(app: Hono, emulator: Emulator, { service, plan }: Inside): void {
  const { inspect, keys, faults, clock, save } = emulator;
  const mark = markBy(plan);
  const changes = createChanges(emulator, service, mark);
  const tables = () => Object.keys((JSON.parse(save()) as { tables: object }).tables);

  app.get('/_emulator', (context) => {
    const { tokenSecret } = service;
    return context.json({ keys, tokenSecret, placements: placementsOf(inspect), tables: tables() });
  });
  app.get('/_emulator/changes', (context) =>
    context.json(changes(parsed(changesQuery, context.req.query()))),
  );
  app.get('/_emulator/requests', (context) => context.json(viewOf(inspect.requests, context.req.query())));
  app.get('/_emulator/events', (context) =>
    context.json(viewOf(inspect.events(context.req.query('type')), context.req.query(), mark)),
  );
  app.get('/_emulator/people', (context) => context.json(peopleFound(inspect.people, context.req.query())));
  app.get('/_emulator/people/:who', (context) =>
    context.json(personView(inspect, requirePersonNamed(service, context.req.param('who')), mark)),
  );
  app.get('/_emulator/rows/:table', (context) =>
    context.json(viewOf(inspect.rows(context.req.param('table')), context.req.query())),
  );
  app.get('/_emulator/messages/:id/page', ({ req }) => messagePage(inspect, req.param('id')));
  app.get('/_emulator/templates/:id/page', ({ req }) => templatePage(inspect, Number(req.param('id'))));
  app.get('/_emulator/charts', ({ req, json: answer }) =>
    answer(chartsOf(inspect, clock.now(), req.query('span'))),
  );
  app.get('/_emulator/faults', (context) => context.json({ faults: faults.waiting() }));
  app.get('/_emulator/clock', (context) => context.json({ now: clock.now() }));
}

/** What is steered while it runs. */
function addSwitches(app: Hono, { faults, clock, settle, signToken }: Emulator): void {
  app.post('/_emulator/faults', async (context) => {
    faults.add(...(await bodyOf(newFaults, context.req.raw)));
    return context.json({ faults: faults.waiting() });
  });
  app.delete('/_emulator/faults', (context) => {
    faults.clear();
    return context.json({ faults: [] });
  });
  app.post('/_emulator/clock/advance', async (context) => {
    const passing = await bodyOf(advance, context.req.raw);
    if ('to' in passing) clock.advanceTo(passing.to);
    else clock.advance(passing.milliseconds);
    return context.json({ now: clock.now() });
  });
  app.post('/_emulator/settle', async (context) => {
    await settle();
    return context.json({});
  });
  app.post('/_emulator/tokens', async (context) => {
    const body = await context.req.raw.clone().text();
    const options = parsed(expiry, json(body));
    return context.json({ token: await signToken(parsed(user, json(body)), options) });
  });
}

/** What changes what the emulator holds, and no operation does: such as a text message from a phone. */
function addContents(app: Hono, { settle, save, seed }: Emulator, inside: Inside): void {
  const { service, beginning, startAnew } = inside;
  const saves = addSaves(app, { settle, save });

  app.post('/_emulator/reset', async (context) => {
    const { contents, save: name } = await bodyOf(reset, context.req.raw);
    const [word] = Object.keys(context.req.query());
    if (word !== undefined) throw unknownWord(word, 'its body, such as `{"contents": "empty"}`');
    if (contents && name !== undefined)
      throw new Refusal('BadParams', '`save` holds everything: give it or `contents`');
    const saved = name === undefined ? undefined : saves.get(name);
    await settle();
    if (saved === undefined) startAnew(contents ? { contents } : beginning);
    else startAnew({ saved });
    return context.json(
      saved === undefined ? { contents: contents ?? beginning.contents ?? 'empty' } : { save: name },
    );
  });
  app.post('/_emulator/seed', async (context) => {
    const scenario = await bodyOf(z.record(z.string(), z.unknown()), context.req.raw);
    await settle();
    seed(scenario);
    return context.json({ seeded: Object.keys(scenario) });
  });
  app.post('/_emulator/text-messages', async (context) => {
    const message = await bodyOf(textMessage, context.req.raw);
    await settle();
    return context.json({ messageTypeIds: receiveText(service, message) });
  });
  app.post('/_emulator/people/:who/:act', async ({ req, json: answer }) => {
    const details = await bodyOf(actDetails, req.raw);
    await settle();
    return answer({ events: letPerson(service, req.param('who'), req.param('act'), details) });
  });
  app.post('/_emulator/messages', async (context) => {
    const message = await bodyOf(newMessage, context.req.raw);
    await settle();
    return context.json({ messageId: sendFromConsole(service, message) });
  });
}

async function bodyOf<Value>(schema: z.ZodType<Value>, request: Request): Promise<Value> {
  return parsed(schema, json(await request.text()));
}

function json(text: string): unknown {
  try {
    return text ? JSON.parse(text) : {};
  } catch {
    throw new Refusal('BadJsonBody', 'The body is not JSON');
  }
}

function parsed<Value>(schema: z.ZodType<Value>, value: unknown): Value {
  const { success, data, error } = schema.safeParse(value);
  if (success) return data;
  const [issue] = error.issues;
  if (issue?.code === 'unrecognized_keys') {
    const known = schema instanceof z.ZodObject ? Object.keys(schema.shape).map((name) => `\`${name}\``) : [];
    throw unknownWord(issue.keys[0] ?? '', known.join(', '));
  }
  const place = issue?.path.length ? `\`${issue.path.join('.')}\`` : 'The body';
  throw new Refusal('BadParams', `${place}: ${issue?.message ?? 'is not right'}`);
}

function unknownWord(word: string, known: string): Refusal {
  return new Refusal('BadParams', `\`${word}\` is not known here; this takes ${known}`);
}
