/** The texts that a source says, and what is wrong with how it says them. */
import { parseSync, Visitor } from 'oxc-parser';

export interface Said {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** The English message; null if it is not a literal. */
  readonly english: string | null;
  /** The names of the values that are passed; null if they cannot be read from the source. */
  readonly values: readonly string[] | null;
  /** Whether it is said while the module loads, before the language is known. */
  readonly tooEarly: boolean;
  /** For another process, which has to recognize it. */
  readonly isTold: boolean;
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** A node of the syntax tree, as far as it is read here. */
type Node = Span & { readonly type: string } & Readonly<Record<string, unknown>>;

/**
 * Every call of the `say` and the `told` of `src/domain/language/say.ts`, in the order of the source.
 * @throws SyntaxError if the parser can't read the source.
 */
export function saidIn(file: string, content: string): readonly Said[] {
  // What imports neither says nothing, and the tree takes long to build.
  if (!content.includes('say.ts')) return [];
  const { program, errors } = parseSync(file, content);
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0]?.message}`);
  const imported = new Set<string>();
  const calls: Node[] = [];
  const functions: Span[] = [];
  const enter = (node: Span): void => void functions.push(node);
  new Visitor({
    ImportDeclaration: ({ source, specifiers }) => {
      if (/(^|\/)say\.ts$/.test(source.value)) for (const { local } of specifiers) imported.add(local.name);
    },
    FunctionDeclaration: enter,
    FunctionExpression: enter,
    ArrowFunctionExpression: enter,
    CallExpression: (node) => {
      if (node.callee.type === 'Identifier' && ['say', 'told'].includes(node.callee.name)) calls.push(node as unknown as Node);
    },
  }).visit(program);
  // A function of its own may have the same name.
  return calls
    .filter((call) => imported.has(String(nameOf(call.callee as Node))))
    .map((call) => {
      const [message, values] = call.arguments as readonly (Node | undefined)[];
      return {
        file,
        line: content.slice(0, call.start).split('\n').length,
        english: message === undefined ? null : literalOf(message),
        values: values === undefined ? [] : namesOf(values),
        isTold: nameOf(call.callee as Node) === 'told',
        tooEarly: nameOf(call.callee as Node) === 'say' && !functions.some(({ start, end }) => start < call.start && call.end <= end),
      };
    });
}

function nameOf(callee: Node): unknown {
  return callee.name;
}

/** The text of a string, or of a template without expressions. */
function literalOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type !== 'TemplateLiteral') return null;
  const [only, ...others] = node.quasis as readonly { readonly value: { readonly cooked: string | null } }[];
  return others.length === 0 ? (only?.value.cooked ?? null) : null;
}

function namesOf(node: Node): readonly string[] | null {
  if (node.type !== 'ObjectExpression') return null;
  const names = (node.properties as readonly Node[]).map((property) => {
    const key = property.key as Node | undefined;
    return property.type === 'Property' && property.computed === false && key?.type === 'Identifier' ? (key.name as string) : null;
  });
  return names.includes(null) ? null : (names as string[]);
}
