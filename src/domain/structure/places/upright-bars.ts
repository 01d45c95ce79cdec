/** Signs that a terminal draws between the cells of a table, as `psql` and `mysql` do: a bar stands for the line that a page would have. */

const bar = /^[|│┃║]$/;
/** A line of such signs alone is a rule, if so many stand together at least: a dash may be a value. */
const fewestOfRule = 3;
const ruled = /^[-+=_|─━═┼╪╬├┤┬┴╞╡╟╢╠╣╤╧╦╩┌┐└┘╔╗╚╝]+$/u;
/** In Markdown each cell of the rule has three dashes at least, and may say by a colon how its column stands; the bars may touch them. */
const ofMarkdown = /^[|:-]+$/;
const cellOfMarkdown = /^:?-{3,}:?$/;
/** Between the dashes of a line that has bars too: else the dashes are values. */
const cross = /[+┼╪╬├┤]/u;
/** In heights of a bar: bars below each other stand no further beside each other. */
const sameColumn = 0.3;
/** Fewer are a pipe between two programs, or a union of types; with a rule, two are a head and a row. */
const [fewestRows, fewestRuled] = [3, 2] as const;
/** Of the lines with bars: in a table, all have them in the same places. */
const mostRows = 0.8;
/** More are a drawing. */
const mostColumns = 64;

/** The words of each line without bars that stand below each other, and without rules between such lines; what follows a bar is in another cell, and each line with bars is a row. Lines without such bars are as they are. @param lines of words, from left to right. */
export function withBarsAsLines<Word extends Placed>(lines: readonly (readonly Word[])[]): readonly (readonly (Word & InRow)[])[] {
  return runsOf(lines)
    .flatMap((run) => (run.some(hasBar) ? rowsOf(run) : run))
    .filter((words) => words.length > 0);
}

/** Lines with bars or rules that follow each other, and the others each alone. */
function runsOf<Word extends Placed>(lines: readonly (readonly Word[])[]): readonly (readonly (readonly Word[])[])[] {
  const runs: (readonly Word[])[][] = [];
  let isOpen = false;
  for (const [at, words] of lines.entries()) {
    const last = runs.at(-1);
    const isOfTable: boolean = hasBar(words) || isRule(words) || (isOpen && haveSameBars(last?.at(-1), lines[at + 1]));
    if (isOpen && isOfTable && last !== undefined) last.push(words);
    else runs.push([words]);
    isOpen = isOfTable;
  }
  return runs;
}

function rowsOf<Word extends Placed>(run: readonly (readonly Word[])[]): readonly (readonly (Word & InRow)[])[] {
  const columns = barColumns(
    run.filter((words) => !isRule(words)),
    run.some(isRule) ? fewestRuled : fewestRows,
  );
  if (columns.length === 0) return run;
  const isBar = (word: Placed): boolean => bar.test(word.text) && columns.some((column) => isAt(column, word));
  return run.map((words) => {
    if (isRule(words)) return [];
    if (!words.some(isBar)) return words;
    return words.flatMap((word, at) => {
      if (isBar(word)) return [];
      const before = words[at - 1];
      return [{ ...word, isRow: true, ...(before !== undefined && isBar(before) && { isOtherCell: true }) }];
    });
  });
}

/** A row between them may have one that was not recognized. */
function haveSameBars(one: readonly Placed[] = [], other: readonly Placed[] = []): boolean {
  const [bars, others] = [barsOf(one), barsOf(other)];
  return (
    bars.length > 0 &&
    bars.length === others.length &&
    bars.every((bar, at) => Math.abs(middleOf(bar) - middleOf(others[at] ?? bar)) <= (bar.bottom - bar.top) * sameColumn)
  );
}

function barsOf(words: readonly Placed[]): readonly Placed[] {
  return words.filter(({ text }) => bar.test(text));
}

function hasBar(words: readonly Placed[]): boolean {
  return words.some(({ text }) => bar.test(text));
}

function isRule(words: readonly Placed[]): boolean {
  return (
    isMarkdownRule(words) ||
    (words.every(({ text }) => ruled.test(text)) &&
      words.some(({ text }) => text.length >= fewestOfRule && (!hasBar(words) || cross.test(text))))
  );
}

function isMarkdownRule(words: readonly Placed[]): boolean {
  if (!words.every(({ text }) => ofMarkdown.test(text))) return false;
  const line = words.map(({ text }) => text).join('');
  const cells = line.split('|').filter((cell) => cell !== '');
  return line.includes('|') && cells.length > 0 && cells.every((cell) => cellOfMarkdown.test(cell));
}

interface Placed {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

interface InRow {
  readonly isRow?: boolean;
  readonly isOtherCell?: boolean;
}

interface BarColumn {
  readonly middle: number;
  readonly reach: number;
  rows: number;
}

/** None unless most lines with bars have them there. */
function barColumns(barred: readonly (readonly Placed[])[], fewest: number): readonly BarColumn[] {
  const columns: BarColumn[] = [];
  for (const word of barred
    .flat()
    .filter(({ text }) => bar.test(text))
    .toSorted((one, other) => one.left - other.left)) {
    const last = columns.at(-1);
    if (last !== undefined && isAt(last, word)) last.rows += 1;
    else columns.push({ middle: middleOf(word), reach: (word.bottom - word.top) * sameColumn, rows: 1 });
  }
  const most = Math.max(0, ...columns.map(({ rows }) => rows));
  if (most < fewest || most < barred.length * mostRows) return [];
  const found = columns.filter(({ rows }) => rows >= Math.max(fewest, most * mostRows));
  return found.length > mostColumns ? [] : found;
}

function isAt({ middle, reach }: BarColumn, word: Placed): boolean {
  return Math.abs(middle - middleOf(word)) <= reach;
}

function middleOf({ left, right }: Placed): number {
  return (left + right) / 2;
}
