/** The tables of pages and pictures, by the places of words: those of a PDF's text layer, or those that were recognized. */
import type { PDFiumModule } from '@hyzyla/pdfium';
import { textsOfTables } from '../../../domain/structure/places/text-of-tables.ts';
import type { PlacedWord } from '../../../domain/structure/places/word-lines.ts';
import type { GivenStructure } from '../../../domain/structure/structure-of-text.ts';
import type { TextPart } from '../../../domain/structure/text-lines.ts';
import { NoText } from '../no-text.ts';

type Pdfium = Awaited<ReturnType<typeof PDFiumModule>>;

/** Of fpdf_text.h, which the types of the package leave out. */
interface TextPlaces {
  FPDFText_GetUnicode(layer: number, index: number): number;
  /** 1 for a blank or line end that PDFium puts between two texts. */
  FPDFText_IsGenerated(layer: number, index: number): number;
  /** Into four floats: left, top, right, bottom. 0 if it fails. */
  FPDFText_GetLooseCharBox(layer: number, index: number, at: number): number;
}

/** Of one page. */
const mostCharacters = 200_000;
const boxBytes = 16;
/** In heights of a line. The boxes of a text layer are as high as its font; those of a picture are only as high as the letters. */
const gaps = { layer: 0.75, picture: 1.1 } as const;
/** Calc makes a row only an eighth higher than its line, and less in larger fonts. */
const closer = { layer: 0.96, picture: 0.88 } as const;
/** Where there are fewer of one in so many, blanks are not written. */
const writtenShare = 4;
/** In heights of a character: within a word there is less. */
const betweenWords = 0.2;

const layerOptions = { gap: gaps.layer, closer: closer.layer, isExact: true } as const;

/** A word of a text layer, with the places of its characters in it. */
export interface LayerWord extends PlacedWord, TextPart {}

/** Adds the tables of a page with these words in its text layer. */
export function addLayerTables(words: readonly LayerWord[], index: number, structure: GivenStructure): void {
  structure.tables.push(...structure.pages.add(words, { ...layerOptions, page: index }));
}

/** Lines of a table in place of this part of the text layer. */
export interface TableBlock extends TextPart {
  readonly text: string;
}

/** The tables whose words follow each other in the layer, in its order: what stands between others there has no place of its own. */
export function tableBlocks(words: readonly LayerWord[]): readonly TableBlock[] {
  const order = new Map<PlacedWord, number>(words.map((word, at) => [word, at]));
  return textsOfTables(words, layerOptions)
    .flatMap(({ words: own, text }): readonly TableBlock[] => {
      const places = own.map((word) => order.get(word) ?? Number.NaN);
      const [first, last] = places.reduce(([least, most], at) => [Math.min(least, at), Math.max(most, at)], [Number.POSITIVE_INFINITY, -1]);
      const areTogether = last - first + 1 === new Set(places).size;
      return areTogether ? [{ from: words[first]?.from ?? 0, to: words[last]?.to ?? 0, text }] : [];
    })
    .toSorted((one, other) => one.from - other.from);
}

/** Adds the tables of a page or picture that was recognized. */
export function addRecognizedTables(words: readonly PlacedWord[], index: number, structure: GivenStructure): void {
  structure.tables.push(...structure.pages.add(words, { gap: gaps.picture, closer: closer.picture, isExact: false, page: index }));
}

/** In the order of the layer. */
export function wordsOfLayer(pdfium: Pdfium, layer: number, pageHeight: number): readonly LayerWord[] {
  const places = pdfium.wasmExports as unknown as TextPlaces;
  const at = pdfium.wasmExports.malloc(boxBytes);
  if (at === 0) throw new NoText('too-much-memory');
  const words: LayerWord[] = [];
  let word: LayerWord | null = null;
  /** Blanks that are written, and those that are not. */
  let [written, generated, isApart] = [0, 0, false];
  const end = (): void => {
    if (word !== null) words.push(word);
    word = null;
  };
  for (let index = 0; index < Math.min(mostCharacters, pdfium._FPDFText_CountChars(layer)); index += 1) {
    const sign = textOf(places.FPDFText_GetUnicode(layer, index));
    if (sign === ' ') {
      isApart = places.FPDFText_IsGenerated(layer, index) === 1;
      if (isApart) generated += 1;
      else written += 1;
    }
    // PDFium also puts line ends between letters of one line, where lines overlap: their places tell.
    if (sign === '') continue;
    if (sign.trim() === '' || places.FPDFText_GetLooseCharBox(layer, index, at) === 0) {
      end();
      continue;
    }
    // The memory may have moved.
    const box = new DataView(pdfium.HEAPU8.buffer, at, boxBytes);
    const [left, right] = [box.getFloat32(0, true), box.getFloat32(8, true)];
    const [top, bottom] = [pageHeight - box.getFloat32(4, true), pageHeight - box.getFloat32(12, true)];
    if (![left, right, top, bottom].every(Number.isFinite)) continue;
    const before: LayerWord | null = word;
    if (before !== null && !isNextTo(before, { left, top, bottom })) end();
    word = joined(before === null || word === null ? null : before, {
      text: sign,
      left,
      right,
      top,
      bottom,
      isApart,
      from: index,
      to: index + 1,
    });
    isApart = false;
  }
  end();
  pdfium.wasmExports.free(at);
  // TeX writes no blanks at all, and most others write all that are in a text.
  return written * writtenShare >= generated ? words : words.map((one) => ({ ...one, isApart: false }));
}

function isNextTo(word: PlacedWord, { left, top, bottom }: Pick<PlacedWord, 'left' | 'top' | 'bottom'>): boolean {
  const height = bottom - top;
  const apart = left - word.right;
  return Math.abs(top + bottom - word.top - word.bottom) < height && apart < height * betweenWords && apart > -height;
}

function joined(word: LayerWord | null, next: LayerWord): LayerWord {
  if (word === null) return next;
  return {
    text: word.text + next.text,
    from: word.from,
    to: next.to,
    left: Math.min(word.left, next.left),
    right: Math.max(word.right, next.right),
    isApart: word.isApart === true,
    top: Math.min(word.top, next.top),
    bottom: Math.max(word.bottom, next.bottom),
  };
}

/** PDFium gives the code of a character, or of half of one; 0, and U+FFFE for a hyphen at the end of a line. */
function textOf(code: number): string {
  if (code === 0xfffe) return '-';
  return code < 0x20 || code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff) ? '' : String.fromCodePoint(code);
}
