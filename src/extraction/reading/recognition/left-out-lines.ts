/**
 * Lines that tesseract left out, or was too uncertain of. A line with little more than a brace is often one: beside others, it takes it for noise, and
 * reads it well if it has nothing else.
 */
import { type GreyPicture, hasInk } from './grey-picture.ts';
import { inkBelow } from './letter-height.ts';
import { placedLine, type ReadLine } from './read-lines.ts';

/** A part of a picture. */
export interface LeftOut {
  readonly left: number;
  readonly top: number;
  readonly picture: GreyPicture;
}

/** With fewer lines, nothing tells that there is a text with lines at all. */
const fewestLines = 1;
/** In heights of the usual line: less is a rule or a row of dots, more is a drawing. The chosen row of a list, light on dark, has room around its text. */
const [lowest, highest, highestDark] = [0.5, 1.6, 5];
/** How much of a band is dark, if its text is light: all of it is a block of ink. */
const [leastDark, mostDark] = [0.5, 0.98];
/** More of them are a pattern. */
const most = 40;
/** In pixels, around the ink. */
const margin = 10;
const white = 255;

/** From top to bottom. @param lines that were read in it, dark on light. */
export function leftOutLines(picture: GreyPicture, lines: readonly ReadLine[]): readonly LeftOut[] {
  return leftOutBands(picture, lines).map((part) => cutOut(picture, part));
}

/** Where they stand, in pixels: `right` and `bottom` are outside. */
export function leftOutBands(picture: GreyPicture, lines: readonly ReadLine[]): readonly (Band & Sides)[] {
  if (lines.length < fewestLines) return [];
  const usual = lines.map(({ top, bottom }) => bottom - top).toSorted((one, other) => one - other)[lines.length >> 1] ?? 0;
  const below = inkBelow(picture);
  const bands = inkBands(picture, below).filter(
    ({ top, bottom }) =>
      bottom - top >= usual * lowest &&
      bottom - top <= usual * highestDark &&
      lines.every((line) => line.bottom <= top || line.top >= bottom),
  );
  const parts = bands
    .map((band) => ({ ...band, ...inkSides(picture, band, below) }))
    .filter(({ top, bottom, ground }) => ground !== null || bottom - top <= usual * highest);
  return parts.length > most ? [] : parts;
}

export interface Band {
  readonly top: number;
  readonly bottom: number;
}

/** Rows with ink that follow each other, without an empty one between them. */
export function inkBands(picture: GreyPicture, below: number): readonly Band[] {
  const bands: Band[] = [];
  let top: number | null = null;
  for (let y = 0; y <= picture.height; y += 1) {
    if (y < picture.height && hasInk(picture, y, below)) top ??= y;
    else if (top !== null) {
      bands.push({ top, bottom: y });
      top = null;
    }
  }
  return bands;
}

interface Sides {
  readonly left: number;
  readonly right: number;
  /** The grey behind its light text; null if its text is dark. */
  readonly ground: number | null;
}

function inkSides({ width, pixels }: GreyPicture, { top, bottom }: Band, below: number): Sides {
  let [left, right, dark, sum] = [width, 0, 0, 0];
  for (let y = top; y < bottom; y += 1)
    for (let x = 0; x < width; x += 1) {
      const grey = pixels[y * width + x] ?? white;
      if (grey >= below) continue;
      [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
      dark += 1;
      sum += grey;
    }
  const share = dark / ((right - left) * (bottom - top));
  return { left, right, ground: share > leastDark && share < mostDark ? sum / dark : null };
}

/** Dark on light, with white around it. */
function cutOut({ width, pixels }: GreyPicture, { top, bottom, left, right, ground }: Band & Sides): LeftOut {
  const part = { width: right - left + 2 * margin, height: bottom - top + 2 * margin };
  const cut = new Uint8Array(part.width * part.height).fill(white);
  for (let y = top; y < bottom; y += 1) {
    const row = pixels.subarray(y * width + left, y * width + right);
    cut.set(
      ground === null ? row : row.map((grey) => Math.min(white, ((white - grey) * white) / (white - ground))),
      (y - top + margin) * part.width + margin,
    );
  }
  return { left: left - margin, top: top - margin, picture: { ...part, pixels: cut } };
}

/** With those found in a part, at their places in the whole. */
export function withFound(lines: readonly ReadLine[], found: readonly ReadLine[], { left, top }: LeftOut): readonly ReadLine[] {
  const placed = found.map((line) => placedLine(line, { left, top }));
  const at = lines.findIndex((line) => line.top > top);
  return at < 0 ? [...lines, ...placed] : [...lines.slice(0, at), ...placed, ...lines.slice(at)];
}

/** With a line for each that was left out beside others on one grid; it has no text until that is told. */
export function withLeftOut(picture: GreyPicture, lines: readonly ReadLine[]): readonly ReadLine[] {
  const all = [...lines];
  for (const { left, right, top, bottom } of leftOutBands(picture, lines)) {
    const at = all.findLastIndex((line) => line.bottom <= top && line.grid !== undefined);
    const next = all[at + 1];
    // Above the first one, that one tells it.
    const isFirst = next !== undefined && at < 0 && next.top >= bottom && next.top - bottom <= bottom - top;
    const grid = isFirst ? next.grid : all[at]?.grid;
    if (grid === undefined || (next !== undefined && next.grid?.pitch !== grid.pitch)) continue;
    const symbols = [{ text: '', left, right, certainty: 0 }];
    all.splice(at + 1, 0, { top, bottom, words: [{ symbols, top, bottom, certainty: 0 }], grid: { ...grid, edges: 0, crossed: 0 } });
  }
  return all;
}
