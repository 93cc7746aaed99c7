import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const NAME = /\/contract-limits\.js$/;
const CONTRACT = join(import.meta.dirname, '../docs/service/contract.json');

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
 * Gives the emulator the limits of the contract, so that it neither repeats them nor carries the rest of it.
 *
 * @type {import('rollup').Plugin}
 */
export const contractLimits = {
  name: 'contract-limits',
  resolveId: (id, importer) => (NAME.test(id) && importer ? resolve(dirname(importer), id) : null),
  load(id) {
    if (!NAME.test(id)) return null;
    this.addWatchFile(CONTRACT);
    return contractLimitsModule();
  },
};
