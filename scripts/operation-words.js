import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { operationRows } from './pages/operations.js';

const NAME = /\/operations\/operation-words\.js$/;
const CONTRACT = join(import.meta.dirname, '../docs/service/contract.json');
/** How many names of what an object holds are shown. */
const SHOWN = 6;

/**
 * What the document says otherwise than the data of the contract, by the route.
 *
 * @type {Record<string, Fields>}
 */
const DOCUMENTED = {
  // A triggered campaign has no lists.
  'POST /api/campaigns/create': {
    labelIds: { type: 'integer/int64[]' },
    listIds: { type: 'integer/int64[]' },
  },
  // What the data calls an object there is plain in the document, and in the data of its other operations.
  'POST /api/templates/email/update': {
    cacheDataFeed: { type: 'boolean' },
    mergeDataFeedContext: { type: 'boolean' },
  },
  'POST /api/templates/email/upsert': { cacheDataFeed: { type: 'boolean' } },
  'POST /api/templates/push/update': { campaignId: { type: 'integer/int64' } },
  'POST /api/templates/sms/update': { campaignId: { type: 'integer/int64' } },
  'POST /api/templates/embedded/update': { placementId: { type: 'integer/int64' } },
  'POST /api/templates/embedded/upsert': { placementId: { type: 'integer/int64' } },
  'POST /api/subscriptions/subscribeToDoubleOptIn': {
    messageTypeIds: { type: 'integer/int64[]', required: true },
  },
  // Decision 9.
  'GET /api/embedded-messaging/messages': { placementId: { type: 'integer/int32[]', repeated: true } },
};

/** @typedef {{ type?: string, required?: boolean, repeated?: boolean, enum?: string[] }} Declared */
/** @typedef {Record<string, Declared>} Fields */

/**
 * The text of the module `operation-words.js`, made of our sources and the service's contract: what each operation does,
 * which keys open it, and what it takes.
 *
 * @returns {string}
 */
export function operationWordsModule() {
  /** @type {{ operations: { method: string, path: string, keys: string[], body?: string, query?: Fields, path_params?: Fields }[], models: Record<string, Fields> }} */
  const { operations, models } = JSON.parse(readFileSync(CONTRACT, 'utf8'));
  const sentences = new Map(operationRows().map(({ route, sentence }) => [route, sentence]));
  /** @type {Record<string, object>} */
  const words = {};
  for (const { method, path, keys, body = '', query = {}, path_params = {} } of operations) {
    const route = `${method} ${path}`;
    /** @type {Fields} */
    const taken = {};
    for (const [name, declared] of Object.entries(path_params)) taken[name] = { ...declared, required: true };
    Object.assign(taken, query, models[body], DOCUMENTED[route]);
    const fields = Object.entries(taken).map(([name, declared]) => fieldOf(name, declared, models));
    words[route] = { sentence: sentences.get(route), keys, fields };
  }
  return `export const WORDS = ${JSON.stringify(words)};\n`;
}

/**
 * What the command says of a field.
 *
 * @param {string} name
 * @param {Declared} declared
 * @param {Record<string, Fields>} models
 */
function fieldOf(name, { type = 'string', required, repeated, enum: choices }, models) {
  const [base = '', form] = type.replace(/\[\]$/, '').split('/');
  // What the data calls objects in a query is the ids of campaigns, experiments and placements.
  const is = repeated && base === 'object' ? 'integer' : base;
  const inside = Object.keys(models[base] ?? {});
  return {
    name,
    is:
      {
        string: form === 'date-time' ? 'moment' : 'text',
        integer: 'integer',
        number: 'number',
        boolean: 'boolean',
      }[is] ?? 'json',
    ...(type.endsWith('[]') && { isMany: true }),
    ...(required && { isRequired: true }),
    ...(choices && { choices }),
    ...(inside.length && { holds: [...inside.slice(0, SHOWN), ...(inside.length > SHOWN ? ['…'] : [])] }),
  };
}

/**
 * Gives the command the words for each operation, so that it repeats neither the contract nor the sources.
 *
 * @type {import('rollup').Plugin}
 */
export const operationWords = {
  name: 'operation-words',
  resolveId(id, importer) {
    const path = importer && id.startsWith('.') ? resolve(dirname(importer), id) : '';
    return NAME.test(path) ? path : null;
  },
  load(id) {
    if (!NAME.test(id)) return null;
    this.addWatchFile(CONTRACT);
    return operationWordsModule();
  },
};
