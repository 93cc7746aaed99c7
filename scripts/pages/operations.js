import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rollup } from 'rollup';
import resolve from '@rollup/plugin-node-resolve';
import ts from 'typescript';
import { compiled } from '../compiled.js';

const SRC = join(import.meta.dirname, '../../src');

/**
 * An operation of the service, as our sources know it.
 *
 * @typedef {object} Operation
 * @property {string} name - As it is called on an admin, such as `lists.create`.
 * @property {string} route
 * @property {string} sentence - What it does.
 * @property {string[]} keys - The types of key that it takes.
 * @property {string} retry - The class that says when it may be repeated.
 * @property {string} limit - How often it may be called, as published; empty where nothing is.
 * @property {boolean} reachesPeople
 */

/** @typedef {Pick<Operation, 'name' | 'route' | 'sentence'>} Row */

/**
 * Every operation of `src/admin`, by resource, with what else our sources say of it.
 *
 * @returns {Promise<Operation[]>}
 */
export async function operations() {
  /** @type {typeof import('../../src/admin/operations/rows.js')} */
  const { rowsByRoute } = await valuesOf('admin/operations/rows.ts');
  /** @type {typeof import('../../src/admin/calling/retry-class.js')} */
  const { retryClassOf } = await valuesOf('admin/calling/retry-class.ts');
  // The tests hold the emulator to this one.
  /** @type {typeof import('../../test/support/operations.js')} */
  const { contractOperations } = await valuesOf('../test/support/operations.ts');
  const said = rowsByRoute();
  return operationRows().map((row) => {
    const { retry, limit, reachesPeople = false } = said.get(row.route) ?? {};
    return {
      ...row,
      keys: contractOperations.find(({ route }) => route === row.route)?.keys ?? [],
      retry: retryClassOf(row.route, retry, false),
      limit: limitOf(limit),
      reachesPeople,
    };
  });
}

/**
 * Every operation of `src/admin`, by resource, with what it does.
 *
 * @returns {Row[]}
 */
export const operationRows = () => rowsOf('operations', '', tables());

/** @param {{ limit: number, per: string, scope: string, dailyCap?: number } | undefined} limit */
function limitOf(limit) {
  if (!limit) return '';
  const { per, scope, dailyCap } = limit;
  const number = (/** @type {number} */ amount) => amount.toLocaleString('en');
  const shared = scope === 'apiKey' ? 'key' : scope;
  return `${number(limit.limit)} a ${per}, by ${shared}${dailyCap ? `; ${number(dailyCap)} a day` : ''}`;
}

/**
 * What a source exports, seen from `src`.
 *
 * @template Module
 * @param {string} path
 * @returns {Promise<Module>}
 */
async function valuesOf(path) {
  const bundle = await rollup({
    input: join(SRC, path),
    // Nothing that is asked here reads CSV.
    external: ['csv-parse/stream'],
    plugins: [resolve(), compiled],
    treeshake: { moduleSideEffects: false },
  });
  const { output } = await bundle.generate({ format: 'es', inlineDynamicImports: true });
  /** @type {Module} */
  const module = await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);
  return module;
}

/**
 * The tables of operations by the name of their function.
 *
 * @returns {Map<string, ts.ObjectLiteralExpression>}
 */
function tables() {
  /** @type {Map<string, ts.ObjectLiteralExpression>} */
  const found = new Map();
  for (const path of readdirSync(join(SRC, 'admin'), { recursive: true, encoding: 'utf8' })) {
    if (!path.endsWith('.ts')) continue;
    const text = readFileSync(join(SRC, 'admin', path), 'utf8');
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
    for (const statement of file.statements.filter(ts.isVariableStatement)) {
      for (const { name, initializer } of statement.declarationList.declarations) {
        const table = initializer && tableOf(initializer);
        if (table) found.set(name.getText(), table);
      }
    }
  }
  return found;
}

/**
 * What a function of `operation` gives, if it is one that gives a table.
 *
 * @param {ts.Expression} node
 */
function tableOf(node) {
  if (!ts.isArrowFunction(node) || node.parameters[0]?.name.getText() !== 'operation') return undefined;
  const body = ts.isParenthesizedExpression(node.body) ? node.body.expression : node.body;
  return ts.isObjectLiteralExpression(body) ? body : undefined;
}

/**
 * The rows of a table, and of those in it.
 *
 * @param {string} name - The function's.
 * @param {string} prefix - What stands before the names of its rows.
 * @param {Map<string, ts.ObjectLiteralExpression>} all
 * @returns {Row[]}
 */
function rowsOf(name, prefix, all) {
  const table = all.get(name);
  if (!table) throw new Error(`${name} is no table of operations`);
  return rowsIn(table, prefix, all);
}

/**
 * @param {ts.ObjectLiteralExpression} table
 * @param {string} prefix
 * @param {Map<string, ts.ObjectLiteralExpression>} all
 * @returns {Row[]}
 */
function rowsIn(table, prefix, all) {
  return table.properties.filter(ts.isPropertyAssignment).flatMap((property) => {
    const { initializer } = property;
    const name = `${prefix}${property.name.getText()}`;
    const route = routeIn(initializer);
    if (route) return [{ name, route, sentence: sentenceOf(property) }];
    if (ts.isObjectLiteralExpression(initializer)) return rowsIn(initializer, `${name}.`, all);
    if (ts.isCallExpression(initializer)) return rowsOf(initializer.expression.getText(), `${name}.`, all);
    throw new Error(`${name} is no operation`);
  });
}

/**
 * The route of the operation that an expression declares.
 *
 * @param {ts.Node} node
 * @returns {string | undefined}
 */
function routeIn(node) {
  if (ts.isCallExpression(node) && node.expression.getText() === 'operation') {
    const [route] = node.arguments;
    return route && ts.isStringLiteral(route) ? route.text : undefined;
  }
  return ts.isObjectLiteralExpression(node) ? undefined : ts.forEachChild(node, routeIn);
}

/** @param {ts.PropertyAssignment} property */
function sentenceOf(property) {
  const [comment] = ts.getJSDocCommentsAndTags(property);
  return (ts.isJSDoc(comment ?? property) && ts.getTextOfJSDocComment(comment?.comment)) || '';
}
