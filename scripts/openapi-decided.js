/** @typedef {{ type?: string | string[], properties?: Record<string, Schema>, required?: string[], [keyword: string]: unknown }} Schema */
/** @typedef {{ model?: string, schema?: Schema, type?: string, description?: string }} Answer */

/** What a reader of the description must know, and what is open. */
export const DESCRIPTION = `Made from the contract of the service by \`node scripts/openapi.js\`. Where the contract is silent or contradicts the service's document, the document and the numbered decisions go before.

A user is named by \`email\` or by \`userId\`, never by both; the schemas cannot say so. Answers may hold fields and words that are not listed. What the contract calls an object may be anything here.

Open, since nothing published says it: what \`ActionIconType\`, \`InAppDisplaySetting\`, \`InAppType\`, \`InAppTypeOfContent\` and \`PositionOption\` are; the fields of an event in \`GetEventsResponse\`; the \`params\` of an envelope; with what, beside the envelope, the service answers calls whose answer the contract does not name; which statuses refuse what, beside those listed. Reads of catalogs are documented as plain models and observed inside the envelope: both are described.`;

/** @param {string} name */
const ref = (name) => ({ $ref: `#/components/schemas/${name}` });

/**
 * A model as it is documented, or the same inside the envelope, as it was observed (decision 48).
 *
 * @param {string} name
 * @returns {Record<string, Answer>}
 */
const eitherWay = (name) => ({
  200: {
    description: 'As documented, or in the envelope, as observed',
    schema: {
      anyOf: [
        ref(name),
        {
          type: 'object',
          properties: { msg: { type: 'string' }, code: { const: 'Success' }, params: ref(name) },
          required: ['msg', 'code', 'params'],
        },
      ],
    },
  },
});

/** @type {Record<string, Answer>} */
const received = { 200: { model: 'ApiResponse' }, 202: { model: 'ApiResponse' } };

/**
 * Answers that the contract leaves open, or tells otherwise than the document and the decisions, by operation and status.
 *
 * @type {Record<string, Record<string, Answer>>}
 */
export const ANSWERS = {
  'auth.invalidateJwts': received,
  'campaigns.archive': { 200: { model: 'BulkArchiveCampaignsResponse' } },
  'catalogs.list': eitherWay('GetCatalogsResponse'),
  'catalogs.getFieldMappings': eitherWay('CatalogFieldMappingsResponse'),
  'catalogs.items.list': eitherWay('GetCatalogItemsResponse'),
  'catalogs.items.get': eitherWay('CatalogItemWithProperties'),
  'email.viewInBrowser': { 200: { model: 'string', type: 'text/html' } },
  'embedded.trackClick': received,
  'embedded.trackReceived': received,
  'embedded.trackSession': received,
  'experiments.metrics': { 200: { model: 'string', type: 'text/csv' } },
  'exports.cancel': received,
  'subscriptions.subscribeToDoubleOptIn': { 202: { model: 'string' } },
  'templates.bulkDelete': { 200: { model: 'BulkDeleteTemplatesResponse' } },
  'templates.email.preview': { 200: { model: 'string', type: 'text/html' } },
  'templates.inApp.preview': { 200: { model: 'string', type: 'text/html' } },
};

const moments = { createdAt: { type: ['integer', 'string'] }, updatedAt: { type: ['integer', 'string'] } };
const ids = { type: 'array', items: { type: 'integer', format: 'int64' } };
const placementId = { type: ['integer', 'string'] };
const texts = { type: 'array', items: { type: 'string' } };

/**
 * What the document and the decisions say of models otherwise than the contract: fields that are added or replaced, and
 * which are required. A model without `properties` here is all that is said of it.
 *
 * @type {Record<string, Schema>}
 */
export const MODELS = {
  // The envelope's `params` are null for some operations, and refusals have codes of their own (decision 4).
  ApiResponse: { properties: { params: { type: ['object', 'null'] } } },
  // Decision 12.
  ApiResponseUser: { properties: { email: { type: 'string' } }, required: [] },
  // Decision 33.
  ApiInAppMessage: { properties: {}, required: ['messageId'] },
  InAppContentApi: { properties: {}, required: [] },
  InAppTrigger: {
    properties: { type: { anyOf: [{ enum: ['immediate', 'event', 'never'] }, { type: 'string' }] } },
  },
  // Decision 9.
  ApiEmbeddedMessagingMetadata: {
    properties: { placementId },
    required: ['messageId', 'placementId', 'campaignId', 'isProof'],
  },
  ApiEmbeddedPlacement: { properties: { placementId }, required: ['placementId', 'embeddedMessages'] },
  ApiEmbeddedMessage: { properties: {}, required: ['metadata'] },
  Text: { properties: { id: { type: 'string' } } },
  // The document's fields of a campaign.
  CampaignDetails: {
    properties: {
      labelIds: ids,
      dataFields: { type: 'object' },
      sendMode: { type: 'string' },
      recipientTimeZone: { type: 'object' },
    },
  },
  CampaignsResponse: { properties: {}, required: ['campaigns'] },
  CreateCampaignRequest: { properties: { listIds: ids, labelIds: ids }, required: ['name', 'templateId'] },
  BulkArchiveCampaignsResponse: { properties: { success: ids, failed: ids } },
  BulkDeleteTemplatesResponse: { properties: { success: ids, failed: ids } },
  TrackPurchaseRequest: { properties: { createNewFields: { type: 'boolean' } } },
  // Decision 47.
  ApiEmailTemplateModel: { properties: moments },
  ApiEmbeddedTemplateModel: { properties: moments },
  ApiInAppTemplateModel: { properties: moments },
  ApiTemplateEntry: {
    properties: {
      locales: {
        type: 'array',
        items: {
          type: 'object',
          properties: { displayLanguage: { type: 'string' }, languageTag: { type: 'string' } },
        },
      },
    },
  },
  Table: { properties: { name: { type: 'string' } }, required: ['name'] },
  // The document's states, and those the service also uses (decision 13).
  JobState: {
    anyOf: [
      { enum: ['Enqueued', 'Running', 'Completed', 'Failed'] },
      { enum: ['enqueued', 'queued', 'running', 'completed', 'failed', 'cancelling', 'cancelled'] },
      { type: 'string' },
    ],
  },
  ClientDataType: {
    anyOf: [
      { type: 'string' },
      {
        type: 'object',
        properties: { send: { type: 'boolean' }, updatable: { type: 'boolean' } },
        required: ['send', 'updatable'],
      },
    ],
  },
  GetUserFieldsResponse: {
    properties: { fields: { type: 'object', additionalProperties: { type: 'string' } } },
  },
  GetEventsResponse: { properties: { events: { type: 'array', items: { type: 'object' } } } },
  CatalogItemWithProperties: { properties: { value: { type: 'object' } } },
  MetadataWithProperties: { properties: { value: { type: 'object' } } },
  ApiWebhookResponse: { properties: { channelIds: ids, messageTypeIds: ids } },
  SnippetResponse: { properties: { id: { type: 'integer', format: 'int64' }, variables: texts } },
};
