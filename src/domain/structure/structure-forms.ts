/** What was found in a text, kind by kind: as Markdown for people, or each kind as tables for spreadsheets and scripts. */
import type {
  CodeBlock,
  FoundAmount,
  FoundDate,
  KeyValueBlock,
  ListBlock,
  StructuredText,
  Table,
  TableCell,
} from '../../contract/extraction/structured-text.ts';
import type { StructureKind } from '../../contract/words/listed-words.ts';
import { keyValuesOfTable } from './key-values.ts';
import { linkAsWritten } from './links.ts';
import { markdownTable } from './table-forms.ts';

/** By kind, where the list of it is. */
export const listOfKind = {
  tables: 'tables',
  'key-values': 'keyValues',
  lists: 'lists',
  code: 'code',
  links: 'links',
  addresses: 'addresses',
  dates: 'dates',
  amounts: 'amounts',
} as const satisfies Readonly<Record<StructureKind, keyof StructuredText>>;

/** The same with the pairs that stand in tables of two columns, if the tables are not wanted themselves: nothing is listed twice. */
export function withPairsOfTables(structure: StructuredText, kinds: readonly StructureKind[]): StructuredText {
  if (kinds.includes('tables') || !kinds.includes('key-values')) return structure;
  const pairs = structure.tables.flatMap((table) => keyValuesOfTable(table) ?? []);
  return { ...structure, keyValues: [...structure.keyValues, ...pairs] };
}

/** What was found of one kind: blocks, each of which ends with a line end. */
export function markdownOf(structure: StructuredText, kind: StructureKind): readonly string[] {
  return markdownForms[kind](structure);
}

const markdownForms: Readonly<Record<StructureKind, (structure: StructuredText) => readonly string[]>> = {
  tables: ({ tables }) => tables.map(markdownTable),
  'key-values': ({ keyValues }) => keyValues.map(markdownPairs),
  lists: ({ lists }) => lists.map(markdownList),
  code: ({ code }) => code.map(fencedCode),
  links: ({ links }) =>
    oneList(
      links.map((link) =>
        link.label === null ? `<${linkAsWritten(link)}>` : `[${link.label.replaceAll(/[[\]]/g, '\\$&')}](${linkAsWritten(link)})`,
      ),
    ),
  addresses: ({ addresses }) => oneList(addresses.map(({ value }) => value)),
  dates: ({ dates }) => oneList(dates.map((date) => (date.value === date.text ? date.text : `${date.text}: ${readingsOf(date)}`))),
  amounts: ({ amounts }) => oneList(amounts.map((amount) => `${amount.text}: ${readingsOf(amount)}`)),
};

function oneList(lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [lines.map((line) => `- ${line.replaceAll(/\s+/g, ' ')}\n`).join('')];
}

/** All of them with an upright line between, where the text lets there be several. */
function readingsOf(found: FoundDate | FoundAmount): string {
  const candidates = found.candidates.join(' | ');
  if (!('currency' in found)) return found.value ?? candidates;
  return `${found.value ?? candidates} ${found.currency ?? candidates}`;
}

function markdownPairs({ pairs }: KeyValueBlock): string {
  return pairs.map(({ name, value }) => `- **${name.replaceAll('*', '\\*')}:** ${value.replaceAll('\n', ' ')}\n`).join('');
}

function markdownList({ items }: ListBlock): string {
  return items
    .map(({ text, level, number, isDone }) => {
      const marker = number === null ? '-' : `${number}.`;
      const box = isDone === null ? '' : isDone ? '[x] ' : '[ ] ';
      const indentation = ' '.repeat(level * 3);
      return `${indentation}${marker} ${box}${text.replaceAll('\n', `\n${indentation}   `)}\n`;
    })
    .join('');
}

/** With a fence that is longer than any in the code. */
function fencedCode({ language, name, code }: CodeBlock): string {
  const longest = Array.from(code.matchAll(/`+/g), ([run]) => run.length).reduce((most, length) => Math.max(most, length), 2);
  const fence = '`'.repeat(Math.min(longest + 1, code.length + 3));
  const info = [language ?? '', name === null ? '' : `title="${name}"`].filter((word) => word !== '').join(' ');
  return `${fence}${info}\n${code}${fence}\n`;
}

/** What was found of one kind, as tables: those that were found, or one with a row for each thing, below its headings. */
export function tablesOfKind(structure: StructuredText, kind: StructureKind): readonly Pick<Table, 'rows'>[] {
  if (kind === 'tables') return structure.tables;
  const rows = rowForms[kind](structure);
  return rows.length === 0 ? [] : [{ rows: [headingsOfKind[kind], ...rows].map((row) => row.map(cellOf)) }];
}

type Value = string | number | boolean | null;

const headingsOfKind: Readonly<Record<Exclude<StructureKind, 'tables'>, readonly string[]>> = {
  'key-values': ['block', 'name', 'value'],
  lists: ['list', 'level', 'number', 'done', 'text'],
  code: ['language', 'name', 'code', 'offset'],
  links: ['link', 'label', 'text', 'offset'],
  addresses: ['address', 'text', 'offset'],
  dates: ['date', 'candidates', 'text', 'offset'],
  amounts: ['amount', 'currency', 'candidates', 'text', 'offset'],
};

const rowForms: Readonly<Record<Exclude<StructureKind, 'tables'>, (structure: StructuredText) => readonly (readonly Value[])[]>> = {
  'key-values': ({ keyValues }) => keyValues.flatMap(({ pairs }, at) => pairs.map(({ name, value }) => [at + 1, name, value])),
  lists: ({ lists }) =>
    lists.flatMap(({ items }, at) => items.map(({ text, level, number, isDone }) => [at + 1, level, number, isDone, text])),
  code: ({ code }) => code.map((block) => [block.language, block.name, block.code, block.offset]),
  links: ({ links }) => links.map(({ value, label, text, offset }) => [value, label, text, offset]),
  addresses: ({ addresses }) => addresses.map(({ value, text, offset }) => [value, text, offset]),
  dates: ({ dates }) => dates.map(({ value, candidates, text, offset }) => [value, candidates.join(' '), text, offset]),
  // A decimal number as it is, which is no formula.
  amounts: ({ amounts }) =>
    amounts.map(({ value, currency, candidates, text, offset }) => [value, currency, candidates.join(' '), text, offset]),
};

function cellOf(value: Value): TableCell {
  if (value === null || value === '') return { text: '', type: 'empty' };
  return typeof value === 'string'
    ? { text: value, type: 'text' }
    : { text: String(value), type: typeof value as 'number' | 'boolean', value };
}
