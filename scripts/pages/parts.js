import { marked } from 'marked';
import { pageOf } from './markdown.js';

/**
 * The parts of the documentation and their pages, in the order they are read: the lists of links of the overview.
 *
 * @param {string} overview - The overview in Markdown.
 * @param {string[]} paths - Every page there is; each has to be in a list.
 * @returns {import('./template.js').Part[]}
 */
export function partsOf(overview, paths) {
  /** @type {import('./template.js').Part[]} */
  const parts = [];
  let heading = '';
  for (const token of marked.lexer(overview)) {
    if (token.type === 'heading') heading = /** @type {string} */ (token.text);
    if (token.type !== 'list') continue;
    const links = [...token.raw.matchAll(/^- \[([^\]]+)\]\(([^)]+)\)/gm)];
    const pages = links.map(([, title = '', href = '']) => ({ title, path: pageOf(href) }));
    if (pages.length) parts.push({ title: heading, pages });
  }
  const listed = parts.flatMap(({ pages }) => pages.map(({ path }) => path));
  const missing = paths.filter((path) => path !== 'index.html' && !listed.includes(path));
  if (missing.length) throw new Error(`The overview in index.md has no link to ${missing.join(', ')}`);
  return parts;
}
