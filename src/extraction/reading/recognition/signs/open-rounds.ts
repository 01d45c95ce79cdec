/**
 * `G` of fonts of one width, which tesseract takes for a `6` beside figures (`7.8G`). The paper within the loop of a `6` is closed in, and that within a `G` is not: nothing else is told, because where the opening
 * of a `G` is blurred, it is closed in too.
 */
import type { GreyPicture } from '../grey-picture.ts';
import type { ReadLine } from '../read-lines.ts';
import { isWhole, type Shape, shapeOf } from './shape.ts';

/** In pixels: lower is too small to tell, and higher no letter of code. */
const [lowest, highest] = [16, 200] as const;
/** Of the height and of the width: within the loop of a `6`, in every font. */
const within = { top: 0.6, bottom: 0.78, left: 0.38, right: 0.58 } as const;
/** Of the darkest of its ink: lighter is paper, and faint ink closes a loop too. */
const paper = 0.25;

/** @param lines in a font of one width, that were read in this picture, dark on light. */
export function withOpenRounds(picture: GreyPicture, lines: readonly ReadLine[]): readonly ReadLine[] {
  return lines.map((line) => ({
    ...line,
    words: line.words.map((word) => ({
      ...word,
      symbols: word.symbols.map((symbol) => {
        if (symbol.text !== '6' || !isWhole(picture, symbol, word.top, word.bottom)) return symbol;
        const shape = shapeOf(picture, symbol, word.top, word.bottom);
        return shape.length >= lowest && shape.length <= highest && isOpen(shape) ? { ...symbol, text: 'G' } : symbol;
      }),
    })),
  }));
}

/** Whether paper within leads out. */
function isOpen(shape: Shape): boolean {
  const [height, width] = [shape.length, shape[0]?.length ?? 0];
  const limit = paper * shape.reduce((most, row) => row.reduce((dark, one) => Math.max(dark, one), most), 0);
  const isPaper = (x: number, y: number): boolean => (shape[y]?.[x] ?? 1) < limit;
  const reached = new Uint8Array(width * height);
  const next: [x: number, y: number][] = [];
  for (let y = 0; y < height; y += 1) next.push([0, y], [width - 1, y]);
  for (let x = 0; x < width; x += 1) next.push([x, 0], [x, height - 1]);
  for (let at = next.pop(); at !== undefined; at = next.pop()) {
    const [x, y] = at;
    if (x < 0 || y < 0 || x >= width || y >= height || reached[y * width + x] === 1 || !isPaper(x, y)) continue;
    reached[y * width + x] = 1;
    next.push([x - 1, y], [x + 1, y], [x, y - 1], [x, y + 1]);
  }
  for (let y = Math.floor(height * within.top); y < height * within.bottom; y += 1)
    for (let x = Math.floor(width * within.left); x < width * within.right; x += 1) if (reached[y * width + x] === 1) return true;
  return false;
}
