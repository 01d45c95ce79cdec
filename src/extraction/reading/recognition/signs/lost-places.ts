/**
 * Signs whose place tesseract has lost, in fonts of one width: it gives them a box as wide as a pixel, at the next sign, of which they would seem to be a second
 * reading. The ink that nobody else has, between them and the sign before, is theirs.
 */
import type { GreyPicture } from '../grey-picture.ts';
import type { ReadLine, ReadSymbol } from '../read-lines.ts';

/** Darker is ink. */
const inkBelow = 160;
/** In columns: as wide is a box without a place, at most, and the ink of one sign. */
const [lost, widest] = [0.08, 1.3];
/** In columns: so close to the next sign a lost one is. */
const close = 0.3;

/** @param column of the font, in pixels. */
export function withLostPlaces(picture: GreyPicture, lines: readonly ReadLine[], column: number): readonly ReadLine[] {
  return lines.map((line) => {
    const symbols = line.words.flatMap((word) => word.symbols);
    let at = -1;
    return {
      ...line,
      words: line.words.map((word) => ({
        ...word,
        symbols: word.symbols.map((symbol) => {
          at += 1;
          return placed(symbol, symbols[at - 1], symbols[at + 1]);
        }),
      })),
    };

    function placed(symbol: ReadSymbol, before: ReadSymbol | undefined, next: ReadSymbol | undefined): ReadSymbol {
      if (before === undefined || next === undefined) return symbol;
      if (symbol.right - symbol.left > column * lost || Math.abs(next.left - symbol.left) > column * close) return symbol;
      const ink = inkBetween(picture, before.right + 1, next.left, line);
      return ink === null || ink.right - ink.left > column * widest ? symbol : { ...symbol, ...ink };
    }
  });
}

/** In pixels; null without any. */
function inkBetween(
  { width, height, pixels }: GreyPicture,
  from: number,
  to: number,
  { top, bottom }: ReadLine,
): Pick<ReadSymbol, 'left' | 'right'> | null {
  const hasInk = (x: number): boolean => {
    for (let y = Math.max(0, top); y < Math.min(height, bottom); y += 1) if ((pixels[y * width + x] ?? 255) < inkBelow) return true;
    return false;
  };
  let [left, right] = [-1, -1];
  for (let x = Math.max(0, from); x < Math.min(width, to); x += 1) {
    if (!hasInk(x)) continue;
    if (left === -1) left = x;
    right = x + 1;
  }
  return left === -1 ? null : { left, right };
}
