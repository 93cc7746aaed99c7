import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ANSWERS, DESCRIPTION, MODELS } from './openapi-decided.js';
import { operationRows } from './pages/operations.js';

const FOLDER = join(import.meta.dirname, '../docs/service');
const FILE = join(FOLDER, 'openapi.json');

/** @typedef {import('./openapi-decided.js').Schema} Schema */
/** @typedef {{ type: string, required?: boolean, repeated?: boolean, enum?: string[], default?: unknown, minimum?: number, maximum?: number }} Field */
/** @typedef {Record<string, Field>} Fields */
/**
 * @typedef {object} Operation
 * @property {string} operation
 * @property {string} method
 * @property {string} path
 * @property {Fields} [path_params]
 * @property {Fields} [query]
 * @property {string} [body]
 * @property {boolean} [body_required]
 * @property {Record<string, string | null>} responses
 * @property {string[]} [produces]
 * @property {string[]} keys
 * @property {object} [limit]
 */

/** Times that the service tells in milliseconds, whatever the contract calls them. */
const MOMENTS = ['createdAt', 'updatedAt', 'startAt', 'endedAt', 'expiresAt', 'lastModified'];

/**
 * The service's description in OpenAPI 3.1, made of its contract, of what the document and the decisions say besides,
 * and of our sentence on each operation.
 *
 * @returns {{ paths: Record<string, object>, components: object } & Record<string, unknown>}
 */
export function openApi() {
  /** @type {{ operations: Operation[], models: Record<string, Fields> }} */
  const { operations, models } = JSON.parse(readFileSync(join(FOLDER, 'contract.json'), 'utf8'));
  const sentences = new Map(operationRows().map(({ route, sentence }) => [route, sentence]));
  const answered = modelsOfAnswers(operations, models);
  /** @type {Record<string, Record<string, object>>} */
  const paths = {};
  for (const one of operations) {
    const summary = sentences.get(`${one.method} ${one.path}`) ?? '';
    paths[one.path] = { ...paths[one.path], [one.method.toLowerCase()]: operationObject(one, summary) };
  }
  /** @type {Record<string, Schema>} */
  const schemas = Object.fromEntries(
    Object.entries(models).map(([name, fields]) => [name, modelSchema(fields, answered.has(name))]),
  );
  for (const [name, said] of Object.entries(MODELS)) schemas[name] = decided(schemas[name] ?? {}, said);
  return {
    openapi: '3.1.0',
    info: { title: 'Messaging Automation Service API', version: '1.8', description: DESCRIPTION },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: '/', description: 'The deployment that serves this, or the one of your region' }],
    tags: [...new Set(operations.map(tagOf))].map((name) => ({ name })),
    paths,
    components: {
      schemas,
      responses: Object.fromEntries(
        Object.entries(REFUSALS).map(([status, description]) => [
          status,
          { description, content: { 'application/json': { schema: reference('ApiResponse') } } },
        ]),
      ),
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'Api-Key' },
        userToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
      },
    },
  };
}

/**
 * A model as the contract has it, with what the document and the decisions say of it.
 *
 * @param {Schema} before
 * @param {Schema} said
 * @returns {Schema}
 */
function decided(before, said) {
  if (!said.properties) return said;
  const required = said.required ?? before.required ?? [];
  const properties = { ...before.properties, ...said.properties };
  return { type: 'object', properties, ...(required.length && { required }) };
}

/** @param {Operation} operation */
const tagOf = ({ operation }) => operation.split('.')[0] ?? '';

/**
 * @param {Operation} operation
 * @param {string} summary
 */
function operationObject(operation, summary) {
  const { body, body_required: required = false, keys, limit } = operation;
  const parameters = [
    ...Object.entries(operation.path_params ?? {}).map(([name, field]) => parameter('path', name, field)),
    ...Object.entries(operation.query ?? {}).map(([name, field]) => parameter('query', name, field)),
  ];
  const takesToken = keys.some((key) => key === 'mobile' || key === 'web');
  return {
    operationId: operation.operation,
    tags: [tagOf(operation)],
    summary,
    ...(parameters.length && { parameters }),
    ...(body && { requestBody: { required, content: { 'application/json': { schema: reference(body) } } } }),
    responses: responsesOf(operation),
    security: [{ apiKey: [] }, ...(takesToken ? [{ apiKey: [], userToken: [] }] : [])],
    'x-key-types': keys,
    ...(limit && { 'x-rate-limit': limit }),
  };
}

/**
 * @param {'path' | 'query'} place
 * @param {string} name
 * @param {Field} field
 */
