/**
 * Tables, or a table and a text, that stand beside each other on a page: read across, their rows would be one. Told from the columns of one table by the
 * heights at which their lines stand: cells of one row share their upper edge, their lower one or their middle.
 */
import { linesOfWords, type PlacedWord, type WordLine } from './word-lines.ts';

interface Part {
  readonly top: number;
  readonly bottom: number;
}

export interface Places {
  /** As of `linesOfWords`. */
  readonly gap: number;
  /** Boxes of words are as high as their font, as those of a text layer are: cells of two columns of one table have always the same edge at one height. */
  readonly isExact: boolean;
}

interface Strip extends Part {
  readonly left: number;
  readonly right: number;
}

/** More on one page are noise, or somebody's attack: it is read across. */
const mostWords = 10_000;
/** Of a page: places at which a strip may begin, and those that are looked at closely. */
const [mostPlaces, mostStrips] = [256, 16];
/** In the usual height of a word. */
const [narrowestStrip, leastOverlap] = [1.2, 0.2];
/** In the usual height of a word: boxes of a picture are as high as their letters. */
const sameEdge = { exact: 0.1, seen: 0.2 } as const;
/** Between two lines of a cell there is hardly more than between the closest two. */
const asClose = 1.06;
/** Lines that are looked at for being beside one: more overlap it only on a page that nobody can read. */
const mostBeside = 30;
const fewestLines = 3;
const fewestApart = 4;
/** Of the pairs of lines on both sides. */
const mostSame = 0.4;
/** Headings above two tables, and their last rows, may happen to stand at one height. */
const mostAtEnd = 2;
/** Of the height of a strip: another one that is beside so much of it. */
const besideShare = 0.8;
/** A page with three tables side by side has two in one half. */
const deepest = 3;

/** The lines in the order in which they are read: what is above, what is on the left, what is on the right, and what is below. One group where nothing stands beside anything. */
export function groupsOf(lines: readonly WordLine[], places: Places, depth = 0): readonly (readonly WordLine[])[] {
  const words = lines.flatMap(({ pieces }) => pieces.flatMap((piece) => piece.words));
  const found = depth < deepest && words.length <= mostWords ? bestSplit(words, places) : null;
  if (found === null) return [lines];
  const { left, right, top, bottom } = found;
  const sides = words.filter((word) => middleOf(word) > top && middleOf(word) < bottom);
  return [
    words.filter((word) => middleOf(word) <= top),
    sides.filter((word) => word.left + word.right < left + right),
    sides.filter((word) => word.left + word.right >= left + right),
    words.filter((word) => middleOf(word) >= bottom),
  ]
    .filter((part) => part.length > 0)
    .flatMap((part) => groupsOf(linesOfWords(part, places.gap), places, depth + 1));
}

/** The one on whose two sides the fewest lines stand at one height. */
function bestSplit(words: readonly PlacedWord[], { gap, isExact }: Places): Strip | null {
  const height = usualHeight(words);
  const strips = stripsIn(words, height);
  let best: { readonly strip: Strip; readonly share: number } | null = null;
  for (const strip of strips) {
    const inside = words.filter((word) => word.top >= strip.top && word.bottom <= strip.bottom);
    const others = strips.filter(
      (other) => Math.min(other.bottom, strip.bottom) - Math.max(other.top, strip.top) >= (strip.bottom - strip.top) * besideShare,
    );
    const left = linesOfWords(nextTo(strip, inside, others, 'left'), gap);
    const right = linesOfWords(nextTo(strip, inside, others, 'right'), gap);
    const found = left.length < fewestLines || right.length < fewestLines ? null : partApart(pairsOf(left, right, height, isExact));
    if (found === null || (best !== null && found.share >= best.share)) continue;
    const { top, bottom } = found.part;
    best = { strip: { ...strip, top: Math.max(top, strip.top), bottom: Math.min(bottom, strip.bottom) }, share: found.share };
  }
  return best?.strip ?? null;
}

/** The words between the strip and the one beside it: those behind that may stand at other heights again. */
function nextTo(strip: Strip, inside: readonly PlacedWord[], others: readonly Strip[], side: 'left' | 'right'): readonly PlacedWord[] {
  const words = inside.filter((word) => (side === 'left' ? word.right <= strip.left : word.left >= strip.right));
  const beside = others
    .filter((other) => (side === 'left' ? other.right <= strip.left : other.left >= strip.right))
    .toSorted((one, other) => (side === 'left' ? other.left - one.left : one.left - other.left));
  for (const other of beside) {
    const between = words.filter((word) => (side === 'left' ? word.left >= other.right : word.right <= other.left));
    if (between.length >= fewestLines) return between;
  }
  return words;
}

