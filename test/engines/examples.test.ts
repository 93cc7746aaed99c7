import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { createEmulator, type Emulator } from '../../src/emulator/app.js';
import { examples, folderOf, moduleName, moduleOf, type Example } from '../support/examples.js';
import { inEveryEngine } from './harness/harness.js';
import { shareOf } from './harness/share.js';

const ROOT = join(import.meta.dirname, '../..');

/** What stands under one heading: its markup, and the modules that go with it. */
interface Section {
  title: string;
  markup: string;
  modules: Example[];
  /** The lines of those that say when they have come to their end. */
  lines: number[];
}

/**
 * An example is for a page if it is markup, or a script that uses the browser's door and no other. In one with an
 * ellipsis, something is left to the reader. A file in a folder is of an app, which is built in `test/frameworks`.
 */
function isForPages(example: Example): boolean {
  const { language, code, file } = example;
  if (file?.includes('/')) return false;
  if (language === 'html') return !code.includes('…');
  if (language !== 'ts') return false;
  const doors = [...moduleOf(example).matchAll(/from '(tidings[^']*)'/g)].map(([, door]) => door);
  const goesOn = /^import \{ client \} from '\.\//.test(moduleOf(example));
  return goesOn || (doors.length > 0 && doors.every((door) => door === 'tidings'));
}

const sections = new Map<string, Section>();
for (const example of examples.filter(isForPages)) {
  const { page, section, line, language, code } = example;
  const key = `${page} ${section}`;
  const found = sections.get(key) ?? { title: `${page}:${line}`, markup: '', modules: [], lines: [] };
  sections.set(key, found);
  if (language !== 'html') found.modules.push(example);
  else found.markup += code.replace(/(<script type="module">[^]*?)(<\/script>)/, `$1;${endOf(example)}$2`);
  if (language !== 'html' || code.includes('<script type="module">')) found.lines.push(line);
}

/** A site with what a section loads: its modules, our scripts, the service, and a server of tokens. */
function siteOf(emulator: Emulator) {
  const files = new Map(
    examples.filter(({ language }) => language === 'ts').map((example) => [`/${pathOf(example)}`, example]),
  );
  return {
    pages: {} as Record<string, string>,
    async service(request: Request): Promise<Response> {
      const { origin, pathname, searchParams } = new URL(request.url);
      const file = files.get(pathname);
      if (file) return script(real(scriptOf(file), origin, emulator));
      if (/^\/tidings[\w.-]*\.js$/.test(pathname))
        return script(await readFile(join(ROOT, 'dist', pathname), 'utf8'));
      if (pathname !== '/token') return emulator.fetch(request);
      return new Response(await emulator.signToken({ email: [...searchParams.values()][0] ?? '' }));
    },
  };
}

/** The front page of a site that shows a section. */
function pageOf({ markup, modules }: Section, origin: string, emulator: Emulator): string {
  const scripts = modules.map((example) => `<script type="module" src="/${pathOf(example)}"></script>`);
  return real(markup, origin, emulator) + scripts.join('');
}

/** An example with the address and the key of a service that is there. */
function real(text: string, origin: string, { keys }: Emulator): string {
  return (
    text
      .replaceAll(/https:\/\/api\.example\.com|http:\/\/localhost:4747/g, origin)
      .replaceAll('a-web-key', keys.web)
      // So that the test can wait until all is delivered.
      .replace(
        /^( *)((?:export )?const client =)/m,
        '$1setTimeout(() => (globalThis.client = client));\n$1$2',
      )
  );
}

function script(code: string) {
  return new Response(code, { headers: { 'Content-Type': 'text/javascript' } });
}

function pathOf(example: Example): string {
  return `${folderOf(example)}/${moduleName(example).replace(/\.ts$/, '.js')}`;
}

function endOf({ line }: Example): string {
  return `(globalThis.ended ??= []).push(${line});`;
}

/** An example as browsers run it, which says when it has come to its end. */
function scriptOf(example: Example): string {
  const { outputText } = ts.transpileModule(moduleOf(example), {
    compilerOptions: {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      verbatimModuleSyntax: true,
    },
  });
  return `${outputText}\n${endOf(example)}`;
}

/** An example's code, with that of those it goes on from. */
function codeOf(example: Example): string {
  const code = moduleOf(example);
  const before = examples.filter(
    (other) =>
      other.page === example.page && code.includes(`'./${moduleName(other).replace(/\.ts$/, '.js')}'`),
  );
  return [code, ...before.map(codeOf)].join('\n');
}

inEveryEngine('an example', (setScene, engine) => {
  it.each(shareOf(engine, [...sections.values()]))('works: $title', async (section) => {
    const emulator = createEmulator({ contents: 'shop' });
    const history = emulator.inspect.events('customEvent').length;
    const { pages, service } = siteOf(emulator);
    const { open, site } = await setScene({ pages, service });
    pages['/'] = pageOf(section, site.url, emulator);
    const page = await open();

    await page.waitUntil(
      `${JSON.stringify(section.lines)}.every((line) => globalThis.ended?.includes(line))`,
    );
    await page.evaluate(`globalThis.client?.user && client.flush({ timeout: 60_000 })`);
    const code = section.markup + section.modules.map(codeOf).join('');
    const tracked = /client\.track\(|startPageViews\(/.test(code) && /client\.identify\(/.test(code);
    await emulator.settle();
    expect(emulator.inspect.events('customEvent').length > history).toBe(tracked);

    const refused = emulator.inspect.requests.filter(({ status = 0 }) => status >= 400);
    expect(refused.map(({ route, answer }) => [route, answer])).toEqual([]);
    const said = (await page.console()).filter((line) => /^(warn|error|uncaught):/.test(line));
    expect(said).toEqual([]);
  });
});
