/** The regular expressions in a source. */
import { parseSync, Visitor } from 'oxc-parser';

export interface Expression {
  /** From 1. */
  readonly line: number;
  /** Null for one that is built from a text. */
  readonly source: string | null;
  readonly flags: string;
}

/**
 * Literals, and calls of `RegExp`.
 * @throws SyntaxError if the parser can't read the source.
 */
export function expressionsIn(file: string, content: string): readonly Expression[] {
  const { program, errors } = parseSync(file, content);
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0]?.message}`);
  const found: Expression[] = [];
  const lineOf = (start: number): number => content.slice(0, start).split('\n').length;
  const takeMade = ({ start, callee }: { readonly start: number; readonly callee: { readonly type: string } }): void => {
    if (callee.type === 'Identifier' && 'name' in callee && callee.name === 'RegExp')
      found.push({ line: lineOf(start), source: null, flags: '' });
  };
  new Visitor({
    Literal: (literal) => {
      if (!('regex' in literal)) return;
      found.push({ line: lineOf(literal.start), source: literal.regex.pattern, flags: literal.regex.flags });
    },
    CallExpression: takeMade,
    NewExpression: takeMade,
  }).visit(program);
  return found;
}
