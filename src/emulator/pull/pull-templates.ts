import type { Admin } from '../../admin/index.js';
import type { CampaignDetails } from '../../admin/operations/campaigns.js';
import type { ScenarioTemplate } from '../scenario/scenario.js';
import { contentIn } from '../scenario/seed-template.js';
import type { Tell } from './tell.js';

type Channel = ScenarioTemplate['channel'];

/** The channel of the templates of each medium. */
const channels: Record<string, Channel> = {
  Email: 'email',
  Embedded: 'embedded',
  InApp: 'inApp',
  Push: 'push',
  WebPush: 'push',
  SMS: 'sms',
  RCS: 'sms',
  ChatApp: 'sms',
};
/** The mediums by which a list of templates can be asked for. */
const LISTED = ['Email', 'Push', 'InApp', 'SMS'] as const;

/** A template to get. */
interface Wanted {
  id: number;
  channel: Channel;
  type: ScenarioTemplate['type'] & string;
}

/** The base templates of a project and those of its campaigns, in every language; those that cannot be used are told of. */
export async function pullTemplates(
  admin: Admin,
  campaigns: readonly CampaignDetails[],
  tell: Tell,
): Promise<ScenarioTemplate[]> {
  const wanted = new Map<number, Wanted>();
  for (const one of await baseTemplates(admin)) wanted.set(one.id, one);
  for (const { templateId, messageMedium, type } of campaigns) {
    const channel = channels[messageMedium];
    if (templateId !== undefined && channel)
      wanted.set(templateId, { id: templateId, channel, type: type === 'Blast' ? 'Blast' : 'Triggered' });
  }
  const templates: ScenarioTemplate[] = [];
  for (const one of wanted.values()) {
    try {
      templates.push(await pullTemplate(admin, one));
    } catch (error) {
      if (isRefusedKey(error)) throw error;
      tell(`Left out template ${one.id}: ${(error as Error).message}`);
    }
    if (templates.length % 100 === 0 && templates.length) tell(`${templates.length} templates so far`);
  }
  tell(`${templates.length} templates`);
  return templates;
}

function isRefusedKey(error: unknown): boolean {
  return [401, 403].includes((error as { status?: number }).status ?? 0);
}

/** The base templates of every channel; those that no medium lists are for embedded messages. */
async function baseTemplates(admin: Admin): Promise<Wanted[]> {
  const found = new Map<number, Wanted>();
  const base = { templateType: 'Base' } as const;
  for await (const { templateId: id } of admin.templates.list.all(base))
    found.set(id, { id, channel: 'embedded', type: 'Base' });
  for (const messageMedium of LISTED) {
    const channel = channels[messageMedium] ?? 'email';
    for await (const { templateId: id } of admin.templates.list.all({ ...base, messageMedium }))
      found.set(id, { id, channel, type: 'Base' });
  }
  return [...found.values()];
}

async function pullTemplate(admin: Admin, { id, channel, type }: Wanted): Promise<ScenarioTemplate> {
  const get = (locale?: string) =>
    admin.templates[channel].get({
      templateId: id,
      ...(locale !== undefined && { locale }),
    }) as unknown as Promise<Record<string, unknown>>;
  const answer = await get();
  const locales: [string, Record<string, unknown>][] = [];
  for (const locale of await localesOf(admin, id, answer['clientTemplateId']))
    locales.push([locale, contentIn(channel, await get(locale))]);
  const { name, clientTemplateId, messageTypeId } = answer as Partial<ScenarioTemplate>;
  return {
    ...{ id, channel, type },
    ...(name !== undefined && { name }),
    ...(clientTemplateId !== undefined && { clientTemplateId }),
    ...(messageTypeId !== undefined && { messageTypeId }),
    ...contentIn(channel, answer),
    ...(locales.length && { locales: Object.fromEntries(locales) }),
  };
}

async function localesOf(admin: Admin, id: number, clientTemplateId: unknown): Promise<string[]> {
  if (typeof clientTemplateId !== 'string') return [];
  const { templates } = await admin.templates.getByClientTemplateId({ clientTemplateId });
  const locales = templates.find(({ templateId }) => templateId === id)?.locales ?? [];
  return locales.flatMap(({ languageTag }) => languageTag ?? []);
}
