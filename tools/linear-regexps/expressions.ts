/** The regular expressions that a source has. */
import ts from 'typescript';

export interface Expression {
  /** From 1. */
  readonly line: number;
  /** Null for one that is made of a text. */
  readonly source: string | null;
  readonly flags: string;
}

/** Literals, and calls of `RegExp`. */
export function expressionsIn(file: string, content: string): readonly Expression[] {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file, content, ts.ScriptTarget.Latest, false, kind);
  const found: Expression[] = [];
  const visit = (node: ts.Node): void => {
    const line = tree.getLineAndCharacterOfPosition(node.getStart(tree)).line + 1;
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      found.push({ line, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    } else if (isMade(node)) found.push({ line, source: null, flags: '' });
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function isMade(node: ts.Node): boolean {
  return (ts.isNewExpression(node) || ts.isCallExpression(node)) && ts.isIdentifier(node.expression) && node.expression.text === 'RegExp';
}
