import ts from 'typescript';
import { expect, it } from 'vitest';
import { sources, type Source } from './support/sources.js';

/** The exported names of a source that no sentence says what you get. */
function undocumented({ path, text }: Source): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  return file.statements
    .filter(
      (statement) => ts.canHaveModifiers(statement) && isExported(statement) && !isDocumented(statement),
    )
    .map((statement) => statement.getText().split('\n')[0] ?? '');
}

const isExported = (node: ts.HasModifiers) =>
  ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;

/** Whether a comment of `/** … *\/` stands before it; a reference to something is its own name. */
const isDocumented = (node: ts.Node) => ts.getJSDocCommentsAndTags(node).length > 0;

it.each(sources)('every export of $path has its sentence', (source) => {
  expect(undocumented(source)).toEqual([]);
});
