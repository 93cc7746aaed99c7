import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { contract } from './support/contract.js';
import { sources, type Source } from './support/sources.js';

/** The exported names of a source that no sentence says what you get. */
function undocumented({ path, text }: Source): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  return file.statements
    .filter(
      (statement) => ts.canHaveModifiers(statement) && isExported(statement) && !isDocumented(statement),
    )
    .map((statement) => statement.getText().split('\n')[0] ?? '');
}

const isExported = (node: ts.HasModifiers) =>
  ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;

/** Whether a comment of `/** … *\/` stands before it; a reference to something is its own name. */
const isDocumented = (node: ts.Node) => ts.getJSDocCommentsAndTags(node).length > 0;

it.each(sources)('every export of $path has its sentence', (source) => {
  expect(undocumented(source)).toEqual([]);
});

const ROOT = join(import.meta.dirname, '..');
const SERVICE = join(ROOT, 'docs/service');
const inService = (name: string) => readFileSync(join(SERVICE, name), 'utf8');
const law = inService('service-api.md') + inService('contract.json');
const decisions = new Set([...inService('decisions.md').matchAll(/^(\d+)\. /gm)].map(([, number]) => number));

/** What is ours in some folder, by its path. */
const textsIn = (folder: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({ path: `${folder}/${path}`, text: readFileSync(join(ROOT, folder, path), 'utf8') }));

/** What the titles of some tests cite: in brackets at their end. */
function citationsIn(path: string, text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const title = ts.isCallExpression(node) && isTest(node.expression) && node.arguments[0]?.getText();
    const [, cited = ''] = /\(([^()%]+)\)['`]$/.exec(title || '') ?? [];
    found.push(...cited.split(', ').filter(Boolean));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true));
  return found;
}

/** Whether it is `it`, `describe.each([…])` or the like that is called. */
function isTest(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return ['it', 'describe'].includes(callee.text);
  return (ts.isPropertyAccessExpression(callee) || ts.isCallExpression(callee)) && isTest(callee.expression);
}

/** Whether a reader finds it in `docs/service`: a decision, a section or list with its number, a model, a field, a file. */
function isKnown(citation: string): boolean {
  if (/^decisions? \d|^\d+$/.test(citation)) return true; // Whether they were made is asked below.
  if (citation.includes('.')) return existsSync(join(SERVICE, citation));
  const [, name = '', number] = /^(.*?)(?: (\d+))?$/.exec(citation) ?? [];
  const isName = name in contract.models || /[a-z][A-Z]/.test(name);
  if (isName && new RegExp(`\\b${name}\\b`).test(law)) return true;
  const [, after] = law.split(new RegExp(`^(?:#+ )?${name}s?\\b`, 'im'), 2);
  return after !== undefined && (!number || new RegExp(`^${number}\\. `, 'm').test(after));
}

const tests = textsIn('test').filter(({ path }) => path.endsWith('.test.ts'));

describe('what is cited of the service', () => {
  it.each(tests)('stands in its documents: $path', ({ path, text }) => {
    expect(citationsIn(path, text).filter((citation) => !isKnown(citation))).toEqual([]);
  });

  it.each([...textsIn('src'), ...textsIn('test')])('has decisions that were made: $path', ({ text }) => {
    const cited = [...text.matchAll(/\bdecisions? (\d+(?:(?:, | and | to )\d+)*)/gi)];
    const numbers = cited.flatMap(([, list = '']) => list.match(/\d+/g) ?? []);
    expect(numbers.filter((number) => !decisions.has(number))).toEqual([]);
  });
});
