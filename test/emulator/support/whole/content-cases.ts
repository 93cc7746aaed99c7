import { badParams, notFound, unknownEmail, unknownKey, type Cases } from './case.js';
import { ada, nobody, type Ids, type Sdk } from './world.js';

type Channel = keyof Ids['templates'];

/** The operations that each channel's templates have. */
function templateCases(channel: Channel): Cases {
  const { name, idOf } = { name: `templates.${channel}`, idOf: (ids: Ids) => ids.templates[channel] };
  return {
    [`${name}.get`]: {
      works: ({ server, ids }) => server.templates[channel].get({ templateId: idOf(ids) }),
      refused: ({ server }) => server.templates[channel].get({ templateId: 1 }),
      because: notFound,
    },
    [`${name}.update`]: {
      works: ({ server, ids }) => server.templates[channel].update({ templateId: idOf(ids), name: 'New' }),
      refused: ({ server }) => server.templates[channel].update({ templateId: 1, name: 'New' }),
      because: badParams,
    },
    [`${name}.upsert`]: {
      works: ({ server }) => server.templates[channel].upsert({ clientTemplateId: 'new' }),
      refused: ({ server }) => server.templates[channel].upsert({ clientTemplateId: '' }),
      because: badParams,
    },
  };
}

function proofCases(channel: Exclude<Channel, 'embedded'>): Cases {
  const prove = ({ templates }: Sdk, ids: Ids, recipientEmail: string) =>
    templates[channel].proof({ templateId: ids.templates[channel], recipientEmail });
  return {
    [`templates.${channel}.proof`]: {
      works: ({ server, ids }) => prove(server, ids, ada),
      refused: ({ server, ids }) => prove(server, ids, nobody),
      because: unknownEmail,
    },
  };
}

function previewCases(channel: 'email' | 'inApp'): Cases {
  return {
    [`templates.${channel}.preview`]: {
      works: ({ server, ids }) =>
        server.templates[channel].preview({ templateId: ids.templates[channel], dataFields: { a: 1 } }),
      refused: ({ server }) => server.templates[channel].preview({ templateId: 1 }),
      because: notFound,
    },
  };
}

const mugs = { catalogName: 'Mugs' };
const none = { catalogName: 'none' };
const red = { ...mugs, itemId: 'red' };

const catalogCases: Cases = {
  'catalogs.list': {
    works: ({ server }) => server.catalogs.list({ page: 1 }),
    refused: ({ server }) => server.catalogs.list({ page: 0 }),
    because: badParams,
  },
  'catalogs.create': {
    works: ({ server }) => server.catalogs.create({ catalogName: 'Cups' }),
    refused: ({ server }) => server.catalogs.create({ catalogName: 'no_line' }),
    because: badParams,
  },
  'catalogs.delete': {
    works: ({ server }) => server.catalogs.delete(mugs),
    refused: ({ server }) => server.catalogs.delete(none),
    because: notFound,
  },
  'catalogs.getFieldMappings': {
    works: ({ server }) => server.catalogs.getFieldMappings(mugs),
    refused: ({ server }) => server.catalogs.getFieldMappings(none),
    because: notFound,
  },
  'catalogs.updateFieldMappings': {
    works: ({ server }) =>
      server.catalogs.updateFieldMappings({
        ...mugs,
        mappingsUpdates: [{ fieldName: 'colour', fieldType: 'string' }],
      }),
    refused: ({ server }) =>
      server.catalogs.updateFieldMappings({
        ...mugs,
        mappingsUpdates: [{ fieldName: 'price', fieldType: 'string' }],
      }),
    because: badParams,
  },
  'catalogs.items.list': {
    works: ({ server }) => server.catalogs.items.list({ ...mugs, orderBy: 'price', sortAscending: true }),
    refused: ({ server }) => server.catalogs.items.list(none),
    because: notFound,
  },
  'catalogs.items.get': {
    works: ({ server }) => server.catalogs.items.get(red),
    refused: ({ server }) => server.catalogs.items.get({ ...mugs, itemId: 'RED' }),
    because: notFound,
  },
  'catalogs.items.upload': {
    works: ({ server }) =>
      server.catalogs.items.upload({ ...mugs, documents: { a: {} }, replaceUploadedFieldsOnly: true }),
    refused: ({ server }) =>
      server.catalogs.items.upload({
        ...mugs,
        documents: Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`i${index}`, {}])),
        replaceUploadedFieldsOnly: true,
      }),
    because: '400 BatchTooLarge',
  },
  'catalogs.items.replace': {
    works: ({ server }) => server.catalogs.items.replace({ ...red, value: { price: 9 } }),
    refused: ({ server }) => server.catalogs.items.replace({ ...red, value: { price: 'nine' } }),
    because: '400 RequestFieldsTypesMismatched',
  },
  'catalogs.items.update': {
    works: ({ server }) => server.catalogs.items.update({ ...red, update: { price: 9 } }),
    refused: ({ server }) => server.catalogs.items.update({ ...red, update: { 'a.b': 9 } }),
    because: badParams,
  },
  'catalogs.items.delete': {
    works: ({ server }) => server.catalogs.items.delete(red),
    refused: ({ server }) => server.catalogs.items.delete({ ...none, itemId: 'red' }),
    because: notFound,
  },
  'catalogs.items.deleteMany': {
    works: ({ server }) => server.catalogs.items.deleteMany({ ...mugs, itemIds: ['red'] }),
    refused: ({ server }) => server.catalogs.items.deleteMany({ ...mugs, itemIds: ['a.b'] }),
    because: badParams,
  },
};

const key = { table: 'prices', key: 'mug' };

