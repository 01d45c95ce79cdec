/**
 * How far the characters of a font of one width are apart, told by the ink: between two columns there is paper in all lines. Where tesseract says that characters are, tells it less: in short
 * lines of single letters and signs, as `a % b`, most of them are not there.
 */
import type { GreyPicture } from '../grey-picture.ts';
import { blocksOf } from '../laying-out/blocks-of-lines.ts';
import type { Grid, ReadLine, ReadSymbol } from '../read-lines.ts';

/** Darker is ink. */
const inkBelow = 128;
/**
 * Of so many edges of columns beside ink, at least, this share at most has ink: wide letters and underscores reach over some, and lines in another font may be among them. Of prose it is
 * 0.5 and more, of a window with short texts 0.4, and of fewer edges it may be little by chance.
 */
const certain = [
  { edges: 24, crossed: 0.1 },
  { edges: 60, crossed: 0.2 },
] as const;
/** Of the distances between neighbours: from the usual one on, pitches are tried up to this much more and less, by steps of which a long line has some hundred. */
const [reach, coarse, fine] = [0.12, 0.004, 0.0005] as const;
/** Of the edges: fits that differ by less are as good. */
const asGood = 0.01;
/** Of a pitch: places where the first column may begin. */
const origins = 16;
/** In heights of a line: how much higher the next one of the same text is, and how far below it begins. */
const [sameHeight, nextLine] = [1.6, 3] as const;
/**
 * Of the edges of a line, if it has so many: prose, in which some words are code, has this share with ink at least, whatever the pitch, and code hardly half of it. Where tesseract says that characters
 * are, such a line may look like code.
 */
const prose = { edges: 24, crossed: 0.25 } as const;
/** Of a picture, so many lines are tried for that. */
const mostTried = 60;
/** Of the usual distance of two lines: between paragraphs there is more. */
const apart = 1.3;
/** Of its characters: digits have one width in most fonts, and Chinese and Japanese always stand in columns. */
const [mostDigits, mostIdeographs] = [0.5, 0.5] as const;
const digit = /^\d$/;
const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const fewestNeighbours = 8;
/** Of the edges of a single line of a text that has a grid. */
const mostOfLine = 0.3;
/** Of a text, and of a picture: so many lines are looked at. */
const [mostOfText, mostOfPicture] = [24, 240] as const;
/** Of a line. */
const mostEdges = 200;

/** The lines with their grid, where they have one, or that they are prose. @param lines that were read in this picture, dark on light. */
export function withGrids(picture: GreyPicture, lines: readonly ReadLine[]): readonly ReadLine[] {
  let left = mostOfPicture;
  const onGrid = (text: readonly ReadLine[]): readonly ReadLine[] | null => {
    const seen = spread(text, Math.min(left, mostOfText));
    left -= seen.length;
    const grid = gridOf(picture, seen);
    return grid === null ? null : text.map((line) => standingIn(grid, line, inkOf(picture, line)));
  };
  const told = textsOf(lines).flatMap((text) => onGrid(text) ?? paragraphsOf(text).flatMap((part) => onGrid(part) ?? part));
  let untried = mostTried;
  return blocksOf(told).flatMap(({ lines: block, column }) => {
    if (column === null || untried <= 0) return block;
    untried -= block.length;
    const areProse = block.map((line) => line.grid === undefined && isProse(picture, line));
    // What is drawn below a word, as for an error, has ink in all columns of one line.
    if (areProse.filter(Boolean).length * 2 <= block.length) return block;
    return block.map((line, at) => (areProse[at] === true ? { ...line, isProse: true } : line));
  });
}

/** The grid that fits these lines best, however well; null if too few characters tell how far apart they are, or if nearly all of them are digits or ideographs. */
export function likeliestGrid(picture: GreyPicture, lines: readonly ReadLine[]): Grid | null {
  const seen = spread(lines, mostOfText);
  const usual = usualDistance(seen);
  if (usual === null || areInColumnsAnyway(seen)) return null;
  const { pitch, origin } = bestFit(
    seen.map((line) => inkOf(picture, line)),
    usual,
  );
  return { pitch, origin };
}

