import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '../..');

/** A block of code in the README or a guide. */
export interface Example {
  /** Where it stands, such as `docs/client.md`. */
  page: string;
  /** The line of its fence. */
  line: number;
  /** The headings it stands under, so that those of one section are known. */
  section: string;
  language: string;
  /** The name of the file that it shows, where it has one: after `file=` behind the language. */
  file: string | undefined;
  /** Whether the build writes it, between two comments that name its part. */
  isWritten: boolean;
  code: string;
}

/** What an example may use that another on its page has made. */
const MADE = ['client', 'admin'] as const;

const guides = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));

/** Every page that teaches. */
export const pages = ['README.md', 'CONTRIBUTING.md', ...guides.map((name) => `docs/${name}`)];

/** Every example of every page. */
export const examples = pages.flatMap((page) => examplesIn(page, readFileSync(join(ROOT, page), 'utf8')));

/** The blocks of code of one page in Markdown. */
export function examplesIn(page: string, markdown: string): Example[] {
  const found: Example[] = [];
  let [section, part] = ['', ''];
  let open: Example | undefined;
  for (const [index, text] of markdown.split('\n').entries()) {
    const [, language, file] = /^```(\w+)(?: file=(\S+))?$/.exec(text) ?? [];
    if (open && text === '```') open = undefined;
    else if (open) open.code += `${text}\n`;
    else if (language) {
      const place = { page, line: index + 1, section };
      found.push((open = { ...place, language, file, isWritten: part !== '', code: '' }));
    } else if (text.startsWith('```')) throw new Error(`${page}:${index + 1} does not say its language`);
    else if (text.startsWith('#')) section = `${index + 1}`;
    else if (!part) part = /^<!-- (\w+) -->$/.exec(text)?.[1] ?? '';
    else if (text === `<!-- /${part} -->`) part = '';
  }
  return found;
}

/**
 * An example as a module by itself. What it uses of `client` and `admin` without making one comes from the first
 * example of its page that does, as a reader takes it.
 */
export function moduleOf(example: Example, all: readonly Example[] = examples): string {
  const { code, page } = example;
  const imports = MADE.filter((name) => uses(code, name)).map((name) => {
    const first = all.find((other) => other.page === page && other !== example && makes(other.code, name));
    return first ? `import { ${name} } from './${moduleName(first).replace(/\.tsx?$/, '.js')}';` : '';
  });
  const shared = code.replace(/^const (client|admin) =/m, 'export const $1 =');
  return `${imports.join(' ')}${shared}\nexport {};\n`;
}

/** The name of an example's module among those of its page. */
export function moduleName({ file, line, language }: Example): string {
  return file ?? `line-${line}.${language}`;
}

/** The folder of the modules of a page. */
export function folderOf({ page }: Example): string {
  return `build/examples/${page.replace(/^.*\/|\.md$/g, '')}`;
}

function makes(code: string, name: string): boolean {
  return new RegExp(`^(export )?const ${name} =`, 'm').test(code);
}

function uses(code: string, name: string): boolean {
  const isDeclared = makes(code, name) || new RegExp(`import .*\\b${name}\\b.* from`).test(code);
  return !isDeclared && new RegExp(`\\b${name}[.,)]`).test(code);
}
