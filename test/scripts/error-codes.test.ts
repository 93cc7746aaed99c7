import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { ERROR_TEXTS, textsInSources, withCodes } from '../../scripts/error-codes.js';
import { writeToDocument } from '../support/readme.js';

/** What visitors load of a module that does this. */
function loaded(source: string): string {
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
  const { outputText } = ts.transpileModule(`${source} export {};`, {
    fileName: 'src/tracker.ts',
    compilerOptions,
    transformers: { before: [withCodes] },
  });
  return outputText.replace('export {};', '').trim();
}

describe('what visitors load', () => {
  it.each([
    ["must(isText(name), '`name` must be a text');", 'must(isText(name), 24);'],
    [
      "throw new OptionError('The client is closed', { cause });",
      'throw new OptionError("npx tidings explain 23", { cause });',
    ],
    ['new Error(`${a.b} got no answer from ${c}`);', "new Error(`npx tidings explain 1 '${a.b}' '${c}'`);"],
  ])('has a code in place of the text of %s', (source, wanted) => {
    expect(loaded(source)).toBe(wanted);
  });

  it.each(["new Map('a text');", 'new Error(message);', 'musty(a, "b c");', "log('An error');"])(
    'has %s as it is',
    (source) => {
      expect(loaded(source).replaceAll('"', "'")).toBe(source.replaceAll('"', "'"));
    },
  );
});

describe('the codes', () => {
  it('are those of all texts', () => {
    expect(textsInSources().filter((text) => !ERROR_TEXTS.includes(text))).toEqual([]);
    expect(new Set(ERROR_TEXTS).size).toBe(ERROR_TEXTS.length);
  });

  it('are looked for where a text has none', () => {
    expect(() => loaded("throw new Error('It is new');")).toThrow(/has no code: put its text.*: It is new/);
  });

  it('are those of the page about them', () => {
    const lines = ERROR_TEXTS.map((text, code) => `- \`${code}\`: ${text.replaceAll('%s', '…')}`);
    writeToDocument('docs/errors.md', 'codes', lines.join('\n'));
  });
});
