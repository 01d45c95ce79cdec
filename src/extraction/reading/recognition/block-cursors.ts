/** The block of a terminal's cursor, which tesseract reads as some character: an empty one is cleared, and one that stands on a character is turned into paper around that. */
import type { GreyPicture } from './grey-picture.ts';
import { inkBelow } from './letter-height.ts';

/** In pixels, of a picture whose small letters are about 20 high: a cell of one character. */
const width = { least: 12, most: 44 } as const;
const height = { least: 28, most: 90 } as const;
/** Of its width: a heavy `i` is narrower. */
const [flattest, steepest] = [1.6, 2.6];
/** Of its pixels that is dark: less is a frame. Of a square as wide as it that is light: less is no dot, and it is empty. In greys: so light is what is drawn on it. */
const [frame, speck, light] = [0.55, 0.02, 128];
/** Of its height: each side is dark, but where a wide letter on it reaches the side. */
const mostlyDark = 0.7;
/** In pixels: so far it goes on above and below what touches it. Of its height: what touches it; and of its width: so far beside it there is nothing as high. */
const [beyond, mostTouched, besideIt] = [3, 0.6, 4] as const;
/** In pixels: its edges are grey. */
const edge = 2;
const white = 255;
/** More of them are a pattern. */
const most = 64;

interface Block {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** @param picture prepared, dark on light; it is left as it is, and it is the answer if there is none. */
export function withoutBlockCursors(picture: GreyPicture): GreyPicture {
  const below = inkBelow(picture);
  const blocks = blocksOf(picture, below);
  if (blocks.length === 0 || blocks.length > most) return picture;
  const pixels = Uint8Array.from(picture.pixels);
  for (const block of blocks) clearBlock({ ...picture, pixels }, block, below);
  return { ...picture, pixels };
}

/** What begins with a row of ink that is as wide as a cell, with paper above it. */
function blocksOf(picture: GreyPicture, below: number): readonly Block[] {
  const isInk = (x: number, y: number): boolean =>
    x >= 0 && x < picture.width && y >= 0 && y < picture.height && (picture.pixels[y * picture.width + x] ?? white) < below;
  const blocks: Block[] = [];
  for (let y = 0; y < picture.height; y += 1)
    for (let x = 0; x < picture.width; x += 1) {
      if (!isInk(x, y)) continue;
      const left = x;
      while (isInk(x, y)) x += 1;
      if (x - left < width.least || x - left > width.most || isInk((left + x) >> 1, y - 1)) continue;
      const block = blockAt(left, x, y, isInk);
      if (block !== null) blocks.push(block);
    }
  return blocks;
}

/** Both sides are straight and dark from its top to its bottom, and there is paper beside them and beneath: a stem of a large `H` ends at a stroke. The letters beside it may touch it, and are lower. */
function blockAt(left: number, right: number, top: number, isInk: (x: number, y: number) => boolean): Block | null {
  let bottom = top;
  const touched: number[] = [];
  const sides = { left: 0, right: 0 };
  for (; bottom - top <= height.most; bottom += 1) {
    const [isLeft, isRight] = [isInk(left + 1, bottom), isInk(right - 2, bottom)];
    if (!isLeft && !isRight) break;
    sides.left += isLeft ? 1 : 0;
    sides.right += isRight ? 1 : 0;
    if (isInk(left - 2, bottom) || isInk(right + 1, bottom)) touched.push(bottom);
  }
  const [wide, high] = [right - left, bottom - top];
  if (Math.min(sides.left, sides.right) < high * mostlyDark) return null;
  const [first = bottom, last = top] = [touched[0], touched.at(-1)];
  if (first - top < beyond || bottom - last <= beyond || touched.length > high * mostTouched) return null;
  if (touched.length > 0 && !isHighest({ left, right, top, bottom }, isInk)) return null;
  if (high < height.least || high > height.most || high < wide * flattest || high > wide * steepest) return null;
  for (let x = left + 1; x < right - 1; x += 1) if (!isInk(x, bottom - 2) || !isInk(x, top + 1) || isInk(x, bottom + 1)) return null;
  return { left, right, top, bottom };
}

/** Nothing beside it reaches its first rows. */
function isHighest({ left, right, top }: Block, isInk: (x: number, y: number) => boolean): boolean {
  for (let y = top; y < top + beyond; y += 1)
    for (let x = 2; x <= (right - left) * besideIt; x += 1) if (isInk(left - x, y) || isInk(right - 1 + x, y)) return false;
  return true;
}

function clearBlock(picture: GreyPicture, { left, right, top, bottom }: Block, below: number): void {
  const rows = Array.from({ length: bottom - top }, (_, y) =>
    picture.pixels.subarray((top + y) * picture.width + left, (top + y) * picture.width + right),
  );
  const dark = rows.reduce((count, row) => count + row.reduce((all, pixel) => all + (pixel < below ? 1 : 0), 0), 0);
  const share = dark / ((right - left) * (bottom - top));
  if (share < frame) return;
  const inside = rows.slice(edge, -edge).flatMap((row) => [...row.subarray(edge, -edge)]);
  const isEmpty = inside.filter((pixel) => pixel > light).length < (right - left) ** 2 * speck;
  const ground = Math.min(...rows.map((row) => Math.min(...row)));
  for (const row of rows)
    for (const [x, pixel] of row.entries())
      row[x] = isEmpty ? white : Math.max(0, white - Math.round(((pixel - ground) * white) / Math.max(1, white - ground)));
  // Its edges are grey.
  for (let y = Math.max(0, top - 1); y < Math.min(picture.height, bottom + 1); y += 1) {
    picture.pixels.fill(white, y * picture.width + Math.max(0, left - 2), y * picture.width + left + 1);
    picture.pixels.fill(white, y * picture.width + right - 1, y * picture.width + Math.min(picture.width, right + 2));
  }
  for (const y of [top - 1, top, bottom - 1, bottom])
    if (y >= 0 && y < picture.height) picture.pixels.fill(white, y * picture.width + left, y * picture.width + right);
}
