import Handlebars from 'handlebars';
import type { DataFields } from '../../api/models/data-fields.js';
import { snippetsOf } from '../state/project.js';
import { Refusal } from '../operation/refusal.js';
import { catalogCollectionHelper } from './catalog-collections.js';
import { catalogHelper, metadataHelper } from './stored-values.js';
import type { Service } from '../state/service.js';

/** An environment of its own: what others register with Handlebars is not in it. */
const handlebars = Handlebars.create();
// It would write to the console of whoever runs the emulator.
handlebars.unregisterHelper('log');

/** How many snippets may stand in one another. */
const MAX_DEPTH = 10;

/** How many compiled templates are kept: a blast renders a few of them very often. */
const MAX_COMPILED = 500;
const compiled = new Map<string, HandlebarsTemplateDelegate>();

/** A text to render. */
export interface Piece {
  text: string;
  /** Whether it is HTML, in which what fields hold is escaped; a subject or a text message is not. */
  isHtml: boolean;
}

/**
 * Renders a template with Handlebars: `{{field}}`, its helpers, `{{{snippet "name" field="value"}}}`,
 * `{{#catalogCollection "name" as |items|}}`, `{{#catalog "name" "item" as |item|}}` and
 * `{{#metadata "table" "key" as |value|}}`.
 *
 * The template reaches the fields of the context and nothing else.
 */
export function render(service: Service, piece: Piece, context: DataFields): string {
  return renderAt(0, service, piece, context);
}

/**
 * Renders a template, and writes what data feeds answered where it says `[[field]]`.
 *
 * It is the template that says so: brackets that stand in the context's own values are what they look like.
 */
export function renderWithFeed(
  service: Service,
  piece: Piece,
  { context, dataFeed }: { context: DataFields; dataFeed: DataFields },
): string {
  if (!Object.keys(dataFeed).length) return render(service, piece, context);
  const guarded = mapTexts(context, (text) => text.replaceAll('[', `[${GUARD}`));
  const text = render(service, piece, guarded);
  return renderStatic({ ...piece, text }, dataFeed).replaceAll(GUARD, '');
}

/** Keeps a bracket of a value from being read as one of the template: a character that no text has. */
const GUARD = '\ufdd0';

/** Writes fields into a text, once, where it says `[[field]]`, or `[[[field]]]` for HTML; other names stay. */
export function renderStatic({ text, isHtml }: Piece, dataFields: DataFields): string {
  return text.replace(
    /\[\[\[\s*([\w$.-]+)\s*\]\]\]|\[\[\s*([\w$.-]+)\s*\]\]/g,
    (whole, html: string | undefined, path: string | undefined) => {
      const value = fieldAt(dataFields, (html ?? path ?? '').split('.'));
      if (value === undefined || value === null) return whole;
      const words = typeof value === 'string' ? value : JSON.stringify(value);
      return html || !isHtml ? words : handlebars.escapeExpression(words);
    },
  );
}

/** A value with every text in it changed. */
export function mapTexts<Value>(value: Value, change: (text: string) => string): Value;
/** A value with every text in it changed. */
export function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((item: unknown) => mapTexts(item, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, mapTexts(item, change)]));
}

/** The content of a template with every text in it changed; of its fields only `html` is HTML. */
export function mapPieces(content: DataFields, change: (piece: Piece) => string): DataFields {
  const changed = Object.entries(content).map(([field, value]) => [
    field,
    mapTexts(value, (text) => change({ text, isHtml: field === 'html' })),
  ]);
  return Object.fromEntries(changed) as DataFields;
}

/** How many blocks and calls of a template may stand inside each other. */
const MAX_NESTING = 100;

/** Refuses a text that is no valid template; `field` names it in the refusal. */
export function checkTemplate(text: string, field: string): void {
  if (!text.includes('{{')) return;
  if (nestingOf(text) > MAX_NESTING) {
    throw new Refusal(
      'BadParams',
      `\`${field}\`: more than ${MAX_NESTING} blocks or calls stand inside each other`,
    );
  }
  try {
    checkStatements(handlebars.parse(text));
    // Some errors, such as a helper's wrong block, show only here.
    handlebars.precompile(text);
  } catch (error) {
    throw new Refusal('BadParams', `\`${field}\`: this is no valid template: ${firstLines(error)}`);
  }
}

function renderAt(depth: number, service: Service, { text, isHtml }: Piece, context: DataFields): string {
  if (!text.includes('{{')) return text;
  if (depth > MAX_DEPTH) throw unrendered(`Snippets stand in one another more than ${MAX_DEPTH} deep`);
  try {
    return templateOf({ text, isHtml })(context, {
      allowProtoPropertiesByDefault: false,
      allowProtoMethodsByDefault: false,
      helpers: {
        snippet: snippetHelper(depth, service, isHtml),
        catalogCollection: catalogCollectionHelper(service),
        catalog: catalogHelper(service),
        metadata: metadataHelper(service),
      },
    });
  } catch (error) {
    throw error instanceof Refusal ? error : unrendered(firstLines(error));
  }
}

/** Puts a snippet in a template, with the fields of the page it stands in and those that are passed to it. */
function snippetHelper(depth: number, service: Service, isHtml: boolean) {
  return (name: unknown, options?: Handlebars.HelperOptions) => {
    const snippet = [...snippetsOf(service).values()].find((row) => row.name === name);
    if (!options || !snippet) throw unrendered(`There is no snippet ${JSON.stringify(options && name)}`);
    const { root } = options.data as { root: DataFields };
    const piece = { text: snippet.content, isHtml };
    return renderAt(depth + 1, service, piece, { ...root, ...options.hash });
  };
}

function templateOf({ text, isHtml }: Piece): HandlebarsTemplateDelegate {
  const key = `${isHtml} ${text}`;
  const known = compiled.get(key);
  if (known) return known;
  checkStatements(handlebars.parse(text));
  const template = handlebars.compile(text, {
    knownHelpers: { snippet: true, catalogCollection: true, catalog: true, metadata: true, log: false },
    noEscape: !isHtml,
  });
  if (compiled.size >= MAX_COMPILED) compiled.clear();
  compiled.set(key, template);
  return template;
}

/** Partials and decorators are found by any name an object has, `constructor` too; snippets do their work. */
function checkStatements(program: hbs.AST.Program): void {
  const visitor = new Handlebars.Visitor();
  const refuse = () => {
    throw new Error('Partials and decorators are not supported; use `{{{snippet "name"}}}`');
  };
  Object.assign(visitor, {
    PartialStatement: refuse,
    PartialBlockStatement: refuse,
    Decorator: refuse,
    DecoratorBlock: refuse,
  });
  visitor.accept(program);
}

/** The field that a path of names leads to; only what the data holds itself. */
function fieldAt(fields: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name)
        ? (value as DataFields)[name]
        : undefined,
    fields,
  );
}

function unrendered(reason: string): Refusal {
  return new Refusal('BadParams', `The template cannot be rendered: ${reason}`);
}

/** What Handlebars says, without its drawing of the place. */
function firstLines(error: unknown): string {
  return (error as Error).message.split('\n').slice(0, 2).join(' ');
}

/** How deep blocks and calls go, found before Handlebars does: to it, depth costs time without end. */
function nestingOf(text: string): number {
  let depth = 0;
  let deepest = 0;
  for (const [sign] of text.matchAll(/\{\{~?[#^/]|[()]/g)) {
    depth += sign === ')' || sign.endsWith('/') ? -1 : 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
