/**
 * The text of the lines that were read. In blocks of a font of one width, as code has it, each character has a column, so that indentation and gaps are those of
 * the picture; in any other, wide gaps are tabs. Nothing is changed into what would be more likely: `l1I|` stays as it was read.
 */

import type { ReadLine, ReadSymbol, ReadWord } from '../read-lines.ts';
import { type BlockOfLines, blocksOf, middleOf } from './blocks-of-lines.ts';
import { withLineNumbers } from './line-numbers.ts';
import { type Cell, withEmptyCells } from './rows-of-cells.ts';

/** Closer than this, in columns, are two readings of one character. */
const sameColumn = 0.55;
/** Of a column: the room beside a letter. */
const beside = 0.15;
/** In columns: so much more there has to be for a space within what was read as one word. */
const inWord = 0.3;
/** In the grid, against the place of a character. */
const trust = 0.75;
/** In heights of the line: columns of a table, or labels of a window. */
const wideGap = 1.6;
/** Thousands have a blank between them, which is narrower. */
const gapOfNumbers = 0.6;
const mostBlankLines = 2;
/** In a font of one width, lines are no further apart, in columns and in heights of a line (some fonts are narrow), unless there is an empty one between most of them. */
const highestLine = { columns: 3.7, heights: 2.3 } as const;
/** In prose, of the distance of two lines: paragraphs are so much further apart. A line without letters that reach below it is no further than this from one with them. */
const paragraph = 1.3;

const ideographAtEnd = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fb\u30fc\u3000-\u303f\uff00-\uffef]$/u;
const ideographAtStart = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fb\u30fc\u3000-\u303f\uff00-\uffef]/u;

export interface LaidOut {
  readonly text: string;
  /** Each character once. */
  readonly lines: readonly ReadLine[];
}

export function laidOut(read: readonly ReadLine[]): LaidOut {
  const numbered = withLineNumbers(read);
  const blocks = singleReadings(numbered);
  const lines = blocks.flatMap((block) => block.lines);
  const seen = numbered === read ? lines : singleReadings(read).flatMap((block) => block.lines);
  const pitches = linePitches(lines);
  let text = '';
  let above: { readonly line: ReadLine; readonly text: string } | null = null;
  for (const { lines: ofBlock, column } of blocks) {
    const left = Math.min(...ofBlock.map(({ words }) => words[0]?.symbols[0]?.left ?? Number.POSITIVE_INFINITY));
    const ownPitches = column === null ? pitches : linePitches(ofBlock, highestOf(ofBlock, column));
    const rows = column === null ? withEmptyCells(ofBlock, ofBlock.map(cellsOf)) : [];
    for (const [at, line] of ofBlock.entries()) {
      const own = column === null ? (rows[at] ?? []).map(spaced).join('\t') : griddedLine(line, left, column);
      if (above !== null) {
        const apart = middleOf(line) - middleOf(above.line);
        // Rows of a table or a window are as far apart as they like.
        const isProse = (column === null || at === 0) && !(own.includes('\t') && above.text.includes('\t'));
        text += '\n'.repeat(1 + (isProse ? blankLinesInProse(apart, pitches) : blankLines(apart, ownPitches.usual)));
      }
      text += own;
      above = { line, text: own };
    }
  }
  return { text, lines: seen };
}

/** The blocks with each character once. */
function singleReadings(lines: readonly ReadLine[]): readonly BlockOfLines[] {
  return blocksOf(lines).map(({ lines: ofBlock, column }) => ({
    lines:
      column === null
        ? ofBlock
        : ofBlock.map((line) => (line.isInColumns === true ? line : { ...line, words: line.words.map((word) => singly(word, column)) })),
    column,
  }));
}

/** The characters of a word. */
export function textOfWord({ symbols }: ReadWord): string {
  return symbols.map(({ text }) => text).join('');
}

/** Where its model is torn between two readings of a character, tesseract gives both: the less certain one goes, if there is room for only one. */
function singly(word: ReadWord, column: number): ReadWord {
  const symbols = [...word.symbols];
  for (;;) {
    const doubled = symbols.findIndex((_, at) => at > 0 && isDoubled(symbols, at, column));
    const [before, symbol] = [symbols[doubled - 1], symbols[doubled]];
    if (before === undefined || symbol === undefined) return { ...word, symbols };
    symbols.splice(before.certainty < symbol.certainty ? doubled - 1 : doubled, 1);
  }
}

