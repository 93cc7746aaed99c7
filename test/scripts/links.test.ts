import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { deadLinksOfPages, deadLinksOfTexts } from '../../scripts/pages/links.js';

/** A folder with files in it, by their paths. */
function folderWith(files: Record<string, string>): string {
  const folder = mkdtempSync(join(tmpdir(), 'links-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  return folder;
}

describe('the links of pages', () => {
  it('lead to pages, to their anchors, and to files', () => {
    const folder = folderWith({
      'index.html': '<a href="a.html#here">a</a><img src="a.svg"><a href="#top">top</a><p id="top">',
      'a.html': '<h1 id="here"></h1><a href="/docs/api/">api</a><a href="/">shop</a>',
      'api/index.html': '<a href="../a.html">a</a><a href="https://example.com">out</a>',
      'a.svg': '<svg></svg>',
    });

    expect(deadLinksOfPages(folder)).toEqual([]);
  });

  it.each([
    ['a page that is missing', '<a href="none.html">'],
    ['an anchor that is missing', '<a href="a.html#none">'],
    ['an anchor that is missing here', '<a href="#none">'],
    ['a picture that is missing', '<img src="none.svg">'],
    ['a path of the demo that it does not serve', '<a href="/none">'],
  ])('are dead when they lead to %s', (_, html) => {
    const folder = folderWith({ 'index.html': html, 'a.html': '' });

    expect(deadLinksOfPages(folder)).toEqual([`index.html: ${/"(.*)"/.exec(html)?.[1] ?? ''}`]);
  });

  it('are not sought in code', () => {
    const folder = folderWith({
      'index.html': '<pre>&lt;a href="none.html"></pre><script>`<a href="no">`</script>',
    });

    expect(deadLinksOfPages(folder)).toEqual([]);
  });
});

describe('the links of texts', () => {
  function deadIn(text: string) {
    const folder = folderWith({
      'README.md': text,
      'guides/a.md': '# A guide\n\n## With `code`, and more\n\n## Twice\n\n## Twice\n',
      'pages/api/index.html': '<p id="x">',
    });
    const [readme, guides, pages] = ['README.md', 'guides', 'pages'].map((name) =>
      relative('.', join(folder, name)),
    );
    return deadLinksOfTexts([readme ?? ''], { guides: guides ?? '', pages: pages ?? '' }).map((line) =>
      line.replace(/^.*: /, ''),
    );
  }

  it('lead to texts, to their headings, and to pages that are made', () => {
    const text =
      '[a](guides/a.md) [b](guides/a.md#with-code-and-more) [c](guides/a.md#twice-1) [d](guides/api/index.html)';

    expect(deadIn(text)).toEqual([]);
  });

  it.each(['guides/none.md', 'guides/a.md#none', '#none', 'guides/a.md#twice-2'])('are dead: %s', (link) => {
    expect(deadIn(`# Title\n\n[a](${link})`)).toEqual([link]);
  });
});
