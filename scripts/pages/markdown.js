import hljs from 'highlight.js/lib/common';
import { Marked } from 'marked';
import { createSlugs } from './slug.js';

/**
 * A page's text, before it is put into the template.
 *
 * @typedef {object} Text
 * @property {string} title - Its first heading, as plain text.
 * @property {string} summary - Its first paragraph, as plain text.
 * @property {string} html
 * @property {Heading[]} headings - Those of its sections, in order.
 */

/** @typedef {{ depth: number, id: string, text: string }} Heading */

/** The languages whose names the highlighter does not know. */
const LANGUAGES = new Map([
  ['astro', 'html'],
  ['tsx', 'typescript'],
  ['vue', 'html'],
  ['svelte', 'html'],
]);

/** The columns whose cells need no name beside them. */
const SELF_EVIDENT = /^(what|description|route|name)/i;

/**
 * Makes HTML of a text.
 *
 * @param {string} markdown
 * @param {(href: string) => string} addressOf - Where a link leads to among the pages. Default: as between guides.
 * @returns {Text}
 */
export function textOf(markdown, addressOf = pageOf) {
  const slugOf = createSlugs();
  /** @type {Heading[]} */
  const headings = [];
  let summary = '';

  /** @type {import('marked').RendererObject} */
  const renderer = {
    heading({ tokens, depth }) {
      const html = this.parser.parseInline(tokens);
      const text = plain(html);
      const id = slugOf(text);
      headings.push({ depth, id, text });
      const link =
        depth > 1 ? `<a class="anchor" href="#${id}" aria-label="Link to ${attribute(text)}">#</a>` : '';
      return `<h${depth} id="${id}">${html}${link}</h${depth}>\n`;
    },
    paragraph({ tokens }) {
      const html = this.parser.parseInline(tokens);
      summary ||= plain(html);
      return `<p>${html}</p>\n`;
    },
    code: ({ text, lang = '' }) => block(text, lang),
    codespan: ({ text }) => `<code>${escaped(text).replace(/\/(?=\w|\{)/g, '/<wbr />')}</code>`,
    table({ header, rows }) {
      const inline = (/** @type {import('marked').Tokens.TableCell} */ { tokens }) =>
        this.parser.parseInline(tokens);
      return table(
        header.map(inline),
        rows.map((row) => row.map(inline)),
      );
    },
    link({ href, tokens }) {
      return `<a href="${attribute(addressOf(href))}">${this.parser.parseInline(tokens)}</a>`;
    },
  };

  const html = /** @type {string} */ (new Marked({ renderer }).parse(markdown, { async: false }));
  return {
    title: headings[0]?.text ?? '',
    summary,
    html,
    headings: headings.filter(({ depth }) => depth > 1),
  };
}

/**
 * A table that scrolls by itself where it is too wide, also by keyboard. On phones its rows become lists, whose style
 * takes the roles of a table away: they are said, and each cell brings the name of its column.
 *
 * @param {string[]} head
 * @param {string[][]} rows
 */
function table(head, rows) {
  const names = head.map((cell) => `<th role="columnheader" scope="col">${cell}</th>`);
  const labels = head.map((cell, column) =>
    column === 0 || SELF_EVIDENT.test(cell) ? '' : ` data-name="${attribute(plain(cell))}"`,
  );
  const cells = rows.map((row) =>
    row.map((cell, column) => `<td role="cell"${labels[column] ?? ''}>${cell}</td>`),
  );
  const line = (/** @type {string[]} */ row) => `<tr role="row">${row.join('')}</tr>\n`;
  const [first, rest] = [line(names), cells.map(line).join('')];
  return `<div class="table" role="group" aria-label="Table" tabindex="0"><table role="table">
<thead role="rowgroup">${first}</thead>
<tbody role="rowgroup">
${rest}</tbody>
</table></div>
`;
}

/**
 * Code with its words in colours, and what it is called where it has a name.
 *
 * @param {string} text
 * @param {string} lang - Such as `ts file=client.ts`.
 */
function block(text, lang) {
  const [word = ''] = lang.split(' ');
  const file = /file=(\S+)/.exec(lang)?.[1];
  const language = LANGUAGES.get(word) ?? word;
  const { value } = hljs.getLanguage(language)
    ? hljs.highlight(text, { language })
    : { value: escaped(text) };
  const caption = file ? `<figcaption>${escaped(file)}</figcaption>` : '';
  const label = attribute(file ?? `Code in ${word || 'plain text'}`);
  return `<figure class="code">${caption}<pre tabindex="0" role="group" aria-label="${label}"><code>${value}</code></pre></figure>\n`;
}

/**
 * Where a link of a guide leads among the pages, which all stand in one folder.
 *
 * @param {string} href - Such as `../../CHANGELOG.md` or `client.md#tokens`.
 */
export function pageOf(href) {
  if (/^[a-z]+:/.test(href)) return href;
  return href.replace(
    /^(?:.*\/)?([^/]+)\.md(?=#|$)/,
    (_, /** @type {string} */ name) => `${name.toLowerCase()}.html`,
  );
}

/** @param {string} html */
function plain(html) {
  const text = html.replace(/<[^>]+>/g, '');
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}

/** @param {string} text */
export function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** @param {string} text */
export function attribute(text) {
  return escaped(text).replaceAll('"', '&quot;');
}
