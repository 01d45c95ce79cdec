/**
 * Light text on small dark labels, such as buttons and badges with a number: they become paper, and their text dark. What is a ground of its own is that already (`one-ground.ts`); these are too small for
 * one, and tesseract reads them as a drawing. A heavy letter of a heading is as dark and has light holes: what could be one stays as it is.
 */
import type { GreyPicture } from '../grey-picture.ts';
import { inkBelow } from '../letter-height.ts';
import { inkAt } from './ink-at.ts';
import { type Piece, piecesWithin } from './light-pieces.ts';

/** In pixels, of a picture whose small letters are about 20 high: no letter of that size has ink so far to all sides of a place, and so high and wide is a label. */
const [half, lowest, highest, widest] = [4, 26, 110, 700];
/** Of its box that is dark: more is a block, less a frame or a letter. Of each side of it that is straight. */
const [leastDark, mostDark, straight] = [0.55, 0.97, 0.45];
/** Of its height: there is room above and below its text, and more than a stroke of a letter leaves. */
const highestText = 0.68;
/** In pixels: letters are as high, and marks and the dot of an i are not. */
const lowestLetter = 12;
/** A single letter or digit looks like the hole of a letter. In a label that is wider than high, by this much, it is narrow, of the width, and in the middle. */
const single = { wide: 1.2, widest: 0.36, offMiddle: 0.12 } as const;
/** In pixels: its edges are grey. */
const edge = 2;
/** More of them are a pattern, and so much ink in large pieces is a photograph. */
const [most, mostInk] = [400, 3_000_000];
const white = 255;

/** The first and the last dark pixel of each row of a label; `right` is outside. */
interface Label {
  readonly top: number;
  readonly rows: readonly Row[];
}

interface Row {
  readonly left: number;
  readonly right: number;
}

/** @param picture prepared, dark on light; it is left as it is, and it is the answer if there are none. Linear in the picture. */
export function withDarkLabels(picture: GreyPicture): GreyPicture {
  const limit = inkBelow(picture);
  const labels = labelsIn(picture, limit);
  if (labels.length === 0 || labels.length > most) return picture;
  const pixels = Uint8Array.from(picture.pixels);
  for (const label of labels) turnLabel(picture, pixels, label, limit);
  return { ...picture, pixels };
}

function labelsIn({ width, height, pixels }: GreyPicture, limit: number): readonly Label[] {
  const seen = new Uint8Array(pixels.length);
  const labels: Label[] = [];
  let room = mostInk;
  const isSolid = (x: number, y: number): boolean => {
    // Most of what is looked at is paper, or a stroke.
    for (const [right, down] of [
      [0, 0],
      [half, half],
      [-half, -half],
      [half, -half],
      [-half, half],
    ] as const)
      if ((pixels[(y + down) * width + x + right] ?? white) >= limit) return false;
    for (let row = y - half; row <= y + half; row += 1)
      for (let column = x - half; column <= x + half; column += 1) if ((pixels[row * width + column] ?? white) >= limit) return false;
    return true;
  };
  for (let y = half; y + half < height; y += half)
    for (let x = half; x + half < width; x += half) {
      const at = y * width + x;
      if ((pixels[at] ?? white) >= limit || seen[at] !== 0 || !isSolid(x, y)) continue;
      const ink = inkAt({ width, height, pixels }, at, { limit, most: room }, seen);
      if (ink === null) return [];
      room -= ink.count;
      const label = labelOf(ink);
      if (label !== null && isLabel({ width, height, pixels }, label, limit)) labels.push(label);
    }
  return labels;
}