function isProse(picture: GreyPicture, line: ReadLine): boolean {
  const usual = usualDistance([line]);
  // Underscores have no paper between their columns.
  if (usual === null || line.words.some(({ symbols }) => symbols.some(({ text }) => text === '_'))) return false;
  const { edges, crossed } = bestOf([inkOf(picture, line)], usual * (1 - reach), usual * (1 + reach), usual * coarse);
  return edges >= prose.edges && crossed >= edges * prose.crossed;
}

/** A menu above code is in another font. */
function standingIn(grid: Grid, line: ReadLine, ink: Ink): ReadLine {
  const { edges, crossed } = fitOf([ink], grid.pitch, grid.origin);
  return crossed <= Math.max(1, edges * mostOfLine) ? { ...line, grid: { ...grid, edges, crossed } } : line;
}

/** At most so many, from all over. */
function spread<T>(all: readonly T[], most: number): readonly T[] {
  return all.length <= most ? all : Array.from({ length: most }, (_, at) => all[Math.floor((at * all.length) / most)] as T);
}

/** Lines below each other, as high as each other. */
function textsOf(lines: readonly ReadLine[]): readonly (readonly ReadLine[])[] {
  const texts: ReadLine[][] = [];
  for (const line of lines) {
    const [text, last] = [texts.at(-1), texts.at(-1)?.at(-1)];
    const [high, before] = [line.bottom - line.top, last === undefined ? 0 : last.bottom - last.top];
    const isNext = last !== undefined && line.top > last.top && line.top - last.bottom <= nextLine * Math.max(high, before);
    if (text !== undefined && isNext && Math.max(high, before) <= sameHeight * Math.min(high, before)) text.push(line);
    else texts.push([line]);
  }
  return texts;
}

/** Code between prose is one. */
function paragraphsOf(text: readonly ReadLine[]): readonly (readonly ReadLine[])[] {
  const distances = text.slice(1).map(({ top }, at) => top - (text[at]?.top ?? 0));
  const usual = distances.toSorted((one, other) => one - other)[distances.length >> 1] ?? 0;
  const parts: ReadLine[][] = [];
  for (const [at, line] of text.entries()) {
    const part = parts.at(-1);
    if (part === undefined || (distances[at - 1] ?? 0) > usual * apart) parts.push([line]);
    else part.push(line);
  }
  return parts;
}

/** Their columns tell nothing. */
function areInColumnsAnyway(lines: readonly ReadLine[]): boolean {
  const symbols = lines.flatMap(({ words }) => words.flatMap((word) => word.symbols));
  const shareOf = (kind: RegExp): number => symbols.filter(({ text }) => kind.test(text)).length / symbols.length;
  return shareOf(digit) > mostDigits || shareOf(ideograph) > mostIdeographs;
}

function gridOf(picture: GreyPicture, lines: readonly ReadLine[]): Grid | null {
  if (areInColumnsAnyway(lines)) return null;
  const usual = usualDistance(lines);
  if (usual === null) return null;
  const best = bestFit(
    lines.map((line) => inkOf(picture, line)),
    usual,
  );
  const isCertain = certain.some(({ edges, crossed }) => best.edges >= edges && best.crossed <= best.edges * crossed);
  return isCertain ? { pitch: best.pitch, origin: best.origin } : null;
}

function bestFit(inks: readonly Ink[], usual: number): Fit {
  const first = bestOf(inks, usual * (1 - reach), usual * (1 + reach), usual * coarse);
  return bestOf(inks, first.pitch - usual * coarse, first.pitch + usual * coarse, usual * fine);
}

