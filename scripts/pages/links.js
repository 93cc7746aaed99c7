import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { textOf } from './markdown.js';

/** What the demo's server has at these paths is no file. */
const SERVED = ['/', '/console'];

/**
 * The links of a folder of pages that lead nowhere: to no file, or to no anchor in it.
 *
 * @param {string} folder - Where the pages are, which the demo serves at `/docs/`.
 * @returns {string[]} Such as `client.html: tokens.html#none`.
 */
export function deadLinksOfPages(folder) {
  const pages = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.html'),
  );
  const anchors = anchorsBy((file) => idsOf(readFileSync(file, 'utf8')));
  return pages.flatMap((page) => {
    const file = join(folder, page);
    return linksOf(readFileSync(file, 'utf8'))
      .filter((link) => {
        if (/^(https?|data|mailto):/.test(link) || SERVED.includes(link)) return false;
        const [path = '', anchor] = decodeURIComponent(link.replace(/&amp;/g, '&')).split('#');
        const target = path.startsWith('/docs/')
          ? join(folder, path.slice('/docs/'.length))
          : resolve(dirname(file), path);
        return leadsNowhere(path ? indexOf(target) : file, anchor, anchors);
      })
      .map((link) => `${page}: ${link}`);
  });
}

/**
 * The links of files in Markdown that lead nowhere. A guide may also link to a page that the build makes.
 *
 * @param {string[]} files
 * @param {{ guides: string, pages: string }} folders - Where the guides are, and where the pages made of them.
 * @returns {string[]} Such as `README.md: docs/none.md`.
 */
export function deadLinksOfTexts(files, { guides, pages }) {
  const anchors = anchorsBy((file) => idsOf(textOf(readFileSync(file, 'utf8')).html));
  return files.flatMap((file) => {
    const markdown = readFileSync(file, 'utf8').replace(/^```[^]*?^```/gm, '');
    return [...markdown.matchAll(/\]\(([^)\s]+)\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => {
        if (/^(https?|mailto):/.test(link)) return false;
        const [path = '', anchor] = link.split('#');
        const target = path ? join(dirname(file), path) : file;
        const made = join(pages, relative(guides, target));
        return leadsNowhere(target, anchor, anchors) && leadsNowhere(made, anchor, anchors);
      })
      .map((link) => `${file}: ${link}`);
  });
}

/**
 * @param {string} file
 * @param {string | undefined} anchor
 * @param {(file: string) => Set<string>} anchors
 */
function leadsNowhere(file, anchor, anchors) {
  return !existsSync(file) || (Boolean(anchor) && !anchors(file).has(anchor ?? ''));
}

/**
 * Reads each file once.
 *
 * @param {(file: string) => Set<string>} read
 */
function anchorsBy(read) {
  /** @type {Map<string, Set<string>>} */
  const known = new Map();
  return (/** @type {string} */ file) => {
    const found = known.get(file) ?? read(file);
    known.set(file, found);
    return found;
  };
}

/** @param {string} path */
function indexOf(path) {
  return existsSync(path) && statSync(path).isDirectory() ? join(path, 'index.html') : path;
}

/** @param {string} html */
function idsOf(html) {
  return new Set([...html.matchAll(/\s(?:id|name)="([^"]+)"/g)].map(([, id = '']) => id));
}

/** @param {string} html */
function linksOf(html) {
  // What is in a script or in the text of a code block is no link.
  const tags = html
    .replace(/<script\b[^]*?<\/script>/g, '')
    .matchAll(/<[a-z][^>]*?\s(?:href|src)="([^"]*)"/g);
  return [...new Set([...tags].map(([, link = '']) => link))];
}
