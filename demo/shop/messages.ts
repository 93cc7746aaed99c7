import { Hono } from 'hono';
import type { Service } from '../service.js';
import { visitorOf } from './session.js';

/** An in-app message that a visitor may have sent to them. */
export interface Sendable {
  campaignId: number;
  name: string;
  /** Where on the page it stands, such as `TopRight`. */
  position: string;
}

/** Lists the in-app messages of the project, and sends one to whoever is logged in. */
export function messageRoutes(service: Service): Hono {
  const app = new Hono();

  app.get('/', async (context) => context.json(await sendables(service)));
  app.post('/', async (context) => {
    const person = visitorOf(context.req.raw, service);
    if (!person) return context.text('Log in first: a message is for a person.\n', 401);
    const { campaignId } = await context.req.json<{ campaignId: number }>();
    await service.admin.inApp.target({ campaignId, recipientEmail: person.email });
    await service.emulator?.settle();
    return context.json({ campaignId });
  });
  return app;
}

/** The campaigns that can send an in-app message to one person, one for each position. */
async function sendables({ admin }: Service): Promise<Sendable[]> {
  const found: Sendable[] = [];
  for await (const campaign of admin.campaigns.list.all()) {
    const { id, name, type, messageMedium, campaignState, templateId } = campaign;
    if (messageMedium !== 'InApp' || type !== 'Triggered' || campaignState !== 'Running') continue;
    if (templateId === undefined) continue;
    const { webInAppDisplaySettings } = await admin.templates.inApp.get({ templateId });
    const position = webInAppDisplaySettings?.position ?? 'Center';
    if (found.every((other) => other.position !== position)) found.push({ campaignId: id, name, position });
  }
  return found;
}
