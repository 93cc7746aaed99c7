import { placementsOf } from '../state/placements.js';
import { campaignsOf, journeysOf, labelsOf, templatesOf } from '../state/project.js';
import type { Service } from '../state/service.js';
import { channelsOf, listsOf, messageTypesOf } from '../state/subscribable.js';
import { feedsOf } from '../rendering/data-feeds.js';
import { findPerson } from '../people/people.js';
import type { Scenario, ScenarioJourney, ScenarioTemplate } from './scenario.js';
import { wrong, type Path } from './wrong.js';

/** The tables of a scenario whose rows others name by number. */
type Named =
  | 'campaigns'
  | 'channels'
  | 'feeds'
  | 'journeys'
  | 'labels'
  | 'lists'
  | 'messageTypes'
  | 'placements'
  | 'templates';

/** What one of them is called. */
const words: Record<Named, string> = {
  campaigns: 'campaign',
  channels: 'channel',
  feeds: 'feed',
  journeys: 'journey',
  labels: 'label',
  lists: 'list',
  messageTypes: 'message type',
  placements: 'placement',
  templates: 'template',
};

type Refer = (kind: Named, ids: number | readonly number[] | undefined, path: Path) => void;

/** Throws on the first thing that a scenario names and that is neither in it nor there already. */
export function checkReferences(service: Service, scenario: Scenario): void {
  const refer = referrer(service, scenario);
  for (const [index, { channelId }] of entriesOf(scenario.messageTypes))
    refer('channels', channelId, ['messageTypes', index, 'channelId']);
  for (const [index, person] of entriesOf(scenario.people)) {
    const at = ['people', index];
    refer('channels', person.unsubscribedChannelIds, [...at, 'unsubscribedChannelIds']);
    refer('messageTypes', person.unsubscribedMessageTypeIds, [...at, 'unsubscribedMessageTypeIds']);
    refer('messageTypes', person.subscribedMessageTypeIds, [...at, 'subscribedMessageTypeIds']);
  }
  // Where nobody has said which placements there are, a template may name any.
  const isPlaced = placementsOf(service).size > 0 || (scenario.placements?.length ?? 0) > 0;
  for (const [index, template] of entriesOf(scenario.templates))
    checkTemplate(refer, template, { index, isPlaced });
  for (const [index, campaign] of entriesOf(scenario.campaigns)) {
    const at = ['campaigns', index];
    refer('templates', campaign.templateId, [...at, 'templateId']);
    refer('lists', campaign.listIds, [...at, 'listIds']);
    refer('lists', campaign.suppressionListIds, [...at, 'suppressionListIds']);
    refer('labels', campaign.labelIds, [...at, 'labelIds']);
    refer('journeys', campaign.workflowId, [...at, 'workflowId']);
  }
  for (const [index, journey] of entriesOf(scenario.journeys))
    checkTiles(refer, journey, ['journeys', index]);
  for (const [index, { campaignId, variants }] of entriesOf(scenario.experiments)) {
    refer('campaigns', campaignId, ['experiments', index, 'campaignId']);
    for (const [place, { templateId }] of entriesOf(variants))
      refer('templates', templateId, ['experiments', index, 'variants', place, 'templateId']);
  }
  checkMembers(service, scenario);
  checkTwice(scenario);
  checkNames(scenario);
}

function referrer(service: Service, scenario: Scenario): Refer {
  const rows = {
    ...{
      campaigns: campaignsOf,
      channels: channelsOf,
      feeds: feedsOf,
      journeys: journeysOf,
      labels: labelsOf,
    },
    ...{ lists: listsOf, messageTypes: messageTypesOf, placements: placementsOf, templates: templatesOf },
  };
  const isThere = (kind: Named, id: number) =>
    rows[kind](service).has(id) || (scenario[kind] ?? []).some((row) => row.id === id);
  return (kind, ids, path) => {
    const isOne = typeof ids === 'number';
    for (const [index, id] of entriesOf(isOne ? [ids] : ids)) {
      if (!isThere(kind, id))
        throw wrong(isOne ? path : [...path, index], `no ${words[kind]} has the id ${id}`);
    }
  };
}

function checkTemplate(
  refer: Refer,
  template: ScenarioTemplate,
  { index, isPlaced }: { index: number; isPlaced: boolean },
): void {
  const { messageTypeId, placementId, dataFeedIds } = template as {
    messageTypeId?: number;
    placementId?: number;
    dataFeedIds?: number[];
  };
  refer('messageTypes', messageTypeId, ['templates', index, 'messageTypeId']);
  refer('feeds', dataFeedIds, ['templates', index, 'dataFeedIds']);
  if (isPlaced) refer('placements', placementId, ['templates', index, 'placementId']);
}

function checkTiles(refer: Refer, { tiles, startTileId }: ScenarioJourney, at: Path): void {
  if (!tiles) return;
  const ids = new Set(tiles.map(({ id }) => id));
  const lead = (id: number | undefined, path: Path) => {
    if (id !== undefined && !ids.has(id)) throw wrong(path, `no tile of the journey has the id ${id}`);
  };
  lead(startTileId, [...at, 'startTileId']);
  for (const [index, tile] of tiles.entries()) {
    const place = [...at, 'tiles', index];
    if (tile.kind === 'exit') continue;
    lead(tile.next, [...place, 'next']);
    if (tile.kind === 'branch') lead(tile.otherwise, [...place, 'otherwise']);
    if (tile.kind === 'send') refer('campaigns', tile.campaignId, [...place, 'campaignId']);
  }
}

function checkMembers(service: Service, { lists, people = [] }: Scenario): void {
  const names = new Set(people.flatMap(({ email, userId }) => [email?.toLowerCase(), userId]));
  for (const [index, { members }] of entriesOf(lists)) {
    for (const [place, member] of entriesOf(members)) {
      if (names.has(member) || names.has(member.toLowerCase())) continue;
      if (memberNamed(service, member)) continue;
      throw wrong(['lists', index, 'members', place], 'nobody has this email or user id');
    }
  }
}

/** The person whom a list names by email or by user id. */
export function memberNamed(service: Service, member: string) {
  return findPerson(service, { email: member }) ?? findPerson(service, { userId: member });
}

/** Throws where two of a kind have the same number. */
function checkTwice(scenario: Scenario): void {
  for (const [kind, rows] of Object.entries(scenario) as [string, { id?: number }[]][]) {
    const seen = new Set<number>();
    for (const [index, { id }] of rows.entries()) {
      if (id !== undefined && seen.has(id))
        throw wrong([kind, index, 'id'], `another one has the id ${id} too`);
      if (id !== undefined) seen.add(id);
    }
  }
}

/** Throws where two snippets have the same name, by which templates use them. */
function checkNames({ snippets }: Scenario): void {
  const seen = new Set<string>();
  for (const [index, { name }] of entriesOf(snippets)) {
    if (seen.has(name)) throw wrong(['snippets', index, 'name'], `another one has the name ${name} too`);
    seen.add(name);
  }
}

function entriesOf<Row>(rows: readonly Row[] | undefined): [number, Row][] {
  return [...(rows ?? []).entries()];
}
