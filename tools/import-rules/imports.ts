/** The imports of a source: values and types, static and dynamic. */
import { parseSync, Visitor } from 'oxc-parser';

/**
 * Every specifier in the source, once: `import` and `export … from`, including type-only ones; `import('…')` as a value and as a type; `require('…')`,
 * including those from `createRequire(…)`. Specifiers that are computed at run time are unknown, and not in the list.
 * @throws SyntaxError if the source can't be parsed.
 */
export function importsIn(file: string, content: string): readonly string[] {
  const { program, errors } = parseSync(file, content);
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0]?.message}`);
  const found = new Set<string>();
  const take = (source: { readonly type: string } | null | undefined): void => {
    if (source?.type === 'Literal' && 'value' in source && typeof source.value === 'string') found.add(source.value);
  };
  new Visitor({
    ImportDeclaration: ({ source }) => take(source),
    ExportNamedDeclaration: ({ source }) => take(source),
    ExportAllDeclaration: ({ source }) => take(source),
    ImportExpression: ({ source }) => take(source),
    TSImportType: ({ source }) => take(source),
    TSExternalModuleReference: ({ expression }) => take(expression),
    CallExpression: ({ callee, arguments: given }) => {
      const isMade = callee.type === 'CallExpression' && callee.callee.type === 'Identifier' && callee.callee.name === 'createRequire';
      if (isMade || (callee.type === 'Identifier' && callee.name === 'require')) take(given[0]);
    },
  }).visit(program);
  return [...found];
}
