import { attribute, escaped } from './markdown.js';

/**
 * Where a page stands among the others.
 *
 * @typedef {{ title: string, pages: { title: string, path: string }[] }} Part
 */

/**
 * One page of the documentation.
 *
 * @param {import('./markdown.js').Text} text
 * @param {string} path - Its own, such as `client.html`.
 * @param {Part[]} parts - All pages, in the order they are read.
 */
export function pageWith({ title, summary, html, headings }, path, parts) {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${path === 'index.html' ? 'Tidings' : `${escaped(title)} · Tidings`}</title>
    <meta name="description" content="${attribute(summary)}" />
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="style.css" />
  </head>
  <body>
    <a class="skip" href="#text">Skip to the text</a>
    <header>
      <a class="home" href="index.html">Tidings</a>
      <nav aria-label="The demo">
        <a href="/">The shop</a>
        <a href="/console">The service</a>
      </nav>
    </header>
    <div class="columns">
      <nav class="pages" aria-label="Pages">${listOf(parts, path)}</nav>
      <details class="pages">
        <summary>All pages</summary>
        <nav aria-label="All pages">${listOf(parts, path)}</nav>
      </details>
      <main id="text" tabindex="-1">
        <article>
${html}        </article>
        ${neighboursOf(parts, path)}
      </main>
      ${contentsOf(headings)}
    </div>
  </body>
</html>
`;
}

/**
 * @param {Part[]} parts
 * @param {string} path
 */
function listOf(parts, path) {
  const home = item({ title: 'Overview', path: 'index.html' }, path);
  const lists = parts.map(
    ({ title, pages }) =>
      `<p>${escaped(title)}</p><ul>${pages.map((page) => item(page, path)).join('')}</ul>`,
  );
  return `<ul>${home}</ul>${lists.join('')}`;
}

/**
 * @param {{ title: string, path: string }} page
 * @param {string} current
 */
function item({ title, path }, current) {
  const mark = path === current ? ' aria-current="page"' : '';
  return `<li><a href="${path}"${mark}>${escaped(title)}</a></li>`;
}

/** @param {import('./markdown.js').Heading[]} headings */
function contentsOf(headings) {
  const sections = headings.filter(({ depth }) => depth <= 3);
  if (sections.length < 2) return '';
  const items = sections.map(
    ({ depth, id, text }) => `<li class="depth-${depth}"><a href="#${id}">${escaped(text)}</a></li>`,
  );
  return `<nav class="contents" aria-labelledby="contents"><p id="contents">On this page</p><ul>${items.join('')}</ul></nav>`;
}

/**
 * The pages before and after.
 *
 * @param {Part[]} parts
 * @param {string} path
 */
function neighboursOf(parts, path) {
  const pages = [{ title: 'Overview', path: 'index.html' }, ...parts.flatMap(({ pages }) => pages)];
  const index = pages.findIndex((page) => page.path === path);
  const links = [
    ['Before', 'previous', pages[index - 1]],
    ['Next', 'next', pages[index + 1]],
  ];
  const html = /** @type {[string, string, { title: string, path: string } | undefined][]} */ (links).map(
    ([word, kind, page]) =>
      page ? `<a class="${kind}" href="${page.path}"><small>${word}</small> ${escaped(page.title)}</a>` : '',
  );
  return `<nav class="neighbours" aria-label="Neighbouring pages">${html.join('')}</nav>`;
}
