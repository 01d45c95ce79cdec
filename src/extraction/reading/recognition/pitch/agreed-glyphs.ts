/**
 * Characters of one shape are one character: where tesseract reads the same shape in other ways here and there, as `}` alone in its line as an `h`, what it reads nearly everywhere counts. Shapes are compared within
 * one picture, in fonts of one width, where each is known to be alone.
 */
import type { GreyPicture } from '../grey-picture.ts';
import type { ReadLine, ReadSymbol } from '../read-lines.ts';
import { areSame, difference, type Parts, partsOf } from '../signs/same-shape.ts';
import { shapeOf } from '../signs/shape.ts';
import { darkest } from '../signs/stroke.ts';

/** In pixels: what is lower is told by its height above the line too, as a comma from a quotation mark. */
const lowest = 12;
/** So many certain ones have to agree, and so much of all. */
const [fewest, share] = [1.5, 0.75] as const;
/** They hardly occur in code, and count as half of one. */
const rare: ReadonlySet<string> = new Set('©®™€£¥§¢@');
/** In some fonts these differ by less from each other: other steps tell them. */
export const alike: readonly ReadonlySet<string>[] = [new Set('0ODQ')];
const otherScript = /(?!\p{Script=Latin})\p{L}/u;
/** Of a picture, so many are compared, with so many of each size. */
const [mostSymbols, mostOfSize]: readonly [number, number] = [10_000, 16];

interface Group {
  readonly parts: Parts;
  readonly symbols: ReadSymbol[];
}

/** @param lines that were read in this picture, dark on light. At most `mostSymbols` are looked at. */
export function withAgreedGlyphs(picture: GreyPicture, lines: readonly ReadLine[]): readonly ReadLine[] {
  const told = new Map<ReadSymbol, string>();
  for (const { symbols } of groupsOf(picture, lines)) {
    const counts = new Map<string, number>();
    for (const { text, certainty } of symbols) counts.set(text, (counts.get(text) ?? 0) + certainty * (rare.has(text) ? 0.5 : 1));
    const [text = '', count = 0] = [...counts].toSorted(([, one], [, other]) => other - one)[0] ?? [];
    const all = counts.values().reduce((sum, one) => sum + one, 0);
    if (counts.size === 1 || count < fewest || count < all * share) continue;
    for (const symbol of symbols) if (!areAlike(text, symbol.text)) told.set(symbol, text);
  }
  if (told.size === 0) return lines;
  return lines.map((line) => ({
    ...line,
    words: line.words.map((word) => ({
      ...word,
      symbols: word.symbols.map((symbol) => ({ ...symbol, text: told.get(symbol) ?? symbol.text })),
    })),
  }));
}

/** Letters of two scripts may be one shape too. */
function areAlike(one: string, other: string): boolean {
  return alike.some((set) => set.has(one) && set.has(other)) || otherScript.test(one) || otherScript.test(other);
}

function groupsOf(picture: GreyPicture, lines: readonly ReadLine[]): readonly Group[] {
  const bySize = new Map<string, Group[]>();
  let left = mostSymbols;
  for (const line of lines) {
    if (line.isInColumns !== true) continue;
    for (const symbol of line.words.flatMap((word) => word.symbols)) {
      if (left === 0) return [...bySize.values()].flat();
      left -= 1;
      const parts = partsOf(shapeOf(picture, symbol, line.top, line.bottom, darkest));
      const [high, wide] = [parts.height, parts.width];
      if (high < lowest) continue;
      const near = around(high).flatMap((height) => around(wide).flatMap((width) => bySize.get(`${height} ${width}`) ?? []));
      let [best, least]: [Group | null, number] = [null, 1];
      for (const group of near) {
        const by = difference(group.parts, parts);
        if (by < least) [best, least] = [group, by];
      }
      if (best !== null && areSame(best.parts, parts)) best.symbols.push(symbol);
      else {
        const size = `${high} ${wide}`;
        const groups = bySize.get(size) ?? [];
        bySize.set(size, groups);
        if (groups.length < mostOfSize) groups.push({ parts, symbols: [symbol] });
      }
    }
  }
  return [...bySize.values()].flat();
}

/** As `difference` compares them. */
function around(pixels: number): readonly number[] {
  return [pixels - 1, pixels, pixels + 1];
}
