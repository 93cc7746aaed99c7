import { Refusal } from '../operation/refusal.js';
import { checkTemplate } from '../rendering/rendering.js';

/** A tag with its attributes, which may hold `>` in quotes. */
const TAG = /<([a-z][^\s/>]*)((?:"[^"]*"|'[^']*'|[^'"<>])*)>/gi;
const ATTRIBUTE = /([^\s=/"'<>]+)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s"'>]+))?/g;
const MUSTACHE = /\{\{[^]*?\}\}/;

/** Refuses a text that a snippet must not have: what is no valid template, and what runs scripts. */
export function checkSnippetText(text: string): void {
  checkTemplate(text, 'content');
  for (const { 0: tag, 1: name = '', 2: rest = '', index } of text.matchAll(TAG)) {
    const attributes = attributesOf(rest);
    for (const [attribute, value] of attributes) checkAttribute(attribute, value);
    if (name.toLowerCase() === 'script') checkScript(attributes, scriptFrom(text, index + tag.length));
  }
}

function attributesOf(text: string): Map<string, string> {
  const attributes = [...text.matchAll(ATTRIBUTE)].map(
    ([, name = '', value = '']) => [name.toLowerCase(), unquoted(value)] as const,
  );
  return new Map(attributes);
}

function checkAttribute(name: string, value: string): void {
  if (/^on[a-z]/.test(name)) throw refusal(`the handler \`${name}\` would run a script`);
  if (!/^(xlink:)?(href|src)$/.test(name)) return;
  if (readByBrowsers(value).startsWith('javascript:')) throw refusal(`\`${name}\` would run a script`);
}

function checkScript(attributes: Map<string, string>, text: string): void {
  if (attributes.has('src')) throw refusal('a `script` must not have a source');
  const isJsonType = /^application\/([\w.-]+\+)?json\b/i.test(attributes.get('type') ?? '');
  // JSON that is still to be filled in cannot be read yet; its type keeps browsers from running it.
  if (isJson(text) || (isJsonType && MUSTACHE.test(text))) return;
  throw refusal('a `script` must hold nothing but JSON');
}

/** What stands from a place up to the end of its script. */
function scriptFrom(text: string, from: number): string {
  const [script = ''] = text.slice(from).split(/<\/script/i);
  return script;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return text.trim() === '';
  }
}

/** An address as a browser takes it: without entities, blanks and control characters, in lower case. */
function readByBrowsers(value: string): string {
  const decoded = value
    .replace(/&#x([\da-f]{1,6});?/gi, (_, code: string) => characterOf(Number.parseInt(code, 16)))
    .replace(/&#(\d{1,7});?/g, (_, code: string) => characterOf(Number(code)))
    .replace(/&colon;/gi, ':')
    .replace(/&(tab|newline);/gi, '');
  // Browsers leave these out.
  return decoded.replace(/[\u0000-\u0020]/g, '').toLowerCase();
}

function characterOf(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

function unquoted(value: string): string {
  return /^["']/.test(value) ? value.slice(1, -1) : value;
}

function refusal(reason: string): Refusal {
  return new Refusal('BadParams', `\`content\`: ${reason}`);
}