function labelOf({ rows, count }: { readonly rows: ReadonlyMap<number, Row>; readonly count: number }): Label | null {
  if (rows.size < lowest || rows.size > highest) return null;
  const top = rows.keys().reduce((least, y) => Math.min(least, y), Number.POSITIVE_INFINITY);
  const sorted = Array.from({ length: rows.size }, (_, at) => rows.get(top + at) ?? { left: 0, right: 0 });
  const width = Math.max(...sorted.map(({ right }) => right)) - Math.min(...sorted.map(({ left }) => left));
  const dark = count / (width * sorted.length);
  return width < rows.size * 0.8 || width > widest || dark < leastDark || dark > mostDark ? null : { top, rows: sorted };
}

/** Its sides are straight, nothing light reaches into it from outside, and what is light within it looks like letters. */
function isLabel({ width, pixels }: GreyPicture, { top, rows }: Label, limit: number): boolean {
  const [left, right] = [Math.min(...rows.map((row) => row.left)), Math.max(...rows.map((row) => row.right))];
  const isLight = (x: number, y: number): boolean => (pixels[(top + y) * width + x] ?? white) >= limit;
  const ends = [edge + 1, rows.length - edge - 2].map((y) => {
    const row = rows[y];
    if (row === undefined) return 0;
    let dark = 0;
    for (let x = row.left; x < row.right; x += 1) if (!isLight(x, y)) dark += 1;
    return dark === row.right - row.left ? dark / (right - left) : 0;
  });
  const near = (side: 'left' | 'right', end: number): number =>
    rows.filter((row) => Math.abs(row[side] - end) <= edge + 1).length / rows.length;
  if ([...ends, near('left', left), near('right', right)].some((share) => share < straight)) return false;
  const isInside = (x: number, y: number): boolean => {
    const row = rows[y];
    return row !== undefined && x >= row.left + edge && x < row.right - edge;
  };
  const pieces = piecesWithin({ left, right, height: rows.length }, isLight, isInside);
  return pieces !== null && areLetters(pieces, { left, right, height: rows.length });
}

function areLetters(
  pieces: readonly Piece[],
  { left, right, height }: { readonly left: number; readonly right: number; readonly height: number },
): boolean {
  const [first, last] = [Math.min(...pieces.map(({ top }) => top)), Math.max(...pieces.map(({ bottom }) => bottom))];
  const letters = pieces.filter(({ top, bottom }) => bottom - top >= lowestLetter);
  if (letters.length * 2 < pieces.length || last - first > height * highestText) return false;
  const [one] = letters;
  if (one === undefined) return false;
  // The holes of a `B` or an `8` are above each other.
  if (letters.some((other) => other.left >= one.right || other.right <= one.left)) return true;
  const wide = right - left;
  const offMiddle = Math.abs(one.left + one.right - left - right) / 2;
  return (
    pieces.length === 1 &&
    wide >= height * single.wide &&
    one.right - one.left <= wide * single.widest &&
    offMiddle <= wide * single.offMiddle
  );
}

function turnLabel({ width, height, pixels }: GreyPicture, to: Uint8Array, { top, rows }: Label, limit: number): void {
  const ground = median(
    rows.flatMap((row, y) =>
      Array.from(pixels.subarray((top + y) * width + row.left, (top + y) * width + row.right)).filter((grey) => grey < limit),
    ),
  );
  const isWithin = (x: number, y: number): boolean => {
    const row = rows[y];
    return row !== undefined && x >= row.left + edge && x < row.right - edge;
  };
  for (let y = -edge; y < rows.length + edge; y += 1) {
    const row = rows[Math.max(0, Math.min(rows.length - 1, y))];
    if (row === undefined || top + y < 0 || top + y >= height) continue;
    for (let x = Math.max(0, row.left - edge); x < Math.min(width, row.right + edge); x += 1) {
      const at = (top + y) * width + x;
      const isText = isWithin(x, y) && isWithin(x, y - edge) && isWithin(x, y + edge);
      to[at] = isText
        ? Math.max(0, Math.min(white, white - Math.round((((pixels[at] ?? white) - ground) * white) / Math.max(1, white - ground))))
        : white;
    }
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? 0;
}
