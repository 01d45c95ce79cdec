/**
 * Two or three short lines of code, as `x = 1` above `y = 2`: too little for the ink alone to tell their columns, and tesseract leaves such a line out, or makes both into one. Their characters stand at even distances
 * for many widths of a column; the network is certain of all of them for one.
 */
import type { GreyPicture } from '../grey-picture.ts';
import { type Band, inkBands } from '../left-out-lines.ts';
import { inkBelow } from '../letter-height.ts';
import type { Grid, ReadLine, ReadSymbol } from '../read-lines.ts';
import type { CellReading } from './cell-network.ts';
import { evenGrid, type Run, runsOf } from './even-runs.ts';
import { certaintyOf, seenLine } from './seen-line.ts';
import { basesOf } from './standing-row.ts';
import { withoutCursor } from './text-cursor.ts';
import { isBeyondAscii } from './told-line.ts';

/** More of them, or more characters, tell their columns by their ink. */
const [mostLines, mostRuns, mostColumns] = [4, 60, 150] as const;
/** Of a line: above each other, as a dot and what is below it. */
const mostParts = 3;
/** Between those, in heights of the higher one. */
const widestGap = 0.25;
/** Fewer stand at even distances anywhere. */
const fewestRuns = 3;
/** In heights of the highest line: a column is as wide. */
const [narrowest, widest] = [0.4, 1.3] as const;
/** In heights of the highest line: a longer one has more blanks than characters. */
const longest = 100;
/** In columns, from the first character to the last one: how much further apart they are from one tried width to the next. */
const step = 0.1;
const ring = /^[0O]$/;
/** 1 is at even distances; those of code have 0.95 and more. */
const fewestEven = 0.85;
/** So many widths are read. */
const mostRead = 12;
/** On average, of each line: of what stands in no columns, the network is sure of less. */
const surely = 0.9;
/** Of its lines, on two rows: of three characters, nearly each row may be the one. */
export const nearlySame = 0.002;
/** Of each character. */
const fairly = 0.6;
/** It is as sure of two that differ by no more than this. */
const asSure = 0.02;

export interface ShortText {
  readonly grid: Grid;
  readonly lines: readonly ReadLine[];
}

/** Null if it is none, or its columns can't be told. @param lines that were read there, and may lack some. */
export function shortText(picture: GreyPicture, lines: readonly ReadLine[], hasTime: () => boolean): ShortText | null {
  if (!mayBeShort(lines)) return null;
  const below = inkBelow(picture);
  const bands = inkBands(picture, below);
  if (bands.length === 0 || bands.length > mostLines * mostParts) return null;
  const joined = withDots(bands);
  const likely = (joined.length === bands.length ? [bands] : [bands, joined]).map((one) => likeliest(picture, one, { below, hasTime }));
  const best = likely.toSorted((one, other) => (other?.certainty ?? 0) - (one?.certainty ?? 0))[0] ?? null;
  return best === null ? null : { grid: best.grid, lines: best.lines.map((line) => withRings(line, lines)) };
}

/** The same of one that is none as it is drawn, because there is a cursor in one of its lines. */
export function shortTextWithCursor(
  picture: GreyPicture,
  read: readonly ReadLine[],
  hasTime: () => boolean,
): (ShortText & { readonly picture: GreyPicture }) | null {
  if (!mayBeShort(read) || !hasTime()) return null;
  const bands = inkBands(picture, inkBelow(picture));
  if (bands.length > mostLines * mostParts) return null;
  const code = withoutCursor(picture, bands, 0, true);
  const short = code === null ? null : shortText(code, read, hasTime);
  return code === null || short === null ? null : { ...short, picture: code };
}

function mayBeShort(read: readonly ReadLine[]): boolean {
  return read.length <= mostLines && !read.some(({ words }) => words.some(({ symbols }) => symbols.some(isBeyondAscii)));
}

interface Likely extends ShortText {
  readonly certainty: number;
}

