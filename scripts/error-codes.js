import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';

const NAME = /\/error-texts\.js$/;
const COMMAND = 'npx tidings explain ';
const LIST = join(import.meta.dirname, 'error-texts.json');
const SOURCES = join(import.meta.dirname, '../src');
/** What no visitor loads: its errors keep their texts. */
const ELSEWHERE = /^(admin|command|emulator|relay)\/|^plan\/read-plan/;

/**
 * Every text that is or was shortened; its place is its code. What has a code keeps it, so a text is changed where it
 * stands, a new one comes at the end, and none is taken out.
 *
 * @type {string[]}
 */
export const ERROR_TEXTS = JSON.parse(readFileSync(LIST, 'utf8'));

/**
 * Leaves of the text of each error the command that tells it, with the values that stand in it: what helps who writes
 * a page weighs too much for its visitors.
 *
 * @type {ts.TransformerFactory<ts.SourceFile>}
 */
export const withCodes = (context) => (file) => {
  if (ELSEWHERE.test(relative(SOURCES, file.fileName))) return file;
  const isMust = /\/must\.ts$/.test(file.fileName);
  /** @type {ts.Visitor} */
  const visit = (node) => {
    const text = textIn(node);
    // `must` says the command for all that it is given.
    const command = ts.isCallExpression(node) && nameOf(node) === 'must' ? '' : COMMAND;
    const said = isMust && ts.isNewExpression(node) ? node.arguments?.[0] : undefined;
    return ts.visitEachChild(
      node,
      (child) => {
        if (child === said) return ts.factory.createAdd(ts.factory.createStringLiteral(COMMAND), said);
        return text && child === text ? coded(text, command) : visit(child);
      },
      context,
    );
  };
  return ts.visitEachChild(file, visit, context);
};

/**
 * Every text in the sources that {@link withCodes} shortens; values stand in it as `%s`.
 *
 * @returns {string[]}
 */
export function textsInSources() {
  /** @type {Set<string>} */
  const texts = new Set();
  const paths = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' });
  for (const path of paths.filter((path) => path.endsWith('.ts') && !ELSEWHERE.test(path)).sort()) {
    /** @param {ts.Node} node */
    const collect = (node) => {
      const found = textIn(node);
      if (found) texts.add(textOf(found));
      ts.forEachChild(node, collect);
    };
    collect(ts.createSourceFile(path, readFileSync(join(SOURCES, path), 'utf8'), ts.ScriptTarget.ESNext));
  }
  return [...texts];
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

/**
 * @param {NonNullable<ReturnType<typeof textIn>>} text
 * @param {string} command
 */
function coded(text, command) {
  const { factory } = ts;
  const code = `${command}${codeOf(textOf(text))}`;
  if (!ts.isTemplateExpression(text))
    return command ? factory.createStringLiteral(code) : factory.createNumericLiteral(code);
  // In quotes, so that a shell takes each for one.
  const values = text.templateSpans.map(({ expression }, index, { length }) =>
    factory.createTemplateSpan(
      expression,
      index < length - 1 ? factory.createTemplateMiddle("' '") : factory.createTemplateTail("'"),
    ),
  );
  return factory.createTemplateExpression(factory.createTemplateHead(`${code} '`), values);
}

/** @param {string} text */
function codeOf(text) {
  const code = ERROR_TEXTS.indexOf(text);
  if (code < 0) throw new Error(`An error has no code: put its text at the end of ${LIST}: ${text}`);
  return code;
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
export const textsModule = () => `export const TEXTS = ${JSON.stringify(ERROR_TEXTS, undefined, 2)};\n`;
