import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import ts from 'typescript';

const ROOT = join(import.meta.dirname, '../../src');

/** One source of the product, and what it imports. */
export interface Source {
  /** From `src/`, such as `api/endpoint.ts`. */
  path: string;
  text: string;
  imports: Import[];
  /** The names it uses without declaring or importing them as members, such as `window`. */
  identifiers: Set<string>;
  /** The functions it calls by a dotted name, such as `Date.now`. */
  calls: Set<string>;
}

export interface Import {
  /** A source, such as `lib/random-id.ts`, or the name of a package. */
  target: string;
  isTypeOnly: boolean;
  /** The names taken, types aside. */
  names: string[];
}

/** Every source of the product. */
export const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .map((path) => sourceOf(path.replaceAll('\\', '/'), readFileSync(join(ROOT, path), 'utf8')));

/** Reads one source. */
export function sourceOf(path: string, text: string): Source {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const source: Source = { path, text, imports: [], identifiers: new Set(), calls: new Set() };

  const visit = (node: ts.Node): void => {
    const found = importOf(node);
    if (found) source.imports.push({ ...found, target: resolve(path, found.target) });
    if (ts.isIdentifier(node) && !isMember(node)) source.identifiers.add(node.text);
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) source.calls.add(callOf(node));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return source;
}

/** Whether a name stands for a member of something, and not for the thing of that name. */
function isMember(node: ts.Identifier): boolean {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node;
  if (ts.isBindingElement(parent)) return parent.propertyName === node;
  return (
    (ts.isPropertySignature(parent) || ts.isPropertyAssignment(parent) || ts.isMethodDeclaration(parent)) &&
    parent.name === node
  );
}

/** A call as it reads, without what it is given: `Date.now()`, `new Date()`, `new Date(…)`. */
function callOf(node: ts.CallExpression | ts.NewExpression): string {
  const given = node.arguments?.length ? '…' : '';
  return `${ts.isNewExpression(node) ? 'new ' : ''}${node.expression.getText()}(${given})`;
}

/** The import that a node makes: a statement, a re-export, `import()` as a call or as a type. */
function importOf(node: ts.Node): Import | undefined {
  if (ts.isImportDeclaration(node)) {
    const clause = node.importClause;
    const bindings = clause?.namedBindings;
    const named = bindings && ts.isNamedImports(bindings) ? [...bindings.elements] : [];
    const values = named.filter((element) => !element.isTypeOnly);
    const isTypeOnly =
      clause?.phaseModifier === ts.SyntaxKind.TypeKeyword || (named.length > 0 && values.length === 0);
    return { target: textOf(node.moduleSpecifier), isTypeOnly, names: isTypeOnly ? [] : values.map(nameOf) };
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
    return { target: textOf(node.moduleSpecifier), isTypeOnly: node.isTypeOnly, names: [] };
  }
  if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument)) {
    return { target: textOf(node.argument.literal), isTypeOnly: true, names: [] };
  }
  const [argument] = ts.isCallExpression(node) ? node.arguments : [];
  const isImport = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  // What is made of an address names no module.
  if (isImport && argument && ts.isStringLiteralLike(argument)) {
    return { target: textOf(argument), isTypeOnly: false, names: [] };
  }
  return undefined;
}

function nameOf({ propertyName, name }: ts.ImportSpecifier): string {
  return (propertyName ?? name).text;
}

function textOf(node: ts.Node): string {
  return ts.isStringLiteralLike(node) ? node.text : node.getText();
}

/** A path from `src/` for our own modules; the name of the package for others. */
function resolve(from: string, specifier: string): string {
  if (!specifier.startsWith('.')) return specifier;
  return posix.join(posix.dirname(from), specifier).replace(/\.js$/, '.ts');
}