/** Null where the network is sure of none. */
function likeliest(
  picture: GreyPicture,
  bands: readonly Band[],
  { below, hasTime }: { readonly below: number; readonly hasTime: () => boolean },
): Likely | null {
  const runs = bands.map((band) => runsOf(picture, band, below));
  const count = runs.reduce((sum, { length }) => sum + length, 0);
  if (bands.length > mostLines || count < fewestRuns || count > mostRuns) return null;
  const lines = bands.map((band, at) => lineOf(band, runs[at] ?? []));
  const tried = evenGrids(runs.flat(), Math.max(...bands.map(({ top, bottom }) => bottom - top))).map((grid): Likely => {
    const grids = lines.map(() => grid);
    const bases = basesOf(picture, lines, grids);
    const seen = lines.map(
      (line, at) => seenLine(picture, line, { grid, bases: bases[at] ?? [], mostColumns, margin: nearlySame, hasTime }).best,
    );
    // A letter with an accent, say, is not known to the network.
    const areKnown = seen.every((one) => one?.cells.every(isKnown) === true);
    const certainties = seen.map((one) => (one === null || !areKnown ? 0 : certaintyOf(one.cells)));
    return {
      grid,
      lines: lines.map((line) => ({ ...line, grid: { ...grid, edges: 0, crossed: 0 } })),
      certainty: Math.min(...certainties),
    };
  });
  const most = Math.max(...tried.map(({ certainty }) => certainty));
  if (most < surely) return null;
  // Columns of half the width hold the same characters, and a blank more between each two.
  return tried.filter(({ certainty }) => certainty >= most - asSure).toSorted((one, other) => other.grid.pitch - one.grid.pitch)[0] ?? null;
}

function isKnown({ text, certainty, ring: isRing }: CellReading): boolean {
  return text !== '' && Math.max(certainty, isRing) >= fairly;
}

/** Below the dot of an `i` is paper, and above that of a `;`: such a gap is none between lines, unless they are very close. */
function withDots(bands: readonly Band[]): readonly Band[] {
  const joined: Band[] = [];
  for (const band of bands) {
    const before = joined.at(-1);
    const height = Math.max(band.bottom - band.top, before === undefined ? 0 : before.bottom - before.top);
    if (before !== undefined && band.top - before.bottom <= height * widestGap)
      joined.splice(-1, 1, { top: before.top, bottom: band.bottom });
    else joined.push(band);
  }
  return joined;
}

/** Those of which the middles of the characters are at even distances, the most even first. */
function evenGrids(runs: readonly Run[], height: number): readonly Grid[] {
  const [from, to] = [Math.min(...runs.map(({ left }) => left)), Math.max(...runs.map(({ right }) => right))];
  if (to - from > height * longest) return [];
  const fits: (Grid & { readonly even: number })[] = [];
  for (let pitch = height * narrowest; pitch <= height * widest; pitch += (step * pitch * pitch) / Math.max(pitch, to - from))
    fits.push(runs.length < fewestRuns ? { pitch, origin: 0, even: 0 } : evenGrid(runs, pitch));
  const peaks = fits.filter(({ even }, at) => even >= (fits[at - 1]?.even ?? 0) && even >= (fits[at + 1]?.even ?? 0));
  const grids = peaks.filter(({ even }) => even >= fewestEven).toSorted((one, other) => other.even - one.even);
  return grids.slice(0, mostRead);
}

function lineOf({ top, bottom }: Band, runs: readonly Run[]): ReadLine {
  const symbols = runs.map(({ left, right }) => ({ text: '', left, right, certainty: 0 }));
  return { top, bottom, words: [{ symbols, top, bottom, certainty: 0 }] };
}

/** Whether a ring is a zero is not told by its ink: as it was read. */
function withRings(line: ReadLine, read: readonly ReadLine[]): ReadLine {
  const there = read.filter((one) => (one.top + one.bottom) / 2 > line.top && (one.top + one.bottom) / 2 < line.bottom);
  const rings = there.flatMap(({ words }) => words.flatMap(({ symbols }) => symbols.filter(({ text }) => ring.test(text))));
  return rings.length === 0
    ? line
    : { ...line, words: line.words.map((word) => ({ ...word, symbols: inOrder([...word.symbols, ...rings]) })) };
}

function inOrder(symbols: readonly ReadSymbol[]): readonly ReadSymbol[] {
  return symbols.toSorted((one, other) => one.left - other.left);
}
