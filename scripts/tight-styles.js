import ts from 'typescript';

/**
 * Takes out of a module's `STYLE` what is there for those who read it: what weighs is what a visitor loads.
 *
 * @type {ts.TransformerFactory<ts.SourceFile>}
 */
export const withTightStyles = (context) => (file) => {
  /** @type {ts.Visitor<ts.Statement>} */
  const visit = (statement) => ts.visitEachChild(statement, intoList, context);
  /** @type {ts.Visitor} */
  const intoList = (node) =>
    ts.isVariableDeclarationList(node) ? ts.visitEachChild(node, tightened, context) : node;
  /** @type {ts.Visitor} */
  const tightened = (node) => {
    if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name) || node.name.text !== 'STYLE')
      return node;
    const { name, initializer: style } = node;
    if (!style || !ts.isNoSubstitutionTemplateLiteral(style)) return node;
    const text = context.factory.createStringLiteral(tight(style.text));
    return context.factory.updateVariableDeclaration(node, name, undefined, undefined, text);
  };
  return ts.visitEachChild(file, (node) => (ts.isVariableStatement(node) ? visit(node) : node), context);
};

/**
 * A style sheet without the spaces that say nothing; texts in it stay as they are.
 *
 * @param {string} style
 */
export function tight(style) {
  return style
    .split(/('[^']*'|"[^"]*")/)
    .map((part, index) => (index % 2 ? part : withoutSpaces(part)))
    .join('')
    .replaceAll(';}', '}')
    .trim();
}

/** @param {string} part */
const withoutSpaces = (part) =>
  part
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,>]) ?/g, '$1')
    .replaceAll(': ', ':');
