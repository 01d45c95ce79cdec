/** Tables in a text: Markdown (GitHub Flavored Markdown, §4.10), those that `psql`, `mysql` and `sqlite3` print, with bars and rules of dashes too, cells with tabs between them, and columns of blanks. */
import { structureLimits, type Table } from '../../contract/extraction/structured-text.ts';
import { headingsIn } from './heading-rows.ts';
import type { PlacedWord } from './places/word-lines.ts';
import { tablesOfWords } from './places/word-tables.ts';
import { TableGrid, type TableRoom, tableRoom } from './table-grid.ts';
import { linesOf, type TextLine, type TextPart } from './text-lines.ts';

/** Of lines that are held at a time. */
const mostRows = structureLimits.cells / 2;
/** Blanks between two columns, in a font of one width. */
const columnGap = '  ';
const fewestAligned = 3;

type Kind = 'markdown' | 'tabs' | 'aligned';

/** Linear in the text. @param without parts that are no prose, such as code. */
export function tablesIn(text: string, without: readonly TextPart[] = [], room: TableRoom = tableRoom()): readonly Table[] {
  const tables: Table[] = [];
  for (const { kind, lines } of runsIn(text, without)) tables.push(...tablesOfRun(lines, kind, room));
  return tables;
}

/** Where a Markdown table stands, and the cells of its head. */
export interface MarkdownTablePart extends TextPart {
  readonly head: readonly string[];
}

/** Those with at least two columns and a row. Linear in the text. */
export function markdownTablesIn(text: string, without: readonly TextPart[] = []): readonly MarkdownTablePart[] {
  const parts: MarkdownTablePart[] = [];
  for (const { kind, lines } of runsIn(text, without)) {
    if (kind !== 'markdown') continue;
    for (const { head, rows } of markdownBlocks(lines)) {
      const [cells, last] = [cellsOf(head.text), rows.at(-1)];
      if (cells.length > 1 && last !== undefined) parts.push({ from: head.offset, to: last.offset + last.text.length, head: cells });
    }
  }
  return parts;
}

function* runsIn(text: string, without: readonly TextPart[]): Generator<{ readonly kind: Kind; readonly lines: readonly TextLine[] }> {
  let lines: TextLine[] = [];
  let kind: Kind | null = null;
  for (const line of linesOf(text, without)) {
    const next = kindOf(line.text);
    if (next !== kind || lines.length >= mostRows) {
      if (kind !== null) yield { kind, lines };
      lines = [];
    }
    kind = next;
    if (next !== null) lines.push(line);
  }
  if (kind !== null) yield { kind, lines };
}

function kindOf(line: string): Kind | null {
  const content = line.trim();
  if (content.includes('\t')) return 'tabs';
  if (content.includes('|') || isTerminalRule(content)) return 'markdown';
  return content.includes(columnGap) ? 'aligned' : null;
}

function tablesOfRun(run: readonly TextLine[], kind: Kind, room: TableRoom): readonly Table[] {
  const offset = run[0]?.offset ?? null;
  if (kind === 'markdown') return run.some(({ text }) => isTerminalRule(text)) ? terminalTables(run, room) : markdownTables(run, room);
  if (kind === 'aligned') return run.length < fewestAligned ? [] : alignedTables(run, room);
  const rows = run.map(({ text }) => text.split('\t', structureLimits.columns).map((cell) => cell.trim()));
  const table = run.length < 2 ? null : tableOfRows(rows, headingsIn(rows), offset, room);
  return table === null ? [] : [table];
}

/** A head, a line of dashes below it, and rows. */
function markdownTables(run: readonly TextLine[], room: TableRoom): readonly Table[] {
  return markdownBlocks(run).flatMap(({ head, rows }) => {
    const cells = [head, ...rows].map(({ text }) => cellsOf(text));
    const headings = cells[0]?.some((cell) => cell !== '') ? 1 : 0;
    return tableOfRows(headings === 0 ? cells.slice(1) : cells, headings, head.offset, room) ?? [];
  });
}

interface MarkdownBlock {
  readonly head: TextLine;
  readonly rows: readonly TextLine[];
}

function markdownBlocks(run: readonly TextLine[]): readonly MarkdownBlock[] {
  const blocks: MarkdownBlock[] = [];
  for (let at = 1; at < run.length; at += 1) {
    const head = run[at - 1];
    if (head === undefined || !isRule(run[at]?.text ?? '')) continue;
    let last = at + 1;
    while (last < run.length && !isRule(run[last + 1]?.text ?? '')) last += 1;
    blocks.push({ head, rows: run.slice(at + 1, last) });
    at = last;
  }
  return blocks;
}

function isRule(line: string): boolean {
  return line.includes('-') && line.includes('|') && /^[-| :\t]+$/.test(line);
}