/** Whether this character and the one before it have less than two columns between their neighbours. Those that touch are close, and have both. */
function isDoubled(symbols: readonly ReadSymbol[], at: number, column: number): boolean {
  const [first, before, symbol, next] = [symbols[at - 2], symbols[at - 1], symbols[at], symbols[at + 1]];
  if (before === undefined || symbol === undefined || between(before, symbol) >= column * sameColumn) return false;
  const from = first === undefined ? Math.min(before.left, symbol.left) - column * beside : (first.left + first.right + column) / 2;
  const to = next === undefined ? Math.max(before.right, symbol.right) + column * beside : (next.left + next.right - column) / 2;
  return Math.round((to - from) / column) < 2;
}

function griddedLine({ words, grid, isInColumns }: ReadLine, left: number, column: number): string {
  const placeOf = (middle: number): number | null =>
    grid !== undefined && isInColumns === true ? Math.floor((middle - grid.origin) / grid.pitch) : null;
  let text = '';
  /** The middle of the column of the last character. */
  let middle: number | null = null;
  let before = 0;
  const symbols = words.flatMap((word) => word.symbols.map((symbol, at) => ({ symbol, doubt: at === 0 ? 0 : inWord })));
  for (const { symbol, doubt } of symbols) {
    const own = (symbol.left + symbol.right) / 2;
    const place = placeOf(own);
    const columns: number =
      middle === null ? 0 : Math.max(1, place === null ? Math.round((own - middle) / column - doubt) : place - before);
    before = place ?? 0;
    text += ' '.repeat(middle === null ? Math.max(0, Math.round((symbol.left - left) / column)) : columns - 1);
    text += straightQuote(symbol.text);
    // The box of a letter that touches another one is not its own: the grid counts more.
    middle = middle === null ? own : own + (middle + columns * column - own) * trust;
  }
  return text;
}

/** What stands together, told by the gaps between. */
function cellsOf({ top, bottom, words }: ReadLine): readonly Cell[] {
  const cells: ReadWord[][] = [];
  for (const [at, word] of words.entries()) {
    const [cell, before] = [cells.at(-1), words[at - 1]];
    for (let empty = word.emptyBefore ?? 0; empty > 0; empty -= 1) cells.push([]);
    const end = before?.symbols.at(-1)?.right ?? 0;
    const areNumbers = before !== undefined && /\d$/.test(textOfWord(before)) && /^[\d.,]+$/.test(textOfWord(word));
    const isOther =
      word.isOtherCell === true || (word.symbols[0]?.left ?? end) - end > (bottom - top) * (areNumbers ? gapOfNumbers : wideGap);
    if (cell === undefined || isOther) cells.push([word]);
    else cell.push(word);
  }
  return cells;
}

/** Between the words of Chinese and Japanese there is no space; tesseract finds words all the same. */
function spaced(cell: Cell): string {
  return cell.map(textOfWord).reduce((text, piece) => {
    const isOneText = text === '' || (ideographAtEnd.test(text) && ideographAtStart.test(piece));
    return isOneText ? text + piece : `${text} ${piece}`;
  }, '');
}

/** In the fonts of code and terminals, a quotation mark is straight, whatever a model of printed books makes of it. */
function straightQuote(text: string): string {
  return text.replaceAll(/[‘’]/gu, "'").replaceAll(/[“”]/gu, '"');
}

/** Between the middles. */
function between(before: ReadSymbol, symbol: ReadSymbol): number {
  return (symbol.left + symbol.right - before.left - before.right) / 2;
}

interface Pitches {
  readonly usual: number;
  /** Within a paragraph: many have one line alone, and are further apart. */
  readonly close: number;
}

/** Between the middles of two lines that follow each other. @param most of lines that are further apart, there is an empty one between them. */
function linePitches(lines: readonly ReadLine[], most = Number.POSITIVE_INFINITY): Pitches {
  const apart = lines.slice(1).map((line, at) => middleOf(line) - middleOf(lines[at] ?? line));
  const sorted = apart.filter((one) => one > 0).toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? Number.POSITIVE_INFINITY;
  const usual = at(0.5);
  return { usual: usual > most ? usual / 2 : usual, close: at(0.2) };
}

function highestOf(lines: readonly ReadLine[], column: number): number {
  const heights = lines.map(({ top, bottom }) => bottom - top).toSorted((a, b) => a - b);
  return Math.max(column * highestLine.columns, (heights[heights.length >> 1] ?? 0) * highestLine.heights);
}

function blankLines(apart: number, pitch: number): number {
  return Math.max(0, Math.min(mostBlankLines, Math.round(apart / pitch - 1.1)));
}

/** One between two paragraphs, or two columns. */
function blankLinesInProse(apart: number, { usual, close }: Pitches): number {
  return Math.max(blankLines(apart, usual), apart < 0 || apart > close * paragraph ? 1 : 0);
}
