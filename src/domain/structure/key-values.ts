/**
 * Names with values, a line each: `Name: value`, `name = value`, and definition lists as Markdown has them. Two in a row at least. A block may have both signs, and between them lines with a gap
 * instead; a line with a gap alone may be one of anything.
 */
import { type KeyValueBlock, structureLimits, type Table } from '../../contract/extraction/structured-text.ts';
import { indentationOf, linesOf, type TextPart } from './text-lines.ts';

type Form = KeyValueBlock['form'];

interface OpenBlock {
  readonly form: Form;
  readonly pairs: { name: string; value: string }[];
  readonly offset: number;
  readonly indentation: number;
  /** Lines with a gap: they belong to it if another pair follows. */
  readonly pending: Pair[];
}

interface Pair {
  readonly name: string;
  readonly value: string;
}

const longestName = 60;
const mostWords = 6;
/** Of a value with its further lines, UTF-16 units. */
const longestValue = 8_192;
const marker = /^(?:[-*+•] |#{1,6} )/u;

/** Linear in the text. @param without parts that are no prose, such as code. */
export function keyValuesIn(text: string, without: readonly TextPart[] = []): readonly KeyValueBlock[] {
  const blocks: KeyValueBlock[] = [];
  let open: OpenBlock | null = null;
  let term: { readonly name: string; readonly offset: number } | null = null;
  let pairs = 0;
  const close = (): void => {
    // Where none has a value, they are lines of code, or headings.
    if (open !== null && open.pairs.length > 1 && open.pairs.some(({ value }) => value !== ''))
      blocks.push({ form: open.form, pairs: open.pairs, offset: open.offset });
    open = null;
  };
  for (const { text: line, offset } of linesOf(text, without)) {
    if (pairs >= structureLimits.things) break;
    const block: OpenBlock | null = open;
    const content = line.trim();
    const indentation = indentationOf(line);
    if (/^: ?\S/u.test(content) && (term !== null || block?.form === 'definitions')) {
      const value = content.slice(1).trim().slice(0, longestValue);
      if (block !== null && block.form !== 'definitions') close();
      const to: OpenBlock = (open as OpenBlock | null) ?? {
        form: 'definitions',
        pairs: [],
        offset: term?.offset ?? offset,
        indentation,
        pending: [],
      };
      open = to;
      to.pairs.push({ name: term?.name ?? to.pairs.at(-1)?.name ?? '', value: value.toWellFormed() });
      term = null;
      pairs += 1;
      continue;
    }
    if (content === '') {
      if (block?.form !== 'definitions') close();
      continue;
    }
    const pair = pairIn(content);
    if (pair !== null && (block === null || (block.form !== 'definitions' && indentation <= block.indentation + 1))) {
      const to: OpenBlock = block ?? { form: pair.form, pairs: [], offset, indentation, pending: [] };
      open = to;
      to.pairs.push(...to.pending.splice(0), { name: pair.name, value: pair.value });
      pairs += 1;
    } else if (block !== null && block.form !== 'definitions' && indentation <= block.indentation + 1 && pairWithGap(content) !== null) {
      const withGap = pairWithGap(content);
      if (withGap !== null) block.pending.push(withGap);
      pairs += 1;
    } else if (block !== null && block.form !== 'definitions' && indentation > block.indentation + 1) continued(block, content);
    else if (block?.form !== 'definitions' || term !== null) {
      close();
      if (pair !== null) open = { form: pair.form, pairs: [{ name: pair.name, value: pair.value }], offset, indentation, pending: [] };
    }
    term = pair === null && content.length <= longestName ? { name: content.toWellFormed(), offset } : null;
  }
  close();
  return blocks;
}

/** A table of two columns is one too, if its names are different ones. */
export function keyValuesOfTable({ rows, headings, merged, offset }: Table): KeyValueBlock | null {
  const below = rows.slice(headings);
  const names = below.map(([name]) => name?.text.trim() ?? '');
  const isPairs = below.length > 1 && merged.length === 0 && below.every((row) => row.length === 2 && row[0]?.type === 'text');
  if (!isPairs || new Set(names).size < names.length || names.some((name) => name.length > longestName)) return null;
  const pairs = below.map(([, value], at) => ({ name: (names[at] ?? '').replace(/[:：]$/u, '').trim(), value: value?.text.trim() ?? '' }));
  return { form: 'table', pairs, offset };
}

/** Two parts with a gap between them, and no other one. */
function pairWithGap(content: string): Pair | null {
  const parts = content
    .slice(0, longestValue)
    .split(/\t| {2}/u)
    .filter((part) => part.trim() !== '');
  const [name = '', value = ''] = parts.map((part) => part.trim());
  if (parts.length !== 2 || name.length > longestName || name.split(' ').length > mostWords || !/^\p{L}/u.test(name)) return null;
  return { name: name.toWellFormed(), value: value.toWellFormed() };
}

function continued({ pairs }: OpenBlock, content: string): void {
  const last = pairs.at(-1);
  if (last === undefined || last.value.length + content.length >= longestValue) return;
  last.value = `${last.value}${last.value === '' ? '' : ' '}${content}`.toWellFormed();
}

function pairIn(content: string): { readonly form: Form; readonly name: string; readonly value: string } | null {
  const line = content.replace(marker, '');
  const at = line.slice(0, longestName + 8).search(/[:：=]/u);
  if (at <= 0) return null;
  const sign = line[at];
  const rest = line.slice(at + 1);
  // `https://`, `12:30`, `std::cout`, `==`, `=>` and `:=` are something else.
  if (sign === ':' && rest !== '' && !/^[*_]{0,2}(?:\s|$)/u.test(rest)) return null;
  if (sign === '=' && (/^[=>~]/.test(rest) || /[!<>+*/|&^~-]$/.test(line.slice(0, at).trimEnd()))) return null;
  const name = withoutEmphasis(line.slice(0, at));
  const words = name.split(/\s+/u).length;
  if (name === '' || name.length > longestName || words > mostWords || !/^[\p{L}\p{N}_.$@"'(]/u.test(name) || !/\p{L}/u.test(name))
    return null;
  if (sign === '=' && words > 3) return null;
  return {
    form: sign === '=' ? 'equals' : 'colon',
    name: name.toWellFormed(),
    value: withoutEmphasis(rest).slice(0, longestValue).toWellFormed(),
  };
}

/** `**Name:** value` */
function withoutEmphasis(text: string): string {
  return text
    .trim()
    .replace(/^(?:\*{1,3}|__)(?=[^*_])/u, '')
    .replace(/(?<=[^*_])(?:\*{1,3}|__)$/u, '')
    .trim();
}
