import { findCatalog, catalogsOf, fieldTypesOf, itemsOf } from '../catalogs/catalog-rows.js';
import { castItems } from '../catalogs/catalog-mappings.js';
import { ensurePerson, findPerson } from '../people/people.js';
import { writeProfile } from '../people/profile.js';
import { feedsOf } from '../rendering/data-feeds.js';
import { placementsOf } from '../state/placements.js';
import {
  campaignsOf,
  experimentsOf,
  journeysOf,
  labelsOf,
  PROJECT_OWNER,
  snippetsOf,
  templatesOf,
} from '../state/project.js';
import { channelsOf, listsOf, messageTypesOf } from '../state/subscribable.js';
import type { Service } from '../state/service.js';
import { checkSnippetText } from '../templates/snippet-text.js';
import { checkReferences, memberNamed } from './references.js';
import type {
  Scenario,
  ScenarioCatalog,
  ScenarioExperiment,
  ScenarioJourney,
  ScenarioList,
  ScenarioPerson,
  ScenarioSnippet,
} from './scenario.js';
import { scenarioSchema } from './scenario-schema.js';
import { seedCampaign } from './seed-campaign.js';
import { seedTemplate } from './seed-template.js';
import { checked, within, wrong, type Path } from './wrong.js';
import { writtenValue } from './written-value.js';

/** Puts what a scenario describes into a project: all of it, or nothing where something is wrong, which it names. */
export function seedScenario(service: Service, given: unknown): void {
  const scenario: Scenario = checked(scenarioSchema, writtenValue(given));
  checkReferences(service, scenario);
  const before = service.tables.save();
  try {
    apply(service, scenario);
  } catch (error) {
    service.tables.load(before);
    throw error;
  }
}

/** In such an order that what is named is there. */
function apply(service: Service, scenario: Scenario): void {
  // A number that is given by hand is not given to anything else.
  for (const rows of Object.values(scenario) as { id?: number }[][])
    for (const { id } of rows) if (id !== undefined) service.tables.reserve(id);
  const now = service.clock.now();
  const dates = { createdAt: now, updatedAt: now };
  const numbered = <Row extends { id?: number }>(row: Row) => ({
    ...row,
    id: row.id ?? service.tables.nextId(),
  });
  const each = <Row>(
    kind: keyof Scenario,
    rows: readonly Row[] | undefined,
    seed: (row: Row, at: Path) => void,
  ) => {
    for (const [index, row] of (rows ?? []).entries()) within([kind, index], () => seed(row, [kind, index]));
  };
  const plain =
    <Row extends { id: number }>(table: Map<number, Row>) =>
    (row: Row) =>
      void table.set(row.id, row);

  each('channels', scenario.channels?.map(numbered), plain(channelsOf(service)));
  each('messageTypes', scenario.messageTypes?.map(numbered), (row) =>
    plain(messageTypesOf(service))({ subscriptionPolicy: 'OptOut', ...row, ...dates }),
  );
  each('labels', scenario.labels?.map(numbered), plain(labelsOf(service)));
  each('feeds', scenario.feeds?.map(numbered), plain(feedsOf(service)));
  each('placements', scenario.placements?.map(numbered), plain(placementsOf(service)));
  each('people', scenario.people, (row) => seedPerson(service, row));
  each('lists', scenario.lists?.map(numbered), (row) => seedList(service, row));
  each('snippets', scenario.snippets, (row) => seedSnippet(service, row));
  each('catalogs', scenario.catalogs, (row) => seedCatalog(service, row));
  each('templates', scenario.templates?.map(numbered), (row, at) => seedTemplate(service, row, at));
  each('journeys', scenario.journeys?.map(numbered), (row) => seedJourney(service, row));
  each('campaigns', scenario.campaigns?.map(numbered), (row) => seedCampaign(service, row));
  each('experiments', scenario.experiments, (row, at) => {
    checkChannels(service, row, at);
    seedExperiment(service, row);
  });
}

type Numbered<Row> = Row & { id: number };