const metadataCases: Cases = {
  'metadata.listTables': {
    works: ({ server }) => server.metadata.listTables(),
    refused: ({ stranger }) => stranger.metadata.listTables(),
    because: unknownKey,
  },
  'metadata.deleteTable': {
    works: ({ server }) => server.metadata.deleteTable({ table: key.table }),
    refused: ({ server }) => server.metadata.deleteTable({ table: 'a-b' }),
    because: badParams,
  },
  'metadata.list': {
    works: ({ server }) => server.metadata.list({ table: 'prices' }),
    refused: ({ server }) => server.metadata.list({ table: 'a-b' }),
    because: badParams,
  },
  'metadata.get': {
    works: ({ server }) => server.metadata.get(key),
    refused: ({ server }) => server.metadata.get({ ...key, key: 'MUG' }),
    because: notFound,
  },
  'metadata.put': {
    works: ({ server }) => server.metadata.put({ ...key, value: {} }),
    refused: ({ server }) => server.metadata.put({ ...key, value: { a: 'x'.repeat(30_000) } }),
    because: badParams,
  },
  'metadata.delete': {
    works: ({ server }) => server.metadata.delete(key),
    refused: ({ server }) => server.metadata.delete({ ...key, key: 'a_b' }),
    because: badParams,
  },
};

const everything = { dataTypeName: 'customEvent', range: 'All' } as const;

const exportCases: Cases = {
  'exports.start': {
    works: ({ server }) => server.exports.start({ dataTypeName: 'user', outputFormat: 'text/csv' }),
    refused: ({ server }) =>
      server.exports.start({ dataTypeName: 'user', outputFormat: 'text/csv', startDateTime: 'soon' }),
    because: badParams,
  },
  'exports.listJobs': {
    works: ({ server }) => server.exports.listJobs({ jobState: 'Completed' }),
    refused: ({ server }) => server.exports.listJobs({ jobState: 'Lost' as never }),
    because: badParams,
  },
  'exports.getFiles': {
    works: ({ server, ids }) => server.exports.getFiles({ jobId: ids.jobId }),
    refused: ({ server }) => server.exports.getFiles({ jobId: 1 }),
    because: notFound,
  },
  'exports.cancel': {
    works: ({ server, ids }) => server.exports.cancel({ jobId: ids.jobId }),
    refused: ({ server }) => server.exports.cancel({ jobId: 1 }),
    because: notFound,
  },
  'exports.dataCsv': {
    works: ({ server }) => server.exports.dataCsv({ ...everything, delimiter: ';' }),
    refused: ({ server }) => server.exports.dataCsv({ ...everything, delimiter: '' }),
    because: badParams,
  },
  'exports.dataJson': {
    works: ({ server }) => server.exports.dataJson(everything),
    refused: ({ server }) => server.exports.dataJson({ dataTypeName: 'none' as never }),
    because: badParams,
  },
  'exports.userEvents': {
    works: ({ server }) => server.exports.userEvents({ email: ada, includeCustomEvents: true }),
    refused: ({ server }) => server.exports.userEvents({ email: nobody }),
    because: unknownEmail,
  },
};

const footer = { identifier: 'footer' };

const snippetCases: Cases = {
  'snippets.list': {
    works: ({ server }) => server.snippets.list(),
    refused: ({ stranger }) => stranger.snippets.list(),
    because: unknownKey,
  },
  'snippets.get': {
    works: ({ server, ids }) => server.snippets.get({ identifier: ids.snippet }),
    refused: ({ server }) => server.snippets.get({ identifier: 1 }),
    because: notFound,
  },
  'snippets.create': {
    works: ({ server }) => server.snippets.create({ name: 'header', content: '<p>Hi</p>' }),
    refused: ({ server }) => server.snippets.create({ name: 'header', content: '<p onclick="a()">Hi</p>' }),
    because: badParams,
  },
  'snippets.update': {
    works: ({ server }) => server.snippets.update({ ...footer, content: 'Bye' }),
    refused: ({ server }) => server.snippets.update({ identifier: 1, content: 'Bye' }),
    because: notFound,
  },
  'snippets.delete': {
    works: ({ server }) => server.snippets.delete(footer),
    refused: ({ server }) => server.snippets.delete({ identifier: 'none' }),
    because: notFound,
  },
};

/** Templates, catalogs, metadata, exports and snippets. */
export const contentCases: Cases = {
  ...catalogCases,
  ...metadataCases,
  ...exportCases,
  ...snippetCases,
  ...templateCases('email'),
  ...templateCases('embedded'),
  ...templateCases('inApp'),
  ...templateCases('push'),
  ...templateCases('sms'),
  ...proofCases('email'),
  ...proofCases('inApp'),
  ...proofCases('push'),
  ...proofCases('sms'),
  ...previewCases('email'),
  ...previewCases('inApp'),
  'templates.list': {
    works: ({ server }) => server.templates.list({ templateType: 'Base', sort: '-name' }),
    refused: ({ server }) => server.templates.list({ pageSize: 1_001 }),
    because: badParams,
  },
  'templates.getByClientTemplateId': {
    works: ({ server }) => server.templates.getByClientTemplateId({ clientTemplateId: 'email' }),
    refused: ({ server }) => server.templates.getByClientTemplateId({ clientTemplateId: '' }),
    because: badParams,
  },
  'templates.bulkDelete': {
    works: ({ server, ids }) => server.templates.bulkDelete({ ids: [ids.templates.sms] }),
    refused: ({ server }) => server.templates.bulkDelete({ ids: ['one' as never] }),
    because: badParams,
  },
};
