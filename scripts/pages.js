import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deadLinksOfPages, deadLinksOfTexts } from './pages/links.js';
import { pageOf, textOf } from './pages/markdown.js';
import { partsOf } from './pages/parts.js';
import { referencePages } from './pages/reference.js';
import { pageWith } from './pages/template.js';

/** The guides, and where the pages go that are made of them. */
const GUIDES = 'docs';
const PAGES = 'build/demo/docs';
/** How the overview leads to the pages that are made of the types. */
const REFERENCE = '- [API reference](api/index.html): each door with all its types';

process.chdir(`${import.meta.dirname}/..`);
try {
  await writePages();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

/** Makes the pages that the demo serves at `/docs/`; fails when a link of theirs leads nowhere. */
async function writePages() {
  rmSync(PAGES, { recursive: true, force: true });
  mkdirSync(PAGES, { recursive: true });
  const files = readdirSync(GUIDES).filter((name) => statSync(join(GUIDES, name)).isFile());
  const guides = files.filter((name) => name.endsWith('.md')).map((name) => `${GUIDES}/${name}`);
  for (const name of files.filter((name) => !name.endsWith('.md')))
    cpSync(join(GUIDES, name), join(PAGES, name));

  const texts = new Map(
    [...guides, 'CHANGELOG.md'].map((path) => {
      return [pageOf(path), textOf(withReference(readFileSync(path, 'utf8')))];
    }),
  );
  const parts = partsOf(withReference(readFileSync(`${GUIDES}/index.md`, 'utf8')), [...texts.keys()]);
  for (const [path, text] of [...texts, ...(await referencePages())]) {
    mkdirSync(join(PAGES, dirname(path)), { recursive: true });
    writeFileSync(join(PAGES, path), pageWith(text, path, parts));
  }

  const dead = [
    ...deadLinksOfTexts([...guides, 'README.md', 'CHANGELOG.md', 'CONTRIBUTING.md'], {
      guides: GUIDES,
      pages: PAGES,
    }),
    ...deadLinksOfPages(PAGES),
  ];
  if (dead.length) throw new Error(`These links lead nowhere:\n${dead.join('\n')}`);
}

/**
 * A guide whose list of all names leads to the reference too, which is here and not where the guides are read as files.
 *
 * @param {string} markdown
 */
function withReference(markdown) {
  return markdown.replace('<!-- reference -->\n\n', `${REFERENCE}\n`);
}
