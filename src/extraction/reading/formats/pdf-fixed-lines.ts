/** Lines of a page of a PDF with the places of their signs, as far as these are equally wide. */
import type { PDFiumModule } from '@hyzyla/pdfium';
import { NoText } from '../no-text.ts';
import { lineBegins } from './pdf-layer/line-breaks.ts';

type Pdfium = Awaited<ReturnType<typeof PDFiumModule>>;

/** Of fpdf_text.h, which the types of the package leave out. */
interface SignCalls {
  FPDFText_GetUnicode(layer: number, index: number): number;
  /** 1 for a blank that PDFium has made of a gap. */
  FPDFText_IsGenerated(layer: number, index: number): number;
  /** Into four floats: left, top, right, bottom; as wide as the font says that the sign is. 0 if it fails. */
  FPDFText_GetLooseCharBox(layer: number, index: number, at: number): number;
  /** Into two doubles. 0 if it fails. */
  FPDFText_GetCharOrigin(layer: number, index: number, x: number, y: number): number;
}

/** What is between a sign and the one before in its line: a blank of the file, one that PDFium has made of a gap, or neither. */
export type Between = 'blank' | 'gap' | null;

/** Places are in points. */
export interface Sign {
  readonly code: number;
  readonly left: number;
  readonly between: Between;
}

/** From and to are places among the characters of the layer, without the end of the line. */
export interface FixedLine {
  readonly from: number;
  readonly to: number;
  /** Of each of its signs; 0 of a line without any, and null of one whose signs are not equally wide. */
  readonly width: number | null;
  /** It has signs that are equally wide in such a font alone. */
  readonly isProven: boolean;
  /** The height of what it stands on. */
  readonly base: number;
  readonly signs: readonly Sign[];
  /** The first of the blanks that it begins with, if these are in the file: in some documents they have another size than what follows. */
  readonly lead: Box | null;
}

interface Box {
  readonly left: number;
  readonly width: number;
}

/** In shares of a sign's width. A font with less between its signs is set so tightly that nothing can be told from its places. */
const [widthTolerance, leastStep] = [0.03, 0.8];
const narrow = /[ijlft.,:;'|!()[\]]/;
const wide = /[mwMWA-HK-Z@%&]/;
const [lineFeed, carriageReturn, blank, noBreak] = [0x0a, 0x0d, 0x20, 0xa0];

/** `codes`: with the breaks where they belong (`pdf-layer/line-breaks.ts`); null where those of PDFium are right. */
export interface LayerSigns {
  readonly characters: number;
  readonly codes: Int32Array | null;
}

/** In the order of the layer. */
export function fixedLines(pdfium: Pdfium, layer: number, { characters, codes }: LayerSigns): readonly FixedLine[] {
  const calls = pdfium.wasmExports as unknown as SignCalls;
  const givenAt = (index: number): number => codes?.[index] ?? calls.FPDFText_GetUnicode(layer, index);
  const codeAt = (index: number): number => givenAt(index) & ~lineBegins;
  const at = pdfium.wasmExports.malloc(16);
  if (at === 0) throw new NoText('too-much-memory');
  const lines: FixedLine[] = [];
  let from = 0;
  for (let index = 0; index <= characters; index += 1) {
    const code = index < characters ? codeAt(index) : lineFeed;
    if (index < characters && (givenAt(index) & lineBegins) !== 0) {
      lines.push(lineOf(pdfium, layer, { from, to: index, codeAt }, at));
      from = index;
    }
    if (code !== lineFeed && code !== carriageReturn) continue;
    lines.push(lineOf(pdfium, layer, { from, to: index, codeAt }, at));
    if (code === carriageReturn && index + 1 < characters && codeAt(index + 1) === lineFeed) index += 1;
    from = index + 1;
  }
  pdfium.wasmExports.free(at);
  return lines;
}

interface LinePlace {
  readonly from: number;
  readonly to: number;
  readonly codeAt: (index: number) => number;
}

/** Looks at no more of its signs than show that they are not equally wide: in most lines two or three. */
function lineOf(pdfium: Pdfium, layer: number, { from, to, codeAt }: LinePlace, at: number): FixedLine {
  const calls = pdfium.wasmExports as unknown as SignCalls;
  const signs: Sign[] = [];
  let [width, base] = [0, 0];
  let [hasNarrow, hasWide] = [false, false];
  let between: Between = null;
  let lead: Box | null = null;
  for (let index = from; index < to; index += 1) {
    const code = codeAt(index);
    if (code <= blank || code === noBreak) {
      if (between !== 'blank') between = calls.FPDFText_IsGenerated(layer, index) === 1 ? 'gap' : 'blank';
      if (signs.length === 0 && between === 'blank') lead ??= boxOf(pdfium, layer, index, at);
      continue;
    }
    const box = boxOf(pdfium, layer, index, at);
    const last = signs.at(-1);
    const fits =
      last === undefined || (isNear(box?.width ?? 0, width, widthTolerance) && (box?.left ?? 0) - last.left >= width * leastStep);
    if (box === null || !fits) return { from, to, width: null, isProven: false, base: 0, signs: [], lead: null };
    if (last === undefined) [width, base] = [box.width, baseOf(pdfium, layer, index, at)];
    const sign = String.fromCodePoint(code);
    hasNarrow ||= narrow.test(sign);
    hasWide ||= wide.test(sign);
    signs.push({ code, left: box.left, between: last === undefined ? null : between });
    between = null;
  }
  return { from, to, width, isProven: hasNarrow && hasWide, base, signs, lead };
}

/** @param tolerance in shares of the other one. */
export function isNear(one: number, other: number, tolerance: number): boolean {
  return Math.abs(one - other) <= other * tolerance;
}

/** Null without a width. */
function boxOf(pdfium: Pdfium, layer: number, index: number, at: number): Box | null {
  const calls = pdfium.wasmExports as unknown as SignCalls;
  if (calls.FPDFText_GetLooseCharBox(layer, index, at) === 0) return null;
  // The memory may have moved.
  const floats = new DataView(pdfium.HEAPU8.buffer, at, 16);
  const left = floats.getFloat32(0, true);
  const width = floats.getFloat32(8, true) - left;
  return width > 0 ? { left, width } : null;
}

function baseOf(pdfium: Pdfium, layer: number, index: number, at: number): number {
  const calls = pdfium.wasmExports as unknown as SignCalls;
  return calls.FPDFText_GetCharOrigin(layer, index, at, at + 8) === 0 ? 0 : new DataView(pdfium.HEAPU8.buffer, at, 16).getFloat64(8, true);
}
