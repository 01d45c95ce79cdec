/** `G` and `6` of fonts of one width, which tesseract confuses beside figures (`7.8G`): above the middle of a `6` is the top of its loop, and there is nothing in a `G`. */
import type { GreyPicture } from '../grey-picture.ts';
import type { ReadLine } from '../read-lines.ts';
import { isWhole, shapeOf } from './shape.ts';

/** In pixels: lower is too small to tell. */
const lowest = 16;
/** Of the height and of the width: where the top of the loop is; the bar of a `G` is lower. */
const [top, bottom, left, right] = [0.35, 0.4, 0.42, 0.55] as const;
/** Darker is a stroke, and lighter is paper. */
const [stroke, paper] = [0.55, 0.3] as const;

/** @param lines in a font of one width, that were read in this picture, dark on light. */
export function withOpenRounds(picture: GreyPicture, lines: readonly ReadLine[]): readonly ReadLine[] {
  return lines.map((line) => ({
    ...line,
    words: line.words.map((word) => ({
      ...word,
      symbols: word.symbols.map((symbol) => {
        if ((symbol.text !== '6' && symbol.text !== 'G') || !isWhole(picture, symbol, word.top, word.bottom)) return symbol;
        const shape = shapeOf(picture, symbol, word.top, word.bottom);
        const [height, width] = [shape.length, shape[0]?.length ?? 0];
        if (height < lowest) return symbol;
        const rows = shape.slice(Math.floor(height * top), Math.ceil(height * bottom));
        const dark = Math.max(0, ...rows.flatMap((row) => row.slice(Math.floor(width * left), Math.ceil(width * right))));
        if (dark > stroke) return { ...symbol, text: '6' };
        return dark < paper ? { ...symbol, text: 'G' } : symbol;
      }),
    })),
  }));
}