/** Those without a word, from the tallest on. */
function stripsIn(words: readonly PlacedWord[], height: number): readonly Strip[] {
  const sorted = words.toSorted((one, other) => one.top - other.top);
  const [from, to] = [Math.min(...words.map(({ left }) => left)), Math.max(...words.map(({ right }) => right))];
  const width = height * narrowestStrip;
  const step = Math.max(height / 2, (to - from) / mostPlaces);
  const lowest = sorted.reduce((most, { bottom }) => Math.max(most, bottom), sorted[0]?.top ?? 0);
  const strips: Strip[] = [];
  for (let left = from + step; left + width < to; left += step) {
    const strip = tallestAt(sorted, lowest, left, left + width);
    const last = strips.at(-1);
    if (strip === null) continue;
    // Beside each other they are one gap, of which the first place will do.
    if (last !== undefined && last.top === strip.top && last.bottom === strip.bottom && left - last.left < step * 1.5) strips.pop();
    strips.push(strip);
  }
  return strips.toSorted((one, other) => other.bottom - other.top - (one.bottom - one.top)).slice(0, mostStrips);
}

/** @param sorted from the top down, to `lowest` */
function tallestAt(sorted: readonly PlacedWord[], lowest: number, left: number, right: number): Strip | null {
  const first = sorted[0]?.top ?? 0;
  let [top, best] = [first, { top: first, bottom: first }];
  const end = (bottom: number): void => {
    if (bottom - top > best.bottom - best.top) best = { top, bottom };
  };
  for (const word of sorted) {
    if (word.left >= right || word.right <= left) continue;
    end(word.top);
    top = Math.max(top, word.bottom);
  }
  end(lowest);
  return best.bottom > best.top ? { ...best, left, right } : null;
}

/** Lines on both sides that overlap. */
interface Pair extends Part {
  readonly isSame: boolean;
}

/** The part of the two sides in which lines stand at different heights; null if there is none to speak of. */
function partApart(pairs: readonly Pair[]): { readonly part: Part; readonly share: number } | null {
  let [sum, from] = [0, 0];
  let best = { sum: 0, from: 0, to: 0 };
  for (const [at, { isSame }] of pairs.entries()) {
    if (sum <= 0) [sum, from] = [0, at];
    sum += isSame ? -1 : 1;
    if (sum >= best.sum) best = { sum, from, to: at + 1 };
  }
  const inside = pairs.slice(best.from, best.to);
  const same = inside.filter(({ isSame }) => isSame).length;
  if (inside.length - same < fewestApart || same > inside.length * mostSame) return null;
  const isNearStart = best.from <= mostAtEnd;
  const isNearEnd = pairs.length - best.to <= mostAtEnd;
  const part = {
    top: isNearStart ? Number.NEGATIVE_INFINITY : (pairs[best.from - 1]?.bottom ?? 0),
    bottom: isNearEnd ? Number.POSITIVE_INFINITY : (pairs[best.to]?.top ?? 0),
  };
  return { part, share: same / inside.length };
}

/** From the top down. */
function pairsOf(left: readonly WordLine[], right: readonly WordLine[], height: number, isExact: boolean): readonly Pair[] {
  const [leftCells, rightCells] = [cellsOf(left), cellsOf(right)];
  const most = height * (isExact ? sameEdge.exact : sameEdge.seen);
  const pairs: (Part & { readonly edges: readonly boolean[] })[] = [];
  let first = 0;
  for (const [at, one] of left.entries()) {
    while (first < right.length && (right[first]?.bottom ?? 0) <= one.top) first += 1;
    for (let beside = first; beside < Math.min(right.length, first + mostBeside) && (right[beside]?.top ?? 0) < one.bottom; beside += 1) {
      const other = right[beside];
      if (other === undefined || Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) < height * leastOverlap) continue;
      const [ofOne, ofOther] = [
        [one, leftCells[at] ?? one],
        [other, rightCells[beside] ?? other],
      ];
      const edges = edgesOf.map((edge) => ofOne.some((each) => ofOther.some((its) => Math.abs(edge(each) - edge(its)) <= most)));
      pairs.push({ top: Math.min(one.top, other.top), bottom: Math.max(one.bottom, other.bottom), edges });
    }
  }
  const counts = edgesOf.map((_, edge) => pairs.filter(({ edges }) => edges[edge]).length);
  const usual = counts.indexOf(Math.max(...counts));
  return pairs.map(({ edges, ...part }) => ({ ...part, isSame: isExact ? edges[usual] === true : edges.includes(true) }));
}

const edgesOf = [(part: Part) => part.top, (part: Part) => part.bottom, middleOf] as const;

/** For each line the lines that are as close to it as lines of one cell are, if there are closer and wider distances. */
function cellsOf(lines: readonly WordLine[]): readonly Part[] {
  const distances = lines.slice(1).map(({ top }, at) => top - (lines[at]?.top ?? 0));
  const closest = distances.reduce((least, distance) => Math.min(least, distance), Number.POSITIVE_INFINITY);
  if (distances.every((distance) => distance <= closest * asClose)) return lines;
  const cells: { top: number; bottom: number }[] = [];
  for (const [at, { top, bottom }] of lines.entries()) {
    const above = cells.at(-1);
    if (above !== undefined && (distances[at - 1] ?? 0) <= closest * asClose) {
      above.bottom = bottom;
      cells.push(above);
    } else cells.push({ top, bottom });
  }
  return cells;
}

function usualHeight(words: readonly PlacedWord[]): number {
  const heights = words.map(({ top, bottom }) => bottom - top).toSorted((one, other) => one - other);
  return Math.max(1, heights[heights.length >> 1] ?? 1);
}

function middleOf({ top, bottom }: Part): number {
  return (top + bottom) / 2;
}