function parameter(place, name, { required, default: usual, minimum, maximum, ...field }) {
  // What the contract calls objects in a query is ids, and its `None` and its dates are no defaults.
  const hasDefault = usual !== undefined && usual !== 'None' && !field.type.endsWith('date-time');
  const schema = {
    ...(field.type === 'object[]' ? { type: 'array', items: { type: 'integer' } } : schemaOf(field)),
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(hasDefault && { default: usual }),
  };
  const isRequired = place === 'path' || required;
  return { name, in: place, ...(isRequired && { required: true }), schema };
}

/** @param {Operation} operation */
function responsesOf({ operation, responses, produces }) {
  const known = ANSWERS[operation] ?? {};
  /** @type {Record<string, object>} */
  const told = {};
  for (const status of new Set([...Object.keys(responses), ...Object.keys(known)])) {
    const isRefusal = !status.startsWith('2');
    const answer = known[status] ?? { model: responses[status] ?? 'ApiResponse' };
    if (isRefusal && answer.model === 'ApiResponse') {
      told[status] = { $ref: `#/components/responses/${status}` };
      continue;
    }
    const isText = answer.model === 'string';
    const schema = isText ? { type: 'string' } : (answer.schema ?? reference(answer.model ?? 'ApiResponse'));
    const type = isText
      ? (answer.type ?? (isRefusal ? undefined : produces?.[0]) ?? 'text/plain')
      : 'application/json';
    told[status] = {
      description: answer.description ?? SUCCESSES[status] ?? REFUSALS[status] ?? status,
      content: { [type]: { schema } },
    };
  }
  // Whatever else goes wrong is told in the envelope.
  told['default'] = { $ref: '#/components/responses/default' };
  return told;
}

/** @type {Record<string, string>} */
const SUCCESSES = { 200: 'Done, or received', 201: 'Created', 202: 'Received; it is done later' };

/** @type {Record<string, string>} */
const REFUSALS = {
  400: 'Parameters that are not valid',
  401: 'No key that the project knows',
  403: 'Forbidden, or not enabled for the project',
  404: 'Not found',
  409: 'A conflict',
  422: 'Cannot be done as asked',
  429: 'Too many calls',
  500: 'An error of the service',
  503: 'Not now',
  default: 'A refusal, or an error',
};

/**
 * The models that answers hold, at any depth: their words are open (decision 11).
 *
 * @param {Operation[]} operations
 * @param {Record<string, Fields>} models
 */
function modelsOfAnswers(operations, models) {
  /** @type {Set<string>} */
  const found = new Set();
  /** @param {string} type */
  const add = (type) => {
    const name = type.replace(/\[\]$/, '');
    const fields = models[name];
    if (!fields || found.has(name)) return;
    found.add(name);
    for (const field of Object.values(fields)) add(field.type);
  };
  for (const { responses } of operations)
    for (const model of Object.values(responses)) add(model ?? 'ApiResponse');
  return found;
}

/**
 * @param {Fields} fields
 * @param {boolean} isAnswer
 * @returns {Schema}
 */
function modelSchema(fields, isAnswer) {
  // The contract names some models without saying what they are.
  if (!Object.keys(fields).length) return { description: 'The contract does not say what this is.' };
  const required = Object.keys(fields).filter((name) => fields[name]?.required);
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [
        name,
        isAnswer && MOMENTS.includes(name) ? momentSchema(field) : schemaOf(field, isAnswer),
      ]),
    ),
    ...(required.length && { required }),
  };
}

/**
 * A moment is in milliseconds, which do not fit what the contract says, or a text (decisions 7, 22 and 47).
 *
 * @param {Field} field
 * @returns {Schema}
 */
function momentSchema({ type }) {
  if (type === 'string') return { type: 'string' };
  if (type.startsWith('integer')) return { type: 'integer', format: 'int64' };
  return { type: ['integer', 'string'] };
}

/**
 * @param {Field} field
 * @param {boolean} [isOpen] whether other words may come than those listed
 * @returns {Schema}
 */
function schemaOf({ type, enum: choices }, isOpen = false) {
  if (type.endsWith('[]')) {
    return {
      type: 'array',
      items: schemaOf({ type: type.slice(0, -2), ...(choices && { enum: choices }) }, isOpen),
    };
  }
  // What the contract calls an object may be anything.
  if (type === 'object') return {};
  if (type === 'map<string>') return { type: 'object', additionalProperties: { type: 'string' } };
  const [base = '', format] = type.split('/');
  if (!['string', 'integer', 'number', 'boolean'].includes(base)) return reference(base);
  if (choices)
    return isOpen ? { anyOf: [{ enum: choices }, { type: 'string' }] } : { type: base, enum: choices };
  // Times are written in several forms, which the operations tell.
  return { type: base, ...(format && format !== 'date-time' && { format }) };
}

/** @param {string} name */
const reference = (name) => ({ $ref: `#/components/schemas/${name}` });

/** The text of the file, as it is formatted. */
export const openApiText = () => `${JSON.stringify(openApi(), null, 1)}\n`;

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(FILE, openApiText());
