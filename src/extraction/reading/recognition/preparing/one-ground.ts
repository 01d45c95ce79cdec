/**
 * A picture whose text stands on several grounds, such as a screen with light and dark windows: each ground becomes white, and what stands on it dark. With one threshold for all of it, coloured words of a
 * light window are no ink beside a dark one, and light text on dark is a block.
 */
import type { GreyPicture } from '../grey-picture.ts';

/** In small letters: no stroke of a headline is as thick, and as much is between two paragraphs, or behind a short line; from there a ground goes on between letters. */
const wide = 1.2;
/** In pixels. */
const [leastWide, mostWide, usualWide] = [8, 60, 12];
/** Of two pixels beside each other on one ground, which may fade. */
const sameGround = 3;
/** Of the picture: what is less is a drawing. */
const leastShare = 0.015;
/** Of the picture that all grounds have together: photographs have less. */
const leastOfAll = 0.5;
/** In greys: grounds are counted together, and those that differ by less can have one threshold. */
const [together, apart] = [16, 64];
/** In pixels: the clearest so near a pixel becomes black, if it differs from its ground by so many greys. */
const [near, faintest] = [3, 64];
/** Screens have no more; it takes five bytes for each. */
const mostPixels = 9_000_000;
/** In pixels: of the frame between two grounds, on both sides of its middle. */
const frame = 2;
const [unknown, beside, diagonal] = [255, 2, 3];
const white = 255;

/** Null if it has one ground, or none. Linear in its pixels. @param letters how high its small letters are, in pixels, if that is known. */
export function onOneGround(picture: GreyPicture, letters: number | null): GreyPicture | null {
  if (picture.pixels.length > mostPixels) return null;
  const size = letters === null ? usualWide : Math.max(leastWide, Math.min(mostWide, Math.round(letters * wide)));
  const ground = groundOf(picture, size);
  if (!hasSeveral(picture, ground)) return null;
  grow(picture, ground);
  const grounds = nearestGrounds(picture, ground);
  const far = picture.pixels.map((grey, at) => Math.abs(grey - (grounds[at] ?? 0)));
  clearEdges({ ...picture, pixels: far }, grounds);
  const clearest = mostNear({ ...picture, pixels: far });
  return { ...picture, pixels: far.map((one, at) => white - Math.round((one * white) / Math.max(faintest, clearest[at] ?? 0))) };
}

/** What squares of one grey cover: above 0. */
function groundOf({ width, height, pixels }: GreyPicture, size: number): Uint8Array {
  /** How large a square ends at each pixel, and then how far the largest goes on to the right and below. */
  const squares = new Uint8Array(pixels.length);
  for (let y = 1; y < height; y += 1)
    for (let x = 1, at = y * width + 1; x < width; x += 1, at += 1) {
      const grey = pixels[at] ?? 0;
      const isSame =
        Math.abs(grey - (pixels[at - 1] ?? 0)) <= sameGround &&
        Math.abs(grey - (pixels[at - width] ?? 0)) <= sameGround &&
        Math.abs(grey - (pixels[at - width - 1] ?? 0)) <= sameGround;
      if (isSame) squares[at] = Math.min(size, 1 + Math.min(squares[at - 1] ?? 0, squares[at - width] ?? 0, squares[at - width - 1] ?? 0));
    }
  for (let y = height - 1; y >= 0; y -= 1)
    for (let x = width - 1, at = y * width + x; x >= 0; x -= 1, at -= 1) {
      const [right, below] = [x + 1 < width, y + 1 < height];
      const goesOn = Math.max(
        1,
        right ? (squares[at + 1] ?? 0) : 0,
        below ? (squares[at + width] ?? 0) : 0,
        right && below ? (squares[at + width + 1] ?? 0) : 0,
      );
      squares[at] = squares[at] === size ? size : goesOn - 1;
    }
  return squares;
}

