import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { errorTexts, withCodes } from '../../scripts/error-codes.js';
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
    ["must(isText(name), '`name` must be a text');", 'must(isText(name), "npx tidings explain 1f9f");'],
    [
      "throw new OptionError('No.', { cause });",
      'throw new OptionError("npx tidings explain 3817", { cause });',
    ],
    ['new Error(`${a.b} is ${kind} here`);', "new Error(`npx tidings explain 77bd '${a.b}' '${kind}'`);"],
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
  it('are those of the page about them', () => {
    const lines = Object.entries(errorTexts())
      .sort()
      .map(([code, text]) => `- \`${code}\`: ${text.replaceAll('%s', '…')}`);
    writeToDocument('docs/errors.md', 'codes', lines.join('\n'));
  });
});
