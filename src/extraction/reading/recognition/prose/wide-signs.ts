/**
 * Punctuation of Chinese and Japanese that tesseract gives as the narrow sign of Latin: `:` for `：`. How much room the sign has tells them apart: a wide one has a whole column.
 */
import type { ReadLine, ReadSymbol } from '../read-lines.ts';

const wide: Readonly<Record<string, string>> = { ':': '：', ';': '；', '!': '！', '?': '？', ',': '，', '(': '（', ')': '）' };
const ideograph = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u;
const fewestColumns = 4;
/** From the middle of the character before a sign to that of the one behind it, in columns: a narrow sign with a blank has less, a wide one two. */
const leastApart = 1.8;

export function withWideSigns(lines: readonly ReadLine[]): readonly ReadLine[] {
  return lines.map((line) => {
    const symbols = line.words.flatMap((word) => word.symbols);
    const column = columnOf(symbols);
    if (column === null) return line;
    const widened = new Map<ReadSymbol, ReadSymbol>();
    for (const [at, symbol] of symbols.entries()) {
      const [before, next, sign] = [symbols[at - 1], symbols[at + 1], wide[symbol.text]];
      if (sign === undefined || !isIdeograph(before) || !isIdeograph(next)) continue;
      if (middleOf(next) - middleOf(before) >= column * leastApart) widened.set(symbol, { ...symbol, text: sign });
    }
    if (widened.size === 0) return line;
    return { ...line, words: line.words.map((word) => ({ ...word, symbols: word.symbols.map((one) => widened.get(one) ?? one) })) };
  });
}

/** How far the characters of this line are apart; null where there are too few to tell. */
function columnOf(symbols: readonly ReadSymbol[]): number | null {
  const apart = symbols.flatMap((symbol, at) => {
    const before = symbols[at - 1];
    return isIdeograph(before) && isIdeograph(symbol) ? [middleOf(symbol) - middleOf(before)] : [];
  });
  return apart.length < fewestColumns ? null : (apart.toSorted((one, other) => one - other)[apart.length >> 1] ?? null);
}

function isIdeograph(symbol: ReadSymbol | undefined): symbol is ReadSymbol {
  return symbol !== undefined && ideograph.test(symbol.text);
}

function middleOf({ left, right }: ReadSymbol): number {
  return (left + right) / 2;
}
