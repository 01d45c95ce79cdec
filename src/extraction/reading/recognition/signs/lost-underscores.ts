/** Underscores that tesseract leaves out, or takes for blanks: they are put back where their ink is, in fonts of one width, where it tells how many there are. */
import type { Bar } from '../low-underscores.ts';
import type { ReadLine, ReadSymbol, ReadWord } from '../read-lines.ts';

/** In columns: a character that is nearer stands in the same column, and has ink of its own there. */
const [sameColumn, sameWord] = [0.55, 0.9];
/** In heights of the line, around it: low underscores are below all letters. */
const around = 0.5;
/** In columns: so far a sign that was read is from its ink. */
const beside = 0.25;
/** What a low underscore, or several, is taken for; and with what it is read as one sign. */
const [dash, comma] = [/^[_\-=~‐-―¯−]$/u, /^[,.;]$/];
/** More are a line of dashes. */
const mostInBar = 8;

/** @param column of the font, in pixels. */
export function withLostUnderscores(lines: readonly ReadLine[], underscores: readonly Bar[], column: number): readonly ReadLine[] {
  if (underscores.length === 0) return lines;
  return lines.map((line) => {
    const high = (line.bottom - line.top) * around;
    const own = underscores.filter(({ top, bottom }) => top > (line.top + line.bottom) / 2 && bottom < line.bottom + high);
    return own.length === 0 ? line : { ...line, words: withThese(line.words, own, column) };
  });
}

function withThese(read: readonly ReadWord[], bars: readonly Bar[], column: number): readonly ReadWord[] {
  const words: readonly ReadWord[] = read.flatMap((word) => withoutTaken(word, bars, column));
  const others = words.flatMap(({ symbols }) => symbols);
  const lost = bars.flatMap((bar) => {
    const count = Math.max(1, Math.round((bar.right - bar.left) / column));
    if (count > mostInBar) return [];
    const width = (bar.right - bar.left) / count;
    return Array.from({ length: count }, (_, at): ReadSymbol => {
      return { text: '_', left: Math.round(bar.left + at * width), right: Math.round(bar.left + (at + 1) * width), certainty: 1 };
    });
  });
  const missing = lost.filter((one) => !others.some((other) => Math.abs(middleOf(other) - middleOf(one)) < column * sameColumn));
  return missing.reduce((all, one) => inserted(all, one, column), words);
}

/** Without what tesseract took for a dash, or two for one, and where it read a comma and what is before it as a comma, that is narrower. */
function withoutTaken(word: ReadWord, bars: readonly Bar[], column: number): readonly ReadWord[] {
  const isIn = (bar: Bar, at: number): boolean => at > bar.left - column * beside && at < bar.right + column * beside;
  const symbols = word.symbols.flatMap((symbol) => {
    if (dash.test(symbol.text) && bars.some((bar) => isIn(bar, middleOf(symbol)))) return [];
    const within = comma.test(symbol.text)
      ? bars.find(({ left, right }) => Math.abs(left - symbol.left) < column * beside && right < symbol.right)
      : undefined;
    return [within === undefined ? symbol : { ...symbol, left: within.right }];
  });
  return symbols.length === 0 ? [] : [{ ...word, symbols }];
}

/** Within a word, at its end, or as a word of its own; a word that ends or begins beside it is the same one. */
function inserted(words: readonly ReadWord[], symbol: ReadSymbol, column: number): readonly ReadWord[] {
  const isBefore = ({ symbols }: ReadWord): boolean => middleOf(symbols[0] ?? symbol) < middleOf(symbol);
  const before = words.filter(isBefore);
  const after = words.slice(before.length);
  const [last, next] = [before.at(-1), after[0]];
  const [end, start] = [last?.symbols.at(-1), next?.symbols[0]];
  const isEnd = end !== undefined && middleOf(symbol) - middleOf(end) < column * (1 + sameWord);
  const isStart = start !== undefined && middleOf(start) - middleOf(symbol) < column * (1 + sameWord);
  const joined = [...(isEnd ? (last?.symbols ?? []) : []), symbol, ...(isStart ? (next?.symbols ?? []) : [])];
  const form = (isEnd ? last : isStart ? next : (last ?? next)) as ReadWord;
  const word: ReadWord = { ...form, symbols: joined.toSorted((one, other) => middleOf(one) - middleOf(other)) };
  return [...(isEnd ? before.slice(0, -1) : before), word, ...(isStart ? after.slice(1) : after)];
}

function middleOf({ left, right }: ReadSymbol): number {
  return (left + right) / 2;
}
