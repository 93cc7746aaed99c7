import type { Admin } from '../../admin/index.js';
import type { CampaignDetails } from '../../admin/operations/campaigns.js';
import type { Scenario, ScenarioCampaign, ScenarioCatalog, ScenarioTemplate } from '../scenario/scenario.js';
import { pullTemplates } from './pull-templates.js';
import type { Tell } from './tell.js';

/** The states of a campaign that may still send. */
const LIVING = ['Draft', 'Ready', 'Scheduled', 'Running', 'Recurring'] as const;

/**
 * A project as a scenario: its channels, message types, lists, templates, snippets, catalogs, placements, and the
 * campaigns that may still send. Of its people nothing is read, not even who is on a list.
 */
export async function pullProject(admin: Admin, now: number, tell: Tell): Promise<Scenario> {
  const { channels } = await admin.channels.list();
  const { messageTypes } = await admin.messageTypes.list();
  tell(`${channels.length} channels, ${messageTypes.length} message types`);
  const { lists } = await admin.lists.list();
  const { snippets = [] } = await admin.snippets.list();
  tell(`${lists.length} lists, ${snippets.length} snippets`);
  const catalogs = await pullCatalogs(admin, tell);
  const found = await pullCampaigns(admin, tell);
  const templates = await pullTemplates(admin, found, tell);
  const campaigns = found
    .filter(({ templateId }) => templates.some(({ id }) => id === templateId))
    .map((campaign) => scenarioCampaign(campaign, now));
  if (campaigns.length < found.length)
    tell(`Left out ${found.length - campaigns.length} campaigns without a template that can be read`);
  return {
    channels: channels.map(({ id, name, channelType, messageMedium }) => ({
      ...{ id, name, channelType, messageMedium },
    })) as Scenario['channels'] & object,
    messageTypes: messageTypes.map(({ id, name, channelId, subscriptionPolicy, ...more }) => ({
      ...{ id, name, channelId, subscriptionPolicy },
      ...(more.frequencyCap && { frequencyCap: more.frequencyCap }),
      ...(more.rateLimitPerMinute !== undefined && { rateLimitPerMinute: more.rateLimitPerMinute }),
    })) as Scenario['messageTypes'] & object,
    lists: lists.map(({ id, name, description, listType }) => ({
      ...{ id, name, listType },
      ...(description !== undefined && { description }),
    })) as Scenario['lists'] & object,
    snippets: snippets.map(({ id, name = '', content = '', description, variables }) => ({
      ...{ name, content },
      ...(id !== undefined && { id }),
      ...(description && { description }),
      ...(variables && { variables }),
    })),
    catalogs,
    ...namedBy(found, templates),
    templates,
    campaigns,
  };
}

/** What campaigns and templates name and nobody tells of: each gets a name by its number. */
function namedBy(campaigns: readonly CampaignDetails[], templates: readonly ScenarioTemplate[]) {
  const ids = (all: (number | undefined)[]) =>
    [...new Set(all)].filter((id) => id !== undefined).sort((a, b) => a - b);
  const fieldsOf = templates as readonly { placementId?: number; dataFeedIds?: number[] }[];
  const labels = new Map(
    campaigns.flatMap(({ labelIds = [], labels: names = [] }) => {
      // Names and numbers do not come in the same order: only one alone tells which it is.
      return labelIds.map((id) => [id, labelIds.length === 1 ? names[0] : undefined] as const);
    }),
  );
  return {
    labels: [...labels].map(([id, name]) => ({ id, name: name ?? `Label ${id}` })),
    placements: ids(fieldsOf.map(({ placementId }) => placementId)).map((id) => ({
      id,
      name: `Placement ${id}`,
    })),
    feeds: ids(fieldsOf.flatMap(({ dataFeedIds = [] }) => dataFeedIds)).map((id) => ({
      ...{ id, name: `Feed ${id}` },
      url: `http://localhost/feed-${id}.json`,
    })),
  };
}

async function pullCampaigns(admin: Admin, tell: Tell): Promise<CampaignDetails[]> {
  const campaigns: CampaignDetails[] = [];
  for await (const { id } of admin.campaigns.list.all({ campaignState: [...LIVING] })) {
    campaigns.push(await admin.campaigns.get({ id }));
    if (campaigns.length % 100 === 0) tell(`${campaigns.length} campaigns so far`);
  }
  tell(`${campaigns.length} campaigns that may still send`);
  return campaigns;
}

function scenarioCampaign(campaign: CampaignDetails, now: number): ScenarioCampaign {
  const { id, name, type, templateId = 0, messageMedium, startAt, campaignState } = campaign;
  const isAhead = campaignState === 'Scheduled' && Number(startAt) > now;
  const state = isAhead || campaignState === 'Running' || campaignState === 'Draft' ? campaignState : 'Ready';
  const { dataFields, sendMode, recipientTimeZone, labelIds } = campaign;
  return {
    ...{ id, name, type, templateId, campaignState: state, messageMedium },
    ...(isAhead && { sendAt: new Date(Number(startAt)).toISOString() }),
    ...(campaign.listIds && { listIds: campaign.listIds }),
    ...(campaign.suppressionListIds && { suppressionListIds: campaign.suppressionListIds }),
    ...(labelIds && { labelIds }),
    ...(dataFields && { dataFields }),
    ...(sendMode && { sendMode }),
    ...recipientTimeZone,
  } as ScenarioCampaign;
}

/** The catalogs of a project; none where the key may not read them, as a read-only key of the service may not. */
async function pullCatalogs(admin: Admin, tell: Tell): Promise<ScenarioCatalog[]> {
  const catalogs: ScenarioCatalog[] = [];
  try {
    for await (const { name } of admin.catalogs.list.all()) {
      const { definedMappings } = await admin.catalogs.getFieldMappings({ catalogName: name });
      const items: Record<string, Record<string, unknown>> = {};
      for await (const { itemId, value } of admin.catalogs.items.list.all({ catalogName: name }))
        items[itemId] = value;
      catalogs.push({
        name,
        items,
        fieldTypes: definedMappings as ScenarioCatalog['fieldTypes'] & object,
      });
      tell(`Catalog ${name}: ${Object.keys(items).length} items`);
    }
  } catch (error) {
    if ((error as { status?: number }).status !== 403) throw error;
    tell('Left out the catalogs: the service reads them with a server-side key alone');
  }
  return catalogs;
}
