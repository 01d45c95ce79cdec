/**
 * The frame that a spreadsheet draws around the cell with its cursor, over the lines between the cells: thicker than those, and close to the text, so that it is read as a part of that. What is left of it is a line
 * as thin as the others.
 */
import type { GreyPicture } from '../grey-picture.ts';

/** In pixels, of what is within it. */
const [narrowest, lowest, widest, highest] = [14, 9, 700, 90] as const;
/** In pixels: of its sides; and how far the square at its corner stands out. */
const [thickest, mostOut] = [6, 8] as const;
/** Of what is within it along its sides: letters may reach some of it. */
const mostlyFree = 0.7;
/** In greys: what is within it differs so much. */
const [otherGround, otherLine] = [40, 20] as const;
/** Of a picture; more are the frames of a window. */
const most = 4;

/** What is within it; `right` and `bottom` are outside. */
interface Frame {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The same picture where there is none. @param picture as it is drawn. */
export function withoutCellFrames(picture: GreyPicture): GreyPicture {
  const frames = framesIn(picture);
  if (frames.length === 0 || frames.length > most) return picture;
  const shown = { ...picture, pixels: picture.pixels.slice() };
  for (const frame of frames) thin(picture, shown, frame);
  return shown;
}

/** Each has paper within it that its text leaves free at its sides, a side on its right and below that is more than a pixel thick, and one on its left and above, unless the picture ends there. */
function framesIn(picture: GreyPicture): readonly Frame[] {
  const { width, height, pixels } = picture;
  const frames: Frame[] = [];
  for (let y = lowest; y < height - 1; y += 1)
    for (let x = narrowest, at = y * width + x; x < width - 1; x += 1, at += 1) {
      const grey = pixels[at] as number;
      // The inner corner on the lower right: two pixels of each side, and something else within them.
      if (pixels[at - width - 1] === grey || pixels[at + 1] !== grey || pixels[at + width] !== grey) continue;
      if (pixels[at - 1] !== grey || pixels[at - 2] !== grey || pixels[at - width] !== grey || pixels[at - 2 * width] !== grey) continue;
      const frame = frameAt(picture, x, y, grey);
      if (frame !== null) frames.push(frame);
      if (frames.length > most) return frames;
    }
  return frames;
}

function frameAt({ width, height, pixels }: GreyPicture, right: number, bottom: number, grey: number): Frame | null {
  const isFrame = (x: number, y: number): boolean => x < 0 || y < 0 || (x < width && y < height && pixels[y * width + x] === grey);
  const ground = pixels[(bottom - 1) * width + right - 1] as number;
  if (Math.abs(ground - grey) < otherGround) return null;
  let [left, top] = [right, bottom];
  while (
    left > 0 &&
    right - left <= widest &&
    pixels[bottom * width + left - 1] === grey &&
    pixels[(bottom - 1) * width + left - 1] !== grey
  )
    left -= 1;
  while (top > 0 && bottom - top <= highest && pixels[(top - 1) * width + right] === grey && pixels[(top - 1) * width + right - 1] !== grey)
    top -= 1;
  const [wide, high] = [right - left, bottom - top];
  if (wide < narrowest || wide > widest || high < lowest || high > highest || wide < high / 2) return null;
  for (let y = top; y < bottom; y += 1) if (!isFrame(left - 1, y) || !isFrame(right + 1, y)) return null;
  for (let x = left; x < right; x += 1) if (!isFrame(x, top - 1) || !isFrame(x, bottom + 1)) return null;
  const isGround = (x: number, y: number): boolean => pixels[y * width + x] === ground;
  const free = [0, 0, 0, 0] as [number, number, number, number];
  for (let y = top; y < bottom; y += 1) {
    if (isGround(left, y)) free[0] += 1;
    if (isGround(right - 1, y)) free[1] += 1;
  }
  for (let x = left; x < right; x += 1) {
    if (isGround(x, top)) free[2] += 1;
    if (isGround(x, bottom - 1)) free[3] += 1;
  }
  if (free.some((count, side) => count < (side < 2 ? high : wide) * mostlyFree)) return null;
  const frame = { left, right, top, bottom };
  return Math.max(...sidesOf({ width, height, pixels }, frame)) < thickest ? frame : null;
}

/** How thick each is: on its left, its right, above, and below. */
function sidesOf(
  { width, height, pixels }: GreyPicture,
  { left, right, top, bottom }: Frame,
): readonly [left: number, right: number, top: number, bottom: number] {
  const grey = pixels[bottom * width + right];
  const thickness = (x: number, y: number, across: number, down: number): number => {
    let thick = 0;
    for (let [column, row] = [x, y]; thick < thickest && pixels[row * width + column] === grey; column += across, row += down) {
      if (column < 0 || column >= width || row < 0 || row >= height) break;
      thick += 1;
    }
    return thick;
  };
  const [column, row] = [(left + right) >> 1, (top + bottom) >> 1];
  return [thickness(left - 1, row, -1, 0), thickness(right, row, 1, 0), thickness(column, top - 1, 0, -1), thickness(column, bottom, 0, 1)];
}

/** Of each side its outermost row or column stays. */
function thin(from: GreyPicture, { width, height, pixels }: GreyPicture, { left, right, top, bottom }: Frame): void {
  const grey = from.pixels[bottom * width + right] as number;
  const ground = from.pixels[(bottom - 1) * width + right - 1] as number;
  const is = (x: number, y: number): boolean => from.pixels[y * width + x] === grey;
  const [ofLeft, ofRight, ofTop, ofBottom] = sidesOf(from, { left, right, top, bottom });
  const [outLeft, outTop, outRight, outBottom] = [left - ofLeft, top - ofTop, right + ofRight - 1, bottom + ofBottom - 1];
  const [column, row] = [(left + right) >> 1, (top + bottom) >> 1];
  const isPaper = (x: number, y: number): boolean =>
    x >= 0 && y >= 0 && x < width && y < height && Math.abs((from.pixels[y * width + x] as number) - ground) < otherLine;
  // Beside a line, none of it is one.
  const [isLeft, isTop] = [isPaper(outLeft - 1, row), isPaper(column, outTop - 1)];
  const [isRight, isBottom] = [isPaper(outRight + 1, row), isPaper(column, outBottom + 1)];
  for (let y = Math.max(0, top - ofTop); y <= Math.min(height - 1, outBottom + mostOut); y += 1)
    for (let x = Math.max(0, left - ofLeft); x <= Math.min(width - 1, outRight + mostOut); x += 1) {
      const isCorner = x > outRight || y > outBottom;
      if (isCorner && (x < right - mostOut || y < bottom - mostOut)) continue;
      if (!is(x, y)) continue;
      const isAlong = y <= outBottom && x <= outRight;
      const isLine =
        isAlong && ((isRight && x === outRight) || (isBottom && y === outBottom) || (isLeft && x === outLeft) || (isTop && y === outTop));
      if (!isLine) pixels[y * width + x] = ground;
    }
}
