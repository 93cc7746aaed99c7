import type { Admin } from 'tidings/admin';
import { Hono, type Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { HTTPException } from 'hono/http-exception';
import { z } from 'zod';
import { codeOfSteps } from './code.js';
import { createExport } from './export-task.js';
import { fileAt, messagePage, PATHS } from './files.js';
import { onlyOurs } from './guard.js';
import { createImport } from './import-task.js';
import { PEOPLE } from './people.js';
import { preview, saveTemplate } from './steps/save-template.js';
import { sendMessage } from './steps/send-message.js';
import { startCampaign } from './steps/start-campaign.js';
import {
  EVENT_KINDS,
  POSITIONS,
  type About,
  type EventKind,
  type NewMessage,
  type Sent,
  type Visitor,
} from './wire.js';
import { wordsOf } from './words.js';

/** What the desk works with. */
export interface DeskOptions {
  /** The server door; the key that opens it stays in here. */
  admin: Admin;
  /** The email of whoever is logged in at the shop, in the browser that asks. */
  visitor: (request: Request) => string | undefined;
  /** The host of the service, if it is a real one: the page then asks before it fills it with people. */
  realService?: string;
  /** The time, in milliseconds since the epoch. Default: the machine's clock. */
  now?: () => number;
  /** How often the service is asked how far an export is, in milliseconds. Default: once a second, as it allows. */
  every?: number;
}

/** How large a request may be, in bytes. */
const MAX_BODY = 16_384;

const words = (most: number) => z.string().trim().min(1, 'must not be empty').max(most);
const newMessage = z.object({
  title: words(120),
  text: words(1_000),
  button: words(40),
  position: z.enum(POSITIONS),
}) satisfies z.ZodType<NewMessage>;
const newCampaign = z.object({ templateId: z.int(), name: words(120) });
const newSend = z.object({ campaignId: z.int(), email: words(255) });
const newImport = z.object({ chunkSize: z.int().min(50).max(1_000), goesOn: z.boolean() });
const newExport = z.object({ kind: z.enum(Object.keys(EVENT_KINDS) as [EventKind]) });

/**
 * The desk of the people who run the shop: a page, and an endpoint that does what the page asks with the server door.
 *
 * Mount it at `/admin`. Only pages that it served itself may ask, and only at this machine.
 */
export function adminDesk(options: DeskOptions): Hono {
  const desk = new Hono();
  desk.use(onlyOurs);
  desk.post('*', bodyLimit({ maxSize: MAX_BODY }));
  desk.onError((error, context) => {
    if (error instanceof HTTPException) return context.json({ error: error.message }, error.status);
    return context.json({ error: wordsOf(error) }, error.name === 'OptionError' ? 400 : 502);
  });
  for (const path of PATHS) desk.get(path, () => fileAt(path));
  addTelling(desk, options);
  addMessages(desk, options);
  addTasks(desk, options);
  return desk;
}

/** What the page asks for before anything is done. */
function addTelling(desk: Hono, { visitor, realService }: DeskOptions): void {
  desk.get('/about', async (context) => {
    const about: About = {
      code: await codeOfSteps(),
      people: PEOPLE,
      ...(realService !== undefined && { realService }),
    };
    return context.json(about);
  });
  desk.get('/visitor', (context) => {
    const email = visitor(context.req.raw);
    return context.json<Visitor>(email === undefined ? {} : { email });
  });
}

/** A template, a campaign of it, and a message to one person. */
function addMessages(desk: Hono, { admin, visitor }: DeskOptions): void {
  desk.post('/templates', async (context) => {
    const templateId = await saveTemplate(admin, await bodyOf(context, newMessage));
    return context.json({ templateId });
  });
  desk.get('/templates/:templateId{\\d+}', async (context) => {
    const { templateId } = context.req.param();
    return messagePage(await preview(admin, Number(templateId), visitor(context.req.raw) ?? ''));
  });
  desk.post('/campaigns', async (context) => {
    const { templateId, name } = await bodyOf(context, newCampaign);
    return context.json({ campaignId: await startCampaign(admin, templateId, name) });
  });
  desk.post('/messages', async (context) => {
    const { campaignId, email } = await bodyOf(context, newSend);
    const message = await sendMessage(admin, campaignId, email);
    return context.json<Sent>(message ? { messageId: message.messageId } : {});
  });
}

/** Long work, which goes on while nobody looks. */
function addTasks(desk: Hono, { admin, now = Date.now, every = 1_000 }: DeskOptions): void {
  const imports = createImport(admin);
  const exports = createExport(admin, { now, every });
  desk.post('/import', async (context) => {
    if (!imports.begin(await bodyOf(context, newImport))) throw underWay('An import');
    return context.json(imports.view(), 202);
  });
  desk.post('/export', async (context) => {
    const { kind } = await bodyOf(context, newExport);
    if (!exports.begin(kind)) throw underWay('An export');
    return context.json(exports.view(), 202);
  });
  for (const [path, task] of [
    ['/import', imports],
    ['/export', exports],
  ] as const) {
    desk.get(path, (context) => context.json(task.view()));
    desk.delete(path, (context) => {
      task.cancel();
      return context.json(task.view(), 202);
    });
  }
}

function underWay(what: string): HTTPException {
  return new HTTPException(409, { message: `${what} is under way; wait for its end, or cancel it.` });
}

/** What a request brings; refuses what is no JSON, since a form of another page can send anything else. */
async function bodyOf<Body>({ req }: Context, schema: z.ZodType<Body>): Promise<Body> {
  if (!req.header('Content-Type')?.startsWith('application/json')) {
    throw new HTTPException(415, { message: 'Send JSON, as `application/json`.' });
  }
  const body: unknown = await req.json().catch(() => undefined);
  const { data, error } = schema.safeParse(body);
  if (!error) return data;
  const [issue] = error.issues;
  const field = issue?.path.join('.') ?? '';
  throw new HTTPException(400, {
    message: `${field ? `\`${field}\`: ` : ''}${issue?.message ?? 'is not right'}`,
  });
}
