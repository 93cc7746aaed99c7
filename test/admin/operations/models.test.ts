import type ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { contract, type ContractField, type ContractOperation } from '../../support/contract.js';
import { readAdmin, type FieldShape } from '../../support/shapes.js';

/** Where our types say something other than the contract, by the line of the documents that makes them. */
const deviations: Record<string, string[]> = {
  'service-api.md, campaigns: `labelIds`; a single one adds `dataFields`, `sendMode`, `recipientTimeZone`': [
    'in CreateCampaignRequest.labelIds: not in the contract',
    'out CampaignDetails.dataFields: not in the contract',
    'out CampaignDetails.labelIds: not in the contract',
    'out CampaignDetails.recipientTimeZone: not in the contract',
    'out CampaignDetails.sendMode: not in the contract',
  ],
  'service-api.md, CreateCampaignRequest: omit `listIds` for a triggered campaign': [
    'in CreateCampaignRequest.listIds: optional',
  ],
  'service-api.md, TrackPurchaseRequest: `createNewFields`': [
    'in TrackPurchaseRequest.createNewFields: not in the contract',
  ],
  'service-api.md, templates: common to all are `campaignDataFields`, `createdAt`, `updatedAt`': [
    'in UpsertEmailTemplateModel.campaignDataFields: not in the contract',
    'in UpsertEmbeddedTemplateModel.campaignDataFields: not in the contract',
    'in UpsertInAppTemplateModel.campaignDataFields: not in the contract',
    'in UpsertPushTemplateModel.campaignDataFields: not in the contract',
    'in UpsertSMSTemplateModel.campaignDataFields: not in the contract',
    'out ApiEmailTemplateModel.createdAt: not in the contract',
    'out ApiEmailTemplateModel.updatedAt: not in the contract',
    'out ApiEmbeddedTemplateModel.createdAt: not in the contract',
    'out ApiEmbeddedTemplateModel.updatedAt: not in the contract',
    'out ApiInAppTemplateModel.createdAt: not in the contract',
    'out ApiInAppTemplateModel.updatedAt: not in the contract',
  ],
  'service-api.md, templates: read only, or of an upsert only, so an update does not take them': [
    'in ApiEmailTemplateModel.creatorUserId: left out',
    'in ApiEmailTemplateModel.metadata: left out',
    'in ApiEmbeddedTemplateModel.campaignId: left out',
    'in ApiInAppTemplateModel.campaignId: left out',
    'in ApiPushTemplateModel.campaignId: left out',
    'in ApiPushTemplateModel.createdAt: left out',
    'in ApiPushTemplateModel.updatedAt: left out',
    'in ApiSMSTemplateModel.campaignId: left out',
    'in ApiSMSTemplateModel.createdAt: left out',
    'in ApiSMSTemplateModel.trackingDomain: left out',
    'in ApiSMSTemplateModel.updatedAt: left out',
  ],
  'service-api.md, ApiTemplateEntry: `locales` (array of objects)': [
    'out ApiTemplateEntry.locales[]: object',
  ],
  'service-api.md, embedded text: `{id, label, text}`': ['out Text.id: not in the contract'],
  'service-api.md, ListMetadataTablesResponse: array of `{name}`': [
    'out ListMetadataTablesResponse.results[]: object',
  ],
  'service-api.md, JobModel: `jobState` is a word; decision 13: `dataTypeName` is a string or an object': [
    'out JobModel.dataTypeName: object or string',
    'out JobModel.jobState: string',
    'out JobState.final: left out',
  ],
  'decision 7: the service sends numbers and ISO strings': [
    'out ApiInAppMessage.createdAt: number or string',
    'out ApiInAppMessage.expiresAt: number or string',
  ],
  'decisions 22 and 47: the service sends numbers and ISO strings; the door gives numbers': [
    'out ApiPushTemplateModel.createdAt: number',
    'out ApiPushTemplateModel.updatedAt: number',
    'out ApiSMSTemplateModel.createdAt: number',
    'out ApiSMSTemplateModel.updatedAt: number',
    'out ApiTemplateResponse.createdAt: number',
    'out ApiTemplateResponse.updatedAt: number',
    'out CatalogItemWithProperties.lastModified: number',
  ],
  "decision 9: `placementId` is sent by the document's name, and read as a number or a string": [
    'in embedded.getMessages.placementId: not in the contract',
    'out ApiEmbeddedMessagingMetadata.placementId: number or string',
    'out ApiEmbeddedPlacement.placementId: number or string',
  ],
  'decision 12: `email` of a returned user is optional': ['out ApiResponseUser.email: optional'],
  'decisions 21 and 44: send both dates always; the answer is CSV': [
    'in campaigns.metrics.endDateTime: required',
    'in campaigns.metrics.startDateTime: required',
    'in experiments.metrics.endDateTime: required',
    'in experiments.metrics.startDateTime: required',
    'out experiments.metrics: string',
    'out ExperimentMetricsResponse.headers: left out',
    'out ExperimentMetricsResponse.rows: left out',
  ],
  'decision 23: `size` is a plain integer': ['out lists.getSize: number'],
  'decisions 23 and 43: one identifier or object a line, too many to hold: a stream': [
    'out exports.dataCsv: object',
    'out exports.dataJson: object',
    'out exports.userEvents: object',
    'out lists.getUsers: object',
  ],
  'decision 25: a snippet is named by id or by name': [
    'in snippets.delete.identifier: number or string',
    'in snippets.get.identifier: number or string',
    'in snippets.update.identifier: number or string',
  ],
  'decision 33: what an in-app message may lack, for whatever platform it is': [
    'out ApiInAppMessage.messageType: optional',
    'out ApiInAppMessage.typeOfContent: optional',
    'out InAppContentApi.webInAppDisplaySettings: optional',
  ],
  'decision 41: an upsert exposes `templateIds`': ['out ApiResponse.templateIds: not in the contract'],
  'Nothing could be asked, recorded or shown without it': [
    'in ArrayMerge.field: required',
    'in EmbeddedSessionRequest.impressions: required',
    'in EmbeddedSessionRequest.session: required',
    'in Impression.displayCount: required',
    'in Impression.displayDuration: required',
    'in Impression.messageId: required',
    'in Impression.placementId: required',
    'in Session.end: required',
    'in Session.id: required',
    'in Session.start: required',
    'in users.getByEmail.email: required',
    'in users.getByUserId.userId: required',
    'out ApiEmbeddedMessage.metadata: required',
    'out ApiEmbeddedMessagingMetadata.messageId: required',
    'out ApiEmbeddedMessagingMetadata.placementId: required',
    'out ApiEmbeddedPlacement.embeddedMessages: required',
    'out ApiEmbeddedPlacement.placementId: required',
    'out ApiInAppMessage.messageId: required',
  ],
};

