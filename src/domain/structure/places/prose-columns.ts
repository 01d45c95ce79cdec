/** Columns of prose, as of a newspaper, which stand beside each other like those of a table. */
import { type Column, columnsUnder } from './word-columns.ts';
import { type Piece, textOf, type WordLine } from './word-lines.ts';

/** Fewer say nothing about a column. */
const fewestLines = 5;
/** Lines of prose end where the next word has no room: so many of them are so much of the width of their column at least. */
const [full, fullShare] = [0.72, 0.6];
/** In a line, on average: a name or a heading has fewer. */
const fewestWords = 2.5;
/** Chinese and Japanese have no blanks between words, most of which are two characters long. */
const charactersOfWord = 2;
/** Of its lines: a table whose cells are wrapped has rows of several. */
const rowShare = 0.8;

/** Of the lines that begin with a letter: they go on with a sentence. Cells of phrases mostly begin with a capital one. */
const goesOnShare = 0.25;

/** Whether each column is one of lines that are as long as it is wide. @param rows how many rows a table of these lines would have. */
export function areColumnsOfProse(lines: readonly WordLine[], columns: readonly Column[], rows: number): boolean {
  if (columns.length < 2 || rows < lines.length * rowShare) return false;
  const inColumns = columns.map((): Piece[] => []);
  for (const piece of lines.flatMap(({ pieces }) => pieces)) {
    const [at = -1, ...others] = columnsUnder(piece, columns);
    if (others.length === 0) inColumns[at]?.push(piece);
  }
  return inColumns.every(isProse) && goOn(inColumns.flat());
}

function goOn(pieces: readonly Piece[]): boolean {
  const first = pieces.map((piece) => textOf(piece).charAt(0)).filter((sign) => /\p{L}/u.test(sign));
  return first.filter((sign) => !/\p{Lu}/u.test(sign)).length >= first.length * goesOnShare;
}

function isProse(pieces: readonly Piece[]): boolean {
  if (pieces.length < fewestLines) return false;
  const left = pieces.reduce((least, piece) => Math.min(least, piece.left), Number.POSITIVE_INFINITY);
  const right = pieces.reduce((most, piece) => Math.max(most, piece.right), Number.NEGATIVE_INFINITY);
  const long = pieces.filter((piece) => piece.right - left >= (right - left) * full);
  const words = pieces.reduce((sum, piece) => sum + wordsIn(piece), 0);
  return long.length >= pieces.length * fullShare && words >= pieces.length * fewestWords;
}

function wordsIn(piece: Piece): number {
  const ofChinese = textOf(piece).match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu)?.length ?? 0;
  const isNumber = ({ text }: Piece['words'][number]): boolean => !/\p{L}/u.test(text);
  return ofChinese / charactersOfWord + piece.words.filter((word) => !isNumber(word)).length;
}
