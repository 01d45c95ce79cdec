/** The separate pieces of ink in a place of a picture. */
import type { GreyPicture } from '../grey-picture.ts';

/** Darker is ink. */
const inkBelow = 160;

/** In pixels. */
const largest = 500_000;

/** In pixels; `right` and `bottom` are outside. */
export interface Edges {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export interface InkShape extends Edges {
  /** How many of its pixels are ink. */
  readonly ink: number;
}

/** Ink that touches, also at corners, from left to right. @param place within the picture; none in a place that is larger than those of letters. Linear in its pixels. */
export function shapesIn({ width, pixels }: GreyPicture, { left, right, top, bottom }: Edges): readonly InkShape[] {
  const [columns, rows] = [Math.max(0, right - left), Math.max(0, bottom - top)];
  if (columns * rows > largest) return [];
  const seen = new Uint8Array(columns * rows);
  const isNew = (x: number, y: number): boolean =>
    x >= 0 && x < columns && y >= 0 && y < rows && seen[y * columns + x] === 0 && (pixels[(top + y) * width + left + x] ?? 255) < inkBelow;
  const shapes: InkShape[] = [];
  for (let x = 0; x < columns; x += 1)
    for (let y = 0; y < rows; y += 1) {
      if (!isNew(x, y)) continue;
      const box = { left: x, right: x + 1, top: y, bottom: y + 1 };
      let ink = 0;
      const open = [y * columns + x];
      seen[y * columns + x] = 1;
      for (let at = open.pop(); at !== undefined; at = open.pop()) {
        const [column, row] = [at % columns, Math.floor(at / columns)];
        ink += 1;
        [box.left, box.right] = [Math.min(box.left, column), Math.max(box.right, column + 1)];
        [box.top, box.bottom] = [Math.min(box.top, row), Math.max(box.bottom, row + 1)];
        for (let near = 0; near < 9; near += 1) {
          const [beside, below] = [column + (near % 3) - 1, row + Math.floor(near / 3) - 1];
          if (!isNew(beside, below)) continue;
          seen[below * columns + beside] = 1;
          open.push(below * columns + beside);
        }
      }
      shapes.push({ left: box.left + left, right: box.right + left, top: box.top + top, bottom: box.bottom + top, ink });
    }
  return shapes;
}
