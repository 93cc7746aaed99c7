import ts from 'typescript';

/**
 * Makes arrows of the functions of a module, which weigh less. Those below a statement that names one stay as they are:
 * it is done before an arrow there would be.
 *
 * @type {ts.TransformerFactory<ts.SourceFile>}
 */
export const withArrows = (context) => (file) => {
  const { statements } = file;
  const names = new Set(statements.filter(ts.isFunctionDeclaration).map(({ name }) => name?.text));
  /** @type {(node: ts.Node) => boolean} */
  const isNaming = (node) =>
    ts.isIdentifier(node) ? names.has(node.text) : (ts.forEachChild(node, isNaming) ?? false);
  const first = statements.findIndex((one) => !ts.isFunctionDeclaration(one) && isNaming(one));
  const changed = statements.map((one, index) =>
    first < 0 || index < first ? arrowOf(one, context.factory) : one,
  );
  return context.factory.updateSourceFile(file, changed);
};

/**
 * @param {ts.Statement} statement
 * @param {ts.NodeFactory} factory
 */
function arrowOf(statement, factory) {
  if (!ts.isFunctionDeclaration(statement)) return statement;
  const { name, body, parameters, asteriskToken } = statement;
  if (!name || !body || asteriskToken) return statement;
  const modifiers = ts.getModifiers(statement);
  const [first] = body.statements;
  const given = first && ts.isReturnStatement(first) ? first.expression : undefined;
  const arrow = factory.createArrowFunction(
    modifiers?.filter(({ kind }) => kind === ts.SyntaxKind.AsyncKeyword),
    undefined,
    parameters,
    undefined,
    undefined,
    given ? factory.createParenthesizedExpression(given) : body,
  );
  const constant = factory.createVariableDeclaration(name, undefined, undefined, arrow);
  return factory.createVariableStatement(
    modifiers?.filter(({ kind }) => kind === ts.SyntaxKind.ExportKeyword),
    factory.createVariableDeclarationList([constant], ts.NodeFlags.Const),
  );
}
