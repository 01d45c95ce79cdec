/** The imports of a source: values and types, static and dynamic. */
import { parseSync, Visitor } from 'oxc-parser';

/**
 * Every specifier in the source, once: `import` and `export … from`, including type-only ones; `import('…')` as a value and as a type; `require('…')`,
 * including those from `createRequire(…)`. Specifiers that are computed at run time are unknown, and not in the list.
 * @throws SyntaxError if the source can't be parsed.
 */
export function importsIn(file: string, content: string): readonly string[] {
  const parsed = parseSync(file, content);
  if (parsed.errors.length > 0) throw new SyntaxError(`${file}: ${parsed.errors[0]?.message}`);
  const found = new Set<string>();
  for (const { moduleRequest } of parsed.module.staticImports) found.add(moduleRequest.value);
  for (const { entries } of parsed.module.staticExports)
    for (const { moduleRequest } of entries) if (moduleRequest !== null) found.add(moduleRequest.value);
  // The tree is built when it is asked for, which takes longer than all else.
  return mayImportElsewhere.test(content) ? [...found, ...importsInTree(parsed.program)].filter(isFirst) : [...found];
}

/** `import('…')`, also as a type, `require('…')` and `createRequire(…)`; `export {} from '…'`, which exports nothing, and what a declaration of another module imports. */
const mayImportElsewhere = /\bimport\s*\(|require|export\s*\{\s*\}|declare\s+(?:module|namespace|global)/i;

function isFirst(value: string, at: number, all: readonly string[]): boolean {
  return all.indexOf(value) === at;
}

function importsInTree(program: ReturnType<typeof parseSync>['program']): ReadonlySet<string> {
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
  return found;
}