/** Takes out the grounds of which there is little. */
function hasSeveral({ pixels }: GreyPicture, ground: Uint8Array): boolean {
  const counts = new Float64Array(256 / together);
  let all = 0;
  for (let at = 0; at < pixels.length; at += 1) {
    if (ground[at] === 0) continue;
    const bin = Math.floor((pixels[at] ?? 0) / together);
    counts[bin] = (counts[bin] ?? 0) + 1;
    all += 1;
  }
  // One that fades is in several.
  const isMuch = Array.from(counts, (count, bin) => count + (counts[bin - 1] ?? 0) + (counts[bin + 1] ?? 0) >= pixels.length * leastShare);
  const greys = isMuch.flatMap((is, bin) => (is && (counts[bin] ?? 0) > 0 ? [bin * together] : []));
  if (all < pixels.length * leastOfAll || (greys.at(-1) ?? 0) - (greys[0] ?? 0) < apart) return false;
  for (let at = 0; at < pixels.length; at += 1) if (isMuch[Math.floor((pixels[at] ?? 0) / together)] !== true) ground[at] = 0;
  return true;
}

/** Into what goes on in the same grey, as between letters and within them. */
function grow({ width, pixels }: GreyPicture, ground: Uint8Array): void {
  const take = (at: number, from: number): void => {
    if (ground[at] === 0 && (ground[from] ?? 0) > 0 && Math.abs((pixels[at] ?? 0) - (pixels[from] ?? 0)) <= sameGround) ground[at] = 1;
  };
  for (let round = 0; round < 2; round += 1) {
    for (let at = 1; at < pixels.length; at += 1) {
      if (at % width !== 0) take(at, at - 1);
      if (at >= width) take(at, at - width);
    }
    for (let at = pixels.length - 2; at >= 0; at -= 1) {
      if ((at + 1) % width !== 0) take(at, at + 1);
      if (at + width < pixels.length) take(at, at + width);
    }
  }
}

/** The grey of the ground that is nearest to each pixel. */
function nearestGrounds({ width, pixels }: GreyPicture, ground: Uint8Array): Uint8Array {
  const grounds = pixels.slice();
  const distances = ground.map((is) => (is > 0 ? 0 : unknown));
  const take = (at: number, from: number, step: number): void => {
    const distance = Math.min(unknown - 1, (distances[from] ?? unknown) + step);
    if (distances[from] === unknown || distance >= (distances[at] ?? 0)) return;
    distances[at] = distance;
    grounds[at] = grounds[from] ?? 0;
  };
  const takeAround = (at: number, towards: 1 | -1): void => {
    const column = at % width;
    const [isFirst, isLast] = towards === 1 ? [column === 0, column === width - 1] : [column === width - 1, column === 0];
    const row = at - towards * width;
    if (!isFirst) take(at, at - towards, beside);
    if (row < 0 || row >= pixels.length) return;
    take(at, row, beside);
    if (!isFirst) take(at, row - towards, diagonal);
    if (!isLast) take(at, row + towards, diagonal);
  };
  for (let at = 0; at < pixels.length; at += 1) if (distances[at] !== 0) takeAround(at, 1);
  for (let at = pixels.length - 1; at >= 0; at -= 1) if (distances[at] !== 0) takeAround(at, -1);
  return grounds;
}

/** Frames of windows are between two grounds, and would be read as strokes. */
function clearEdges({ width, height, pixels }: GreyPicture, grounds: Uint8Array): void {
  const isEdge = (at: number, next: number): boolean => Math.abs((grounds[at] ?? 0) - (grounds[next] ?? 0)) >= apart;
  for (let y = 0; y < height; y += 1)
    for (let x = 0, at = y * width; x < width; x += 1, at += 1) {
      const isAtEdge = (x + 1 < width && isEdge(at, at + 1)) || (y + 1 < height && isEdge(at, at + width));
      if (!isAtEdge) continue;
      for (let row = Math.max(0, y - frame + 1); row <= Math.min(height - 1, y + frame); row += 1)
        pixels.fill(0, row * width + Math.max(0, x - frame + 1), row * width + Math.min(width, x + frame + 1));
    }
}

function mostNear({ width, height, pixels }: GreyPicture): Uint8Array {
  const across = new Uint8Array(pixels.length);
  const both = new Uint8Array(pixels.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) {
      let most = 0;
      for (let place = Math.max(0, x - near); place <= Math.min(width - 1, x + near); place += 1)
        most = Math.max(most, pixels[y * width + place] ?? 0);
      across[y * width + x] = most;
    }
  for (let y = 0; y < height; y += 1)
    for (let row = Math.max(0, y - near); row <= Math.min(height - 1, y + near); row += 1)
      for (let x = 0, at = y * width, from = row * width; x < width; x += 1, at += 1, from += 1)
        both[at] = Math.max(both[at] ?? 0, across[from] ?? 0);
  return both;
}
