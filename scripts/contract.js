import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const NAMES = /\/contract-(limits|openapi)\.js$/;
const CONTRACT = join(import.meta.dirname, '../docs/service/contract.json');
const OPENAPI = join(import.meta.dirname, '../docs/service/openapi.json');

/**
 * The text of the module `contract-limits.js`, made of the service's contract: the limit of each operation that has one,
 * by its route.
 *
 * @returns {string}
 */
export function contractLimitsModule() {
  /** @type {{ operations: { method: string, path: string, limit?: Record<string, unknown> }[] }} */
  const { operations } = JSON.parse(readFileSync(CONTRACT, 'utf8'));
  /** @type {Record<string, object>} */
  const limits = {};
  for (const { method, path, limit: published } of operations) {
    if (!published) continue;
    const { limit, per, scope, dailyCap } = published;
    limits[`${method} ${path}`] = { limit, per, scope, dailyCap };
  }
  return `export const LIMITS = ${JSON.stringify(limits, null, 2)};\n`;
}

/**
 * The text of the module `contract-openapi.js`: the contract in OpenAPI, as a text without its spaces.
 *
 * @returns {string}
 */
export function contractOpenApiModule() {
  const text = JSON.stringify(JSON.parse(readFileSync(OPENAPI, 'utf8')));
  return `export const OPENAPI = ${JSON.stringify(text)};\n`;
}

/**
 * Gives the emulator what it needs of the contract, so that it repeats none of it.
 *
 * @type {import('rollup').Plugin}
 */
export const contractParts = {
  name: 'contract-parts',
  resolveId: (id, importer) => (NAMES.test(id) && importer ? resolve(dirname(importer), id) : null),
  load(id) {
    const [, part] = NAMES.exec(id) ?? [];
    if (!part) return null;
    this.addWatchFile(part === 'limits' ? CONTRACT : OPENAPI);
    return part === 'limits' ? contractLimitsModule() : contractOpenApiModule();
  },
};
