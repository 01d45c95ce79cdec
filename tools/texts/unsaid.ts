/**
 * Texts that reach a user without `say`, so that nobody can translate them. Two signs give one away: it is a sentence (two words with a blank between
 * them), wherever it stands; or it is a word in a place that is shown, such as the label of a button. Logs and the messages of bugs stay English.
 */
import { parseSync } from 'oxc-parser';

export interface Unsaid {
  /** From 1. */
  readonly line: number;
  readonly text: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [key: string]: unknown;
}

/** Never translated: names, and words of commands. */
const names =
  /\b(?:Hub|WorkSpaces?|English|Deutsch|Wayland|X11|GitHub|JSON|UTF-8|KiB|MiB|GB|MB|HUB_\w+|Ctrl|Shift|Alt|Enter|Esc)\b|\bhub(?=:|$| )/g;
const sentence = /[a-z]{2,}[”’"')]?[,;:.]? [“‘"'(]?(?:[a-z]{2,}|a(?= ))/i;
const word = /[a-z]{2,}/i;
const capitalizedWord = /^\W*[A-Z][a-z]+/;

/** Statements of a database, styles, media types, commands of the system, and examples of Hub's own. */
function isForMachines(text: string): boolean {
  const lines = text.split('\n');
  return (
    statement.test(text) ||
    /^: hub /.test(text) ||
    (lines.length > 1 && lines.every((line) => /^[\s·]*$/.test(line) || /^\s*hub /.test(line)))
  );
}

const statement =
  /^\s*(?:SELECT|INSERT|UPDATE|DELETE FROM|CREATE|PRAGMA) |^SQLite format|^text\/plain; |var\(--|^\(prefers-|^(?:sudo )?ch(?:mod|own) (?:-R |[ugoa]+[-+=])/;

/** Functions whose texts a user reads; by the argument from which on. */
const writers: Readonly<Record<string, number>> = {
  print: 0,
  complain: 0,
  notify: 1,
  publish: 0,
  confirm: 0,
  description: 0,
  option: 1,
  argument: 1,
  addHelpText: 1,
  failedBecause: 1,
  wrongUsage: 1,
  formatTable: 0,
  setToolTip: 0,
  Option: 1,
  InvalidArgumentError: 0,
};
/** Of these only that argument is shown. */
const onlyThat = new Set(['notify', 'publish', 'option', 'argument', 'addHelpText', 'failedBecause', 'wrongUsage', 'Option', 'complain']);
const shownAttributes = new Set([
  'title',
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'placeholder',
  'alt',
  'label',
  'hint',
  'tip',
]);
const shownProperties = new Set([
  'title',
  'detail',
  'mend',
  'help',
  'label',
  'toolTip',
  'unit',
  'adds',
  'empty',
  'placeholder',
  'hint',
  'tip',
]);
/** Often a word of a contract, so only a capitalized one counts. */
const perhapsShown = new Set(['text', 'name', 'done', 'failed']);

/**
 * @throws SyntaxError if the parser can't read the source.
 */
export function unsaidIn(file: string, content: string): readonly Unsaid[] {
  const { program, errors } = parseSync(file, content);
  if (errors.length > 0) throw new SyntaxError(`${file}: ${errors[0]?.message}`);
  const found: Unsaid[] = [];
  const report = (node: Node, text: string): void =>
    void found.push({ line: content.slice(0, node.start).split('\n').length, text: text.replaceAll(/\s+/g, ' ').trim().slice(0, 80) });
  walk(program as unknown as Node, sentence, report);
  return found;
}

/** `sign`: what gives a text away here. */
function walk(node: Node, sign: RegExp, report: (node: Node, text: string) => void): void {
  const text = textOf(node);
  if (text !== null && !isForMachines(text) && sign.test(text.replaceAll(names, '·'))) report(node, text);
  for (const [key, child] of childrenOf(node)) {
    const next = signFor(node, key, child, sign);
    if (next !== null) walk(child, next, report);
  }
}

function textOf(node: Node): string | null {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : null;
  if (node.type === 'JSXText') return String(node.value);
  if (node.type !== 'TemplateLiteral') return null;
  return (node.quasis as readonly { readonly value: { readonly raw: string } }[]).map(({ value }) => value.raw).join('·');
}

/** What gives away a text in this child; null if no user ever reads it. */
function signFor(parent: Node, key: string, child: Node, sign: RegExp): RegExp | null {
  switch (parent.type) {
    case 'ImportDeclaration':
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return key === 'source' ? null : sign;
    case 'BinaryExpression':
      return parent.operator === '+' ? sign : null;
    case 'SwitchCase':
      return key === 'test' ? null : sign;
    case 'NewExpression':
    case 'CallExpression':
      return key === 'callee' ? sentence : signForArgument(parent, child, sign);
    case 'MemberExpression':
      return key === 'property' ? null : sign;
    case 'TemplateLiteral':
      return key === 'quasis' ? null : sign;
    case 'Property':
      return key === 'key' ? null : signForProperty(parent, sign);
    case 'JSXAttribute':
      return signForAttribute(parent);
    case 'JSXElement':
    case 'JSXFragment':
      return key === 'children' ? word : sentence;
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return key === 'body' && child.type === 'BlockStatement' ? sentence : sign;
    default:
      return parent.type.startsWith('TS') && !transparent.has(parent.type) ? null : sign;
  }
}

const transparent = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);

function signForArgument(call: Node, child: Node, sign: RegExp): RegExp | null {
  const callee = call.callee as Node;
  const name = nameOf(callee);
  const place = (call.arguments as readonly Node[]).indexOf(child);
  if (name === 'say' || name === 'told') return place === 0 ? null : sentence;
  if (
    name === 'makeStyles' ||
    name === 'test' ||
    /^(startsWith|endsWith|includes|indexOf|replace|replaceAll|split|get|has|querySelector|resolve)$/.test(name)
  )
    return null;
  if (call.type === 'NewExpression' && /Error$/.test(name) && name !== 'InvalidArgumentError') return null;
  if (callee.type === 'MemberExpression' && nameOf(callee.object as Node) === 'log') return null;
  if (name === 'openApiDocument') return null;
  const from = Object.hasOwn(writers, name) ? writers[name] : undefined;
  if (from === undefined) return sign === word ? sentence : sign;
  return place === from || (place > from && !onlyThat.has(name)) ? word : null;
}

function nameOf(node: Node): string {
  if (node.type === 'MemberExpression') return nameOf(node.property as Node);
  if (node.type === 'CallExpression') return nameOf(node.callee as Node);
  return typeof node.name === 'string' ? node.name : '';
}

function signForProperty(property: Node, sign: RegExp): RegExp {
  const name = nameOf(property.key as Node);
  if (shownProperties.has(name)) return word;
  if (perhapsShown.has(name)) return sign === word ? word : either;
  return sign === word ? sentence : sign;
}

/** A sentence, or a capitalized word. */
const either = new RegExp(`${sentence.source}|${capitalizedWord.source.replace('[A-Z][a-z]', '(?-i:[A-Z][a-z])')}`, 'i');

function signForAttribute(attribute: Node): RegExp | null {
  const { name } = attribute.name as Node;
  if (name === 'className' || name === 'style' || name === 'd' || name === 'viewBox') return null;
  return shownAttributes.has(String(name)) ? word : sentence;
}

function childrenOf(node: Node): readonly (readonly [string, Node])[] {
  return Object.entries(node).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value]).filter(isNode).map((child) => [key, child] as const),
  );
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}
