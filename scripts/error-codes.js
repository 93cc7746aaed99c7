import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';

const NAME = /\/error-texts\.js$/;
const SOURCES = join(import.meta.dirname, '../src');
/** Rooms whose errors keep their texts: no visitor loads them. */
const ELSEWHERE = /^(admin|command|emulator)\//;

/**
 * Leaves of the text of each error the command that tells it, with the values that stand in it: what helps who writes
 * a page weighs too much for its visitors.
 *
 * @type {ts.TransformerFactory<ts.SourceFile>}
 */
export const withCodes = (context) => (file) => {
  if (ELSEWHERE.test(relative(SOURCES, file.fileName))) return file;
  /** @type {ts.Visitor} */
  const visit = (node) => {
    const text = textIn(node);
    return ts.visitEachChild(node, (child) => (text && child === text ? coded(text) : visit(child)), context);
  };
  return ts.visitEachChild(file, visit, context);
};

/**
 * Every text that {@link withCodes} shortens, by its code; values stand in it as `%s`.
 *
 * @returns {Record<string, string>}
 */
export function errorTexts() {
  /** @type {Record<string, string>} */
  const texts = {};
  const paths = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  for (const path of paths.filter((path) => path.endsWith('.ts') && !ELSEWHERE.test(path)).sort()) {
    const source = readFileSync(join(SOURCES, path), 'utf8');
    /** @param {ts.Node} node */
    const collect = (node) => {
      const found = textIn(node);
      if (found) {
        const text = textOf(found);
        const code = codeOf(text);
        if ((texts[code] ?? text) !== text)
          throw new Error(`Two errors have the code ${code}: change a word`);
        texts[code] = text;
      }
      ts.forEachChild(node, collect);
    };
    collect(ts.createSourceFile(path, source, ts.ScriptTarget.ESNext));
  }
  return texts;
}

/**
 * The text of an error, where a node makes one.
 *
 * @param {ts.Node} node
 * @returns {ts.StringLiteral | ts.NoSubstitutionTemplateLiteral | ts.TemplateExpression | undefined}
 */
function textIn(node) {
  const isError = ts.isNewExpression(node) && /(Error|Exception)$|^NoToken$/.test(nameOf(node));
  const isRefusal = ts.isCallExpression(node) && nameOf(node) === 'must';
  const isHint = ts.isCallExpression(node) && nameOf(node) === 'hint';
  const text = isError || isHint ? node.arguments?.[0] : isRefusal ? node.arguments[1] : undefined;
  return text && (ts.isStringLiteralLike(text) || ts.isTemplateExpression(text)) ? text : undefined;
}

/** @param {ts.NewExpression | ts.CallExpression} node */
function nameOf({ expression }) {
  return ts.isIdentifier(expression) ? expression.text : '';
}

/** @param {NonNullable<ReturnType<typeof textIn>>} text */
function textOf(text) {
  if (!ts.isTemplateExpression(text)) return text.text;
  return text.head.text + text.templateSpans.map(({ literal }) => `%s${literal.text}`).join('');
}

/** @param {NonNullable<ReturnType<typeof textIn>>} text */
function coded(text) {
  const { factory } = ts;
  const command = `npx tidings explain ${codeOf(textOf(text))}`;
  if (!ts.isTemplateExpression(text)) return factory.createStringLiteral(command);
  // In quotes, so that a shell takes each for one.
  const values = text.templateSpans.map(({ expression }, index, { length }) =>
    factory.createTemplateSpan(
      expression,
      index < length - 1 ? factory.createTemplateMiddle("' '") : factory.createTemplateTail("'"),
    ),
  );
  return factory.createTemplateExpression(factory.createTemplateHead(`${command} '`), values);
}

/** @param {string} text */
function codeOf(text) {
  return createHash('sha256').update(text).digest('hex').slice(0, 4);
}

/**
 * Makes the module `error-texts.js`: every text by its code.
 *
 * @type {import('rollup').Plugin}
 */
export const knownErrors = {
  name: 'known-errors',
  resolveId: (id, importer) => (NAME.test(id) && importer ? resolve(dirname(importer), id) : null),
  load: (id) => (NAME.test(id) ? textsModule() : null),
};

/** The source of that module. */
export const textsModule = () => `export const TEXTS = ${JSON.stringify(errorTexts(), undefined, 2)};\n`;