function seedPerson(service: Service, row: ScenarioPerson): void {
  const { email, userId, dataFields, devices } = row;
  const names = { ...(email !== undefined && { email }), ...(userId !== undefined && { userId }) };
  const isKnown = findPerson(service, names) !== undefined;
  const person = ensurePerson(service, names, { preferUserId: true });
  if (isKnown) person.dataFields = {};
  writeProfile(service, person, dataFields, { createNewFields: true });
  Object.assign(person, {
    devices: (devices ?? []).map(({ token, applicationName = 'com.example.app', platform = 'GCM' }) => ({
      ...{ token, applicationName, platform },
      isEnabled: true,
      dataFields: {},
    })),
    browserTokens: row.browserTokens ?? [],
    unsubscribedChannelIds: row.unsubscribedChannelIds ?? [],
    unsubscribedMessageTypeIds: row.unsubscribedMessageTypeIds ?? [],
    subscribedMessageTypeIds: row.subscribedMessageTypeIds ?? [],
  });
}

function seedList(service: Service, { members = [], listType = 'Standard', ...row }: Numbered<ScenarioList>) {
  const people = members.flatMap((member) => memberNamed(service, member)?.id ?? []);
  const createdAt = service.clock.now();
  listsOf(service).set(row.id, { ...row, createdAt, listType, members: [...new Set(people)] });
}

/** A snippet is known by its name too: one that has it already is replaced. */
function seedSnippet(service: Service, { variables = [], ...row }: ScenarioSnippet): void {
  checkSnippetText(row.content);
  const now = service.clock.now();
  const before = [...snippetsOf(service).values()].find(({ name }) => name === row.name);
  const id = row.id ?? before?.id ?? service.tables.nextId();
  if (before && before.id !== id) snippetsOf(service).delete(before.id);
  snippetsOf(service).set(id, {
    ...row,
    ...{ id, variables },
    ...{ createdAt: now, updatedAt: now, createdBy: PROJECT_OWNER, updatedBy: PROJECT_OWNER },
  });
}

function seedCatalog(service: Service, { name, items = {}, fieldTypes = {} }: ScenarioCatalog): void {
  const catalog = findCatalog(service, name) ?? { id: service.tables.nextId(), name };
  catalogsOf(service).set(name.toLowerCase(), catalog);
  itemsOf(service, catalog).clear();
  const types = fieldTypesOf(service, catalog);
  types.clear();
  for (const [field, type] of Object.entries(fieldTypes)) types.set(field, type);
  const values = castItems(service, catalog, Object.values(items));
  for (const [index, itemId] of Object.keys(items).entries()) {
    const lastModified = service.clock.now();
    itemsOf(service, catalog).set(itemId, { itemId, lastModified, value: values[index] ?? {} });
  }
}

function seedJourney(service: Service, row: Numbered<ScenarioJourney>): void {
  const { enabled = true, triggerEventNames = [], startTileId = row.tiles?.[0]?.id, ...rest } = row;
  const now = service.clock.now();
  journeysOf(service).set(row.id, {
    ...rest,
    ...{ enabled, triggerEventNames, createdAt: now, updatedAt: now },
    ...(startTileId !== undefined && { startTileId }),
    creatorUserId: PROJECT_OWNER,
    isArchived: false,
    journeyType: 'published',
  });
}

/** A campaign sends on one channel, whichever variant has its turn. */
function checkChannels(service: Service, { campaignId, variants }: ScenarioExperiment, at: Path): void {
  const channelOf = (templateId = 0) => templatesOf(service).get(templateId)?.channel;
  const channel = channelOf(campaignsOf(service).get(campaignId)?.templateId);
  for (const [place, { templateId }] of variants.entries()) {
    const other = channelOf(templateId);
    if (channel === undefined || other === channel) continue;
    const words = `is of another channel than the campaign (${other}, not ${channel})`;
    throw wrong([...at, 'variants', place, 'templateId'], words);
  }
}

/** One without a number replaces what its campaign tries under the same name. */
function seedExperiment(service: Service, row: ScenarioExperiment): void {
  const variants = row.variants.map(({ id, isControl = false, isWinner = false, ...variant }) => ({
    ...variant,
    ...{ id: id ?? service.tables.nextId(), isControl, isWinner },
  }));
  const ofCampaign = experimentsOf(service).where('campaignId', row.campaignId);
  const id = row.id ?? ofCampaign.find(({ name }) => name === row.name)?.id ?? service.tables.nextId();
  experimentsOf(service).set(id, { ...row, id, variants });
}
