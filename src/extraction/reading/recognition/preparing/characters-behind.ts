/** What stands behind the numbers in the strip of an editor: a `+` or `-` of changed lines or a letter is text; bars beside changed lines, and the arrows and boxes of what can be folded, are drawings. */
import type { GreyPicture } from '../grey-picture.ts';
import { type Box, bandsIn, inkAt, leastInk, type Numbers, type Rows, type Strip } from './strip-of-numbers.ts';

/** In heights of a digit: so far a character reaches above and below one. */
const beyond = 0.35;
/** In pixels: what is lower or narrower is no arrow. In heights of a digit: nor is it a box, as a thick `-` or a dot would be. */
const [smallestArrow, smallestBox] = [3, 0.45] as const;
/** Of each side of a box: so much is ink. */
const mostOfSide = 0.8;
/** Of the widest row of an arrow: so much a row is off a straight edge. */
const offArrow = 0.25;

/** Their boxes, in pixels; a character of several parts may have several. */
export function charactersBehind(picture: GreyPicture, strip: Strip, numbers: Numbers): readonly Box[] {
  const { behind, top, bottom, lines } = numbers;
  const columns = columnsIn(picture, strip, { left: behind, right: strip.edge, top, bottom });
  return columns.flatMap((column) => {
    const pieces = bandsIn(picture, strip, column);
    return pieces.filter((piece) => {
      const line = lines.find((one) => isWithin(piece, one));
      return line !== undefined && !isDrawing(picture, strip, piece, line.bottom - line.top);
    });
  });
}

/** Columns with ink that follow each other, over all rows. */
function columnsIn({ width, pixels }: GreyPicture, { grounds, rows }: Strip, { left, right, top, bottom }: Box): readonly Box[] {
  const hasInk = new Uint8Array(right + 1);
  for (let y = top; y < bottom; y += 1)
    for (let x = left, at = y * width + x; x < right; x += 1, at += 1)
      if (Math.abs((pixels[at] as number) - (grounds[x] as number) - (rows[y] as number)) >= leastInk) hasInk[x] = 1;
  const columns: Box[] = [];
  let from = left;
  for (let x = left; x <= right; x += 1) {
    if (hasInk[x] === 1) continue;
    if (x > from) columns.push({ left: from, right: x, top, bottom });
    from = x + 1;
  }
  return columns;
}

/** A bar is as high as its line, or crosses several. */
function isWithin(piece: Rows, line: Rows): boolean {
  const height = line.bottom - line.top;
  const isNear = piece.top >= line.top - height * beyond && piece.bottom <= line.bottom + height * beyond;
  return isNear && piece.bottom - piece.top <= height * (1 + beyond);
}

function isDrawing(picture: GreyPicture, strip: Strip, { left, right, top, bottom }: Box, digit: number): boolean {
  const isInk = (x: number, y: number): boolean => inkAt(picture, strip, x, y) >= leastInk;
  const rows = Array.from({ length: bottom - top }, (_, y) => Array.from({ length: right - left }, (__, x) => isInk(left + x, top + y)));
  const columns = Array.from({ length: right - left }, (_, x) => rows.map((row) => row[x] === true));
  const least = Math.min(rows.length, columns.length);
  if (least < smallestArrow) return false;
  const isSide = (line: readonly boolean[] | undefined): boolean =>
    line !== undefined && line.filter(Boolean).length >= line.length * mostOfSide;
  const isBox = least >= digit * smallestBox && [rows[0], rows.at(-1), columns[0], columns.at(-1)].every(isSide);
  return isBox || isArrow(rows) || isArrow(columns);
}

/** Down, or to the right if these are its columns: each is narrower than the last one, to a point. */
function isArrow(lines: readonly (readonly boolean[])[]): boolean {
  const wide = lines.map((line) => line.lastIndexOf(true) + 1 - line.indexOf(true));
  const widest = Math.max(...wide);
  return wide.every((one, at) => Math.abs(one - widest * (1 - (at + 0.5) / wide.length)) <= widest * offArrow + 0.5);
}
