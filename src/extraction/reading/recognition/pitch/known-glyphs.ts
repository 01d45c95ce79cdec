/**
 * Characters of a line that tesseract does not read, told by the same shapes in other lines of the picture: between lines of code it takes a line of signs, as `}));`, for something else.
 */
import type { GreyPicture } from '../grey-picture.ts';
import type { ReadLine, ReadSymbol } from '../read-lines.ts';
import { areSame, type Parts, partsOf } from '../signs/same-shape.ts';
import { shapeOf } from '../signs/shape.ts';
import { darkest } from '../signs/stroke.ts';
import { alike } from './agreed-glyphs.ts';
import { type InkColumn, rowsOf } from './told-columns.ts';

/** Letters and digits that stand on the line that letters stand on. */
const standing = /^[A-PR-Za-fhiklmnorstuvwxz0-9]$/;
/** Of a line, to know where that is. */
const fewestStanding = 3;
/** What was read with less tells nothing. */
const leastCertain = 0.8;
/** Of each character, and of all: each is compared with each column of a line. */
const [mostShapes, mostGlyphs] = [3, 400] as const;
/** In pixels: how far a character may be from its height above the line. */
const near = 2;

interface Glyph {
  readonly text: string;
  readonly parts: Parts;
  /** How far its end is below the line that letters stand on, in pixels. */
  readonly below: number;
}

/** @param lines with each of their characters in a column, alone. */
export function glyphsOf(picture: GreyPicture, lines: readonly ReadLine[]): readonly Glyph[] {
  const glyphs: Glyph[] = [];
  const counts = new Map<string, number>();
  for (const line of lines) {
    const symbols = line.words.flatMap((word) => word.symbols);
    const ends = symbols.filter(({ text }) => standing.test(text)).map((symbol) => rowsOf(picture, line, symbol).bottom);
    if (ends.length < fewestStanding) continue;
    const base = ends.toSorted((one, other) => one - other)[ends.length >> 1] ?? 0;
    for (const symbol of symbols) {
      const count = counts.get(symbol.text) ?? 0;
      if (count >= mostShapes || glyphs.length >= mostGlyphs || symbol.certainty < leastCertain) continue;
      counts.set(symbol.text, count + 1);
      glyphs.push({ text: symbol.text, parts: inkOf(picture, line, symbol), below: rowsOf(picture, line, symbol).bottom - base });
    }
  }
  return glyphs;
}

/** A character for each column; null if one of them looks like none, or like two or one that is told by other steps, or they do not stand on one line. */
export function toldByGlyphs(
  picture: GreyPicture,
  line: ReadLine,
  columns: readonly InkColumn[],
  glyphs: readonly Glyph[],
): readonly ReadSymbol[] | null {
  const seen: { readonly bottom: number; readonly likely: readonly Glyph[] }[] = [];
  for (const column of columns) {
    const parts = inkOf(picture, line, column);
    const likely = glyphs.filter((glyph) => areSame(glyph.parts, parts));
    if (likely.length === 0 || likely.some(({ text }) => alike.some((set) => set.has(text)))) return null;
    seen.push({ bottom: rowsOf(picture, line, column).bottom, likely });
  }
  // What looks like two is told by the height of the others, and tells none.
  const certain = seen.filter(({ likely }) => new Set(likely.map(({ text }) => text)).size === 1);
  const bases = certain.flatMap(({ bottom, likely }) => likely.map(({ below }) => bottom - below)).toSorted((one, other) => one - other);
  const base = bases[bases.length >> 1];
  if (base === undefined) return null;
  const told = seen.map(({ bottom, likely }, at): ReadSymbol | null => {
    const texts = new Set(likely.filter(({ below }) => Math.abs(bottom - below - base) <= near).map(({ text }) => text));
    const [text] = texts;
    const { left = 0, right = 0 } = columns[at] ?? {};
    return text === undefined || texts.size > 1 ? null : { text, left, right, certainty: 1 };
  });
  return told.every((symbol) => symbol !== null) ? told : null;
}

function inkOf(picture: GreyPicture, { top, bottom }: ReadLine, { left, right }: Pick<InkColumn, 'left' | 'right'>): Parts {
  return partsOf(shapeOf(picture, { text: '', left, right, certainty: 1 }, top, bottom, darkest));
}