/** As `psql` prints a table: a head, a rule below it, and rows; or as `mysql`, `sqlite3` and Org do, with rules around them, and some between all rows. */
function terminalTables(run: readonly TextLine[], room: TableRoom): readonly Table[] {
  const tables: Table[] = [];
  for (let at = 0; at < run.length; at += 1) {
    const isFramed = isTerminalRule(run[at]?.text ?? '');
    const [head, rule] = [run[isFramed ? at + 1 : at], run[isFramed ? at + 2 : at + 1]?.text ?? ''];
    if (head === undefined || !isTerminalRule(rule) || isTerminalRule(head.text)) continue;
    const hasFrame = isFramed || head.text.trim().startsWith('|');
    const widths = widthsOf(rule);
    const cellsIn = (line: string): readonly string[] | null => cellsBelow(line, widths, hasFrame);
    const headings = cellsIn(head.text);
    if (headings === null) continue;
    const rows: string[][] = [headings.map((cell) => cell.trim())];
    let [isGoingOn, end] = [false, isFramed ? at + 3 : at + 2];
    for (; end < run.length; end += 1) {
      const line = run[end]?.text ?? '';
      if (isTerminalRule(line)) {
        // One behind another ends a table, and begins the next one.
        if (!hasFrame || isTerminalRule(run[end + 1]?.text ?? '')) break;
        continue;
      }
      const cells = cellsIn(line);
      if (cells === null) {
        room.isCut ||= line.includes('|');
        break;
      }
      // psql fills the column of a cell that has another line, with this sign at its end.
      const isContinued = (cell: string, column: number): boolean =>
        !hasFrame && cell.endsWith('+') && cell.length >= (widths[column] ?? 0);
      const texts = cells.map((cell, column) => (isContinued(cell, column) ? cell.slice(0, -1) : cell).trim());
      const above = rows.at(-1);
      if (isGoingOn && above !== undefined) for (const [column, text] of texts.entries()) above[column] = joined(above[column] ?? '', text);
      else rows.push(texts);
      isGoingOn = cells.some(isContinued);
    }
    const table = rows.length < 2 ? null : tableOfRows(rows, 1, head.offset, room, isFramed ? 1 : 2);
    if (table !== null) tables.push(table);
    at = end - 1;
  }
  return tables;
}

function joined(above: string, below: string): string {
  return below === '' ? above : `${above}\n${below}`;
}

/** Three dashes in each part, at least, with crosses between them; of one part, with crosses around it. */
function isTerminalRule(line: string): boolean {
  const rule = line.trim();
  return /^[+|]?[-=]{3,}(?:\+[-=]{3,})+[+|]?$/.test(rule) || /^\+[-=]{3,}\+$/.test(rule);
}

/** Of its parts. */
function widthsOf(rule: string): readonly number[] {
  return rule
    .trim()
    .replace(/^[+|]|[+|]$/g, '')
    .split('+')
    .map((part) => part.length);
}

/** What stands between bars, with its blanks; null if these are not those of the rule. A bar within a cell stands elsewhere. */
function cellsBelow(line: string, widths: readonly number[], hasFrame: boolean): readonly string[] | null {
  const framed = /^\|(.*)\|$/.exec(line.trim())?.[1];
  const content = hasFrame ? framed : line;
  if (content === undefined) return null;
  const cells = content.split('|');
  if (cells.length === widths.length) return cells;
  const begins = widths.map((_, column) => widths.slice(0, column).reduce((sum, width) => sum + width + 1, 0));
  if (widths.length > structureLimits.columns || begins.slice(1).some((begin) => content[begin - 1] !== '|')) return null;
  return begins.map((begin, column) => content.slice(begin, column === widths.length - 1 ? undefined : (begins[column + 1] ?? 0) - 1));
}

/** A backslash before an upright line makes it part of the cell. */
function cellsOf(line: string): readonly string[] {
  const cells: string[] = [''];
  let isEscaped = false;
  for (const character of line.trim()) {
    if (character === '|' && !isEscaped) cells.push('');
    else if (!isEscaped && character === '\\') {
      isEscaped = true;
      continue;
    } else cells[cells.length - 1] += isEscaped && !'|\\'.includes(character) ? `\\${character}` : character;
    isEscaped = false;
  }
  if (isEscaped) cells[cells.length - 1] += '\\';
  if (cells[0]?.trim() === '') cells.shift();
  if (cells.length > 1 && cells.at(-1)?.trim() === '' && line.trimEnd().endsWith('|')) cells.pop();
  return cells.map((cell) =>
    cell
      .replaceAll(/<br ?\/?>/gi, '\n')
      .replaceAll('&lt;', '<')
      .trim(),
  );
}

/** Each line as one of a page whose letters are as wide as each other. */
function alignedTables(run: readonly TextLine[], room: TableRoom): readonly Table[] {
  const words = run.flatMap(({ text }, row) => wordsOf(text, row));
  const gap = { gap: 0.75, fewestColumns: 3, page: null };
  return tablesOfWords(words, gap, room).map((table) => ({ ...table, offset: run[0]?.offset ?? null }));
}

/** In half heights of a line, so that two blanks are a gap, and one is none. */
function wordsOf(line: string, row: number): readonly PlacedWord[] {
  return Array.from(line.matchAll(/\S+/g), ({ 0: text, index }) => ({
    text,
    left: index,
    right: index + text.length,
    top: row * 3,
    bottom: row * 3 + 2,
    isFixedPitch: true,
  }));
}

function tableOfRows(
  rows: readonly (readonly string[])[],
  headings: number,
  offset: number | null,
  room: TableRoom,
  fewestColumns = 2,
): Table | null {
  const grid = new TableGrid(room);
  for (const row of rows) {
    grid.beginRow();
    for (const cell of row) grid.cell(cell);
    if (grid.isOpen) continue;
    room.isCut ||= row !== rows.at(-1);
    break;
  }
  grid.headings = headings;
  const table = grid.table({ name: null, page: null, offset });
  return table === null || (table.rows[0]?.length ?? 0) < fewestColumns ? null : table;
}