/** Between the middles of characters beside each other in a word; null for too few. */
function usualDistance(lines: readonly ReadLine[]): number | null {
  const middle = ({ left, right }: ReadSymbol): number => (left + right) / 2;
  const distances = lines
    .flatMap(({ words }) =>
      words.flatMap(({ symbols }) => symbols.slice(1).map((symbol, at) => middle(symbol) - middle(symbols[at] ?? symbol))),
    )
    .toSorted((one, other) => one - other);
  const usual = distances[distances.length >> 1] ?? 0;
  return distances.length < fewestNeighbours || usual < 4 ? null : usual;
}

interface Ink {
  readonly left: number;
  /** How many columns of pixels have ink, from the left one to each. */
  readonly counts: Int32Array;
}

function inkOf({ width, height, pixels }: GreyPicture, { top, bottom, words }: ReadLine): Ink {
  const [from, to] = [Math.max(0, words[0]?.symbols[0]?.left ?? 0), Math.min(width, words.at(-1)?.symbols.at(-1)?.right ?? 0)];
  const counts = new Int32Array(Math.max(0, to - from) + 1);
  const hasInk = (x: number): boolean => {
    for (let y = Math.max(0, top); y < Math.min(height, bottom); y += 1) if ((pixels[y * width + x] ?? 255) < inkBelow) return true;
    return false;
  };
  for (let at = 1; at < counts.length; at += 1) counts[at] = (counts[at - 1] ?? 0) + (hasInk(from + at - 1) ? 1 : 0);
  return { left: from, counts };
}

interface Fit extends Grid {
  /** Between columns of which one or both have ink. */
  readonly edges: number;
  /** Of those, with ink. */
  readonly crossed: number;
}

/** The one in the middle of those that are as good: within a short line there are many, and beside narrow letters there is much paper. */
function bestOf(inks: readonly Ink[], from: number, to: number, step: number): Fit {
  const fits: Fit[] = [];
  for (let pitch = from; pitch <= to; pitch += step)
    for (let origin = 0; origin < origins; origin += 1) fits.push(fitOf(inks, pitch, (origin * pitch) / origins));
  const shareOf = ({ edges, crossed }: Fit): number => (edges === 0 ? 1 : crossed / edges);
  const least = Math.min(...fits.map(shareOf));
  const good = fits.filter((fit) => shareOf(fit) <= least + asGood);
  const middle = good.reduce((sum, { pitch }) => sum + pitch, 0) / good.length;
  const { pitch } = good.reduce((best, fit) => (Math.abs(fit.pitch - middle) < Math.abs(best.pitch - middle) ? fit : best));
  const ofPitch = fits.filter((fit) => fit.pitch === pitch);
  return ofPitch[middleOfRun(ofPitch.map((fit) => shareOf(fit) <= least + asGood))] as Fit;
}

/** The middle of the longest run, in a ring. At least one is true. */
function middleOfRun(ring: readonly boolean[]): number {
  const begin = ring.indexOf(false) + 1;
  let [longest, middle] = [0, ring.indexOf(true)];
  for (let at = 0, run = 0; at < ring.length; at += 1) {
    run = ring[(begin + at) % ring.length] === true ? run + 1 : 0;
    if (run > longest) [longest, middle] = [run, (begin + at - (run >> 1)) % ring.length];
  }
  return middle;
}

function fitOf(inks: readonly Ink[], pitch: number, origin: number): Fit {
  let [edges, crossed] = [0, 0];
  for (const { left, counts } of inks) {
    const last = counts.length - 1;
    const inkIn = (from: number, to: number): number =>
      (counts[Math.min(last, Math.round(to))] ?? 0) - (counts[Math.max(0, Math.round(from))] ?? 0);
    const from = Math.ceil((left - origin) / pitch) * pitch + origin - left;
    const to = Math.min(last, from + mostEdges * pitch);
    for (let at = from; at < to; at += pitch) {
      if (inkIn(at - pitch / 2, at + pitch / 2) === 0) continue;
      edges += 1;
      if (inkIn(Math.round(at), Math.round(at) + 1) > 0) crossed += 1;
    }
  }
  return { pitch, origin, edges, crossed };
}