type Direction = 'in' | 'out';

/** Compares every type of the server door with the contract, and tells each difference once. */
function differences(): string[] {
  const { operations, models } = contract;
  const { callOf, fieldsOf, kindsOf, itemsOf, wordsOf } = readAdmin();
  const found = new Set<string>();

  function compareFields(
    owner: string,
    ours: Map<string, FieldShape>,
    theirs: Fields,
    direction: Direction,
    seen: string[] = [],
  ) {
    for (const name of ours.keys()) {
      if (!(name in theirs)) found.add(`${direction} ${owner}.${name}: not in the contract`);
    }
    for (const [name, field] of Object.entries(theirs)) {
      const label = `${direction} ${field.owner ?? owner}.${name}`;
      const shape = ours.get(name);
      if (!shape) found.add(`${label}: left out`);
      else compareField(label, shape, field, direction, seen);
    }
  }

  function compareField(
    label: string,
    { required, types }: FieldShape,
    field: ContractField,
    direction: Direction,
    seen: string[],
  ) {
    if (required !== Boolean(field.required)) found.add(`${label}: ${required ? 'required' : 'optional'}`);
    compareType(label, types, field, direction, seen);
  }

  function compareType(
    label: string,
    types: ts.Type[],
    { type, enum: words }: ContractField,
    direction: Direction,
    seen: string[],
  ) {
    if (type.endsWith('[]')) {
      compareKinds(label, types, 'array');
      compareType(
        `${label}[]`,
        itemsOf(types),
        { type: type.slice(0, -2), ...(words && { enum: words }) },
        direction,
        seen,
      );
      return;
    }
    const model = models[type];
    if (model) {
      if (Object.keys(model).length === 0 || seen.includes(type)) return;
      compareKinds(label, types, 'object');
      compareFields(type, fieldsOf(types), model, direction, [...seen, type]);
      return;
    }
    compareKinds(label, types, kindIn(type));
    if (!words) return;
    const { words: allowed, open } = wordsOf(types);
    if (allowed.join() !== [...words].sort().join()) found.add(`${label}: one of ${allowed.join(', ')}`);
    if (open !== (direction === 'out')) found.add(`${label}: ${open ? 'open' : 'closed'}`);
  }

  function compareKinds(label: string, types: ts.Type[], kind: string | undefined) {
    const kinds = kindsOf(types).join(' or ');
    if (kind && kinds !== kind) found.add(`${label}: ${kinds}`);
  }

  /** Path, query and body are one input to us. */
  function inputOf({ operation: owner, path_params: path, query, body }: ContractOperation): Fields {
    const inPath = Object.entries(path ?? {}).map(([name, field]) => [
      name,
      { ...field, required: true, owner },
    ]);
    const inQuery = Object.entries(query ?? {}).map(([name, field]) => [name, { ...field, owner }]);
    return { ...(body && models[body]), ...Object.fromEntries([...inPath, ...inQuery]) } as Fields;
  }

  for (const operation of operations) {
    const { operation: name, body, responses } = operation;
    const { input, output } = callOf(name);
    const answer = responses['200'];
    compareFields(body ?? name, fieldsOf([input]), inputOf(operation), 'in');
    if (answer) compareType(`out ${name}`, [output], { type: answer }, 'out', []);
  }
  return [...found].sort();
}

type Fields = Record<string, ContractField & { owner?: string }>;

/** What the contract calls `object` may be anything. */
function kindIn(type: string): string | undefined {
  if (type === 'object') return undefined;
  if (type.startsWith('integer') || type.startsWith('number')) return 'number';
  return type.startsWith('map') ? 'object' : (type.split('/')[0] ?? '');
}

describe('the types of the server door', () => {
  it('say what the contract says, but where a document says otherwise', () => {
    expect(differences()).toEqual(Object.values(deviations).flat().sort());
  });
});
