/** Quotation marks that are a second reading of the character beside them, in fonts of one width, and have no ink of their own: `'` in `!'=` for `!=`. */
import type { GreyPicture } from '../grey-picture.ts';
import type { ReadLine, ReadSymbol, ReadWord } from '../read-lines.ts';

const quotes: ReadonlySet<string> = new Set(["'", '"', '‘', '’', '“', '”', '`']);
/** Darker is ink. */
const inkBelow = 160;
/** In columns, between their middles. */
const close = 0.7;

/** @param column of the font, in pixels. */
export function withoutInklessQuotes(picture: GreyPicture, lines: readonly ReadLine[], column: number): readonly ReadLine[] {
  return lines.map((line) => ({
    ...line,
    words: line.words.map((word) => {
      const symbols = word.symbols.filter((symbol, at) => {
        if (!quotes.has(symbol.text)) return true;
        const [before, next] = [word.symbols[at - 1], word.symbols[at + 1]];
        const isBeside = [before, next].some((one) => one !== undefined && apart(one, symbol) < column * close);
        const left = Math.max(symbol.left, before?.right ?? 0) + 1;
        const right = Math.min(symbol.right, next?.left ?? picture.width) - 1;
        return !isBeside || hasInk(picture, { left, right }, word);
      });
      return symbols.length === 0 || symbols.length === word.symbols.length ? word : { ...word, symbols };
    }),
  }));
}

function apart(one: ReadSymbol, other: ReadSymbol): number {
  return Math.abs(one.left + one.right - other.left - other.right) / 2;
}

/** @param left, right in pixels, without what its neighbours have; where that is nothing, nothing tells that there is no ink. */
function hasInk({ width, pixels }: GreyPicture, { left, right }: Pick<ReadSymbol, 'left' | 'right'>, { top, bottom }: ReadWord): boolean {
  if (right <= left) return true;
  for (let y = Math.max(0, top); y < bottom; y += 1)
    for (let x = Math.max(0, left); x < Math.min(width, right); x += 1) if ((pixels[y * width + x] ?? 255) < inkBelow) return true;
  return false;
}
