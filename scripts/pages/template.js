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
  const root = '../'.repeat(path.split('/').length - 1);
  const pages = listOf(parts, path, root);
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${path === 'index.html' ? 'Tidings' : `${escaped(title)} · Tidings`}</title>
    <meta name="description" content="${attribute(summary)}" />
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="${root}style.css" />
  </head>
  <body>
    <a class="skip" href="#text">Skip to the text</a>
    <header>
      <a class="home" href="${root}index.html">Tidings</a>
      <nav aria-label="The demo">
        <a href="/">The shop</a>
        <a href="/console">The service</a>
      </nav>
    </header>
    <div class="columns">
      <nav class="pages" aria-label="Pages">${pages}</nav>
      <details class="pages">
        <summary>All pages</summary>
        <nav aria-label="All pages">${pages}</nav>
      </details>
      <main id="text" tabindex="-1">
        <article${path.startsWith('api/') ? ' class="names"' : ''}>
${wayTo(path, root)}${html}        </article>
        ${neighboursOf(parts, path, root)}
      </main>
      ${contentsOf(headings)}
    </div>
  </body>
</html>
`;
}

/**
 * Where a name of the reference is found: its door, and what it is.
 *
 * @param {string} path - Such as `api/tidings/admin/interfaces/List.html`.
 * @param {string} root
 */
function wayTo(path, root) {
  const [, door = '', kind] = /^api\/(.+?)(?:\/([a-z-]+))?\/[^/]+$/.exec(path) ?? [];
  if (!door) return '';
  const isName = kind && !['admin', 'emulator', 'service-worker'].includes(kind);
  const links = [`<a href="${root}api/index.html">API reference</a>`];
  if (isName) links.push(`<a href="${root}api/${door}/index.html">${door}</a>`, kind.replace('-', ' '));
  return `<nav class="way" aria-label="Where this is">${links.join(' / ')}</nav>\n`;
}

/**
 * @param {Part[]} parts
 * @param {string} path
 * @param {string} root - What leads from this page to where all are.
 */
function listOf(parts, path, root) {
  const item = (/** @type {{ title: string, path: string }} */ { title, path: target }) => {
    const isHere = target === path || (target.startsWith('api/') && path.startsWith('api/'));
    const mark = isHere ? ` aria-current="${target === path ? 'page' : 'true'}"` : '';
    return `<li><a href="${root}${target}"${mark}>${escaped(title)}</a></li>`;
  };
  const lists = parts.map(
    ({ title, pages }) => `<p>${escaped(title)}</p><ul>${pages.map(item).join('')}</ul>`,
  );
  return `<ul>${item({ title: 'Overview', path: 'index.html' })}</ul>${lists.join('')}`;
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
 * @param {string} root
 */
function neighboursOf(parts, path, root) {
  const pages = [{ title: 'Overview', path: 'index.html' }, ...parts.flatMap(({ pages }) => pages)];
  const index = pages.findIndex((page) => page.path === path);
  // A name of the reference has none.
  if (index < 0) return '';
  const links = [
    ['Before', 'previous', pages[index - 1]],
    ['Next', 'next', pages[index + 1]],
  ];
  const html = /** @type {[string, string, { title: string, path: string } | undefined][]} */ (links).map(
    ([word, kind, page]) =>
      page
        ? `<a class="${kind}" href="${root}${page.path}"><small>${word}</small> ${escaped(page.title)}</a>`
        : '',
  );
  return `<nav class="neighbours" aria-label="Neighbouring pages">${html.join('')}</nav>`;
}
