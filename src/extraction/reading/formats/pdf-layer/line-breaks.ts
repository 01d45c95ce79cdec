/**
 * The lines of a page that PDFium takes for vertical text. It judges by how much of the width and height of the page has text; a page with a few short lines, as
 * browsers print code, then has each sign on a line of its own, or two lines in one.
 */
import type { PDFiumModule } from '@hyzyla/pdfium';
import { NoText } from '../../no-text.ts';

type Pdfium = Awaited<ReturnType<typeof PDFiumModule>>;

/** Of fpdf_text.h, which the types of the package leave out. */
interface SignCalls {
  FPDFText_GetUnicode(layer: number, index: number): number;
  /** 1 for what PDFium has made of a gap or of the end of a line. */
  FPDFText_IsGenerated(layer: number, index: number): number;
  /** Into four floats: left, top, right, bottom. 0 if it fails. */
  FPDFText_GetLooseCharBox(layer: number, index: number, at: number): number;
}

/** Places are in points; upwards is more. */
export interface PlacedSign {
  readonly code: number;
  readonly isGenerated: boolean;
  readonly box: Box | null;
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const [lineFeed, carriageReturn, blank, highestCode] = [0x0a, 0x0d, 0x20, 0x10_ff_ff];
/** What PDFium makes of the hyphen at the end of a line, whose word it joins: no break is missing there. */
const hyphens: ReadonlySet<number> = new Set([0xff_fe, 0x02, 0xad]);
/** In heights of the sign before: how much higher or lower the next one of the same line may stand, how far before its end it may begin, and how far behind it. */
const [sameLine, overlap, furthest] = [0.3, 0.3, 1.5];
/** In the same heights: so far apart are two words, and so far below is the next line. */
const [wordGap, nextLine] = [0.15, 0.6];

/**
 * The codes of a page's characters with the breaks where they belong: 0 for what PDFium has made and nothing is. Null if its own breaks are right, as on nearly
 * every page.
 */
export function codesOfLayer(pdfium: Pdfium, layer: number, characters: number): Int32Array | null {
  const calls = pdfium.wasmExports as unknown as SignCalls;
  const at = pdfium.wasmExports.malloc(16);
  if (at === 0) throw new NoText('too-much-memory');
  const signAt = (index: number): PlacedSign => {
    const isGenerated = calls.FPDFText_IsGenerated(layer, index) === 1;
    const isPlaced = !isGenerated && calls.FPDFText_GetLooseCharBox(layer, index, at) !== 0;
    return { code: calls.FPDFText_GetUnicode(layer, index), isGenerated, box: isPlaced ? boxAt(pdfium, at) : null };
  };
  const codes = withOwnBreaks(characters, signAt);
  pdfium.wasmExports.free(at);
  return codes;
}

/** Without what nothing is. */
export function textOfCodes(codes: Int32Array): string {
  return Array.from(codes, (code) => `${(code & lineBegins) === 0 ? '' : '\n'}${signOf(code & ~lineBegins)}`).join('');
}

function signOf(code: number): string {
  return code > 0 && code <= highestCode ? String.fromCodePoint(code) : '';
}

function boxAt(pdfium: Pdfium, at: number): Box {
  // The memory may have moved.
  const floats = new DataView(pdfium.HEAPU8.buffer, at, 16);
  const [left, top, right, bottom] = [0, 4, 8, 12].map((place) => floats.getFloat32(place, true)) as [number, number, number, number];
  return { left, right, top, bottom };
}

/** Of a code: a line begins with this character, and PDFium has made nothing before it. */
export const lineBegins = 1 << 24;

/** Exported for its test. Looks at each character once. */
export function withOwnBreaks(characters: number, signAt: (index: number) => PlacedSign): Int32Array | null {
  const codes = new Int32Array(characters);
  let [breaks, wrong] = [0, 0];
  let [before, isInLine]: [Box | null, boolean] = [null, false];
  let made: number[] = [];
  for (let index = 0; index < characters; index += 1) {
    const { code, isGenerated, box } = signAt(index);
    codes[index] = code;
    if (isGenerated) {
      made.push(index);
      continue;
    }
    if (box === null || code <= blank) continue;
    const isBreak = made.some((one) => codes[one] === lineFeed || codes[one] === carriageReturn);
    const isJoined = hyphens.has(codes[index - 1] ?? 0);
    const meant: Between | null = before === null || isJoined ? null : between(before, box, isInLine);
    if (isBreak || meant === 'break') breaks += 1;
    if (meant !== null && (meant === 'break') !== isBreak) {
      wrong += 1;
      for (const one of made) codes[one] = 0;
      const [first] = made;
      if (first !== undefined) codes[first] = { break: lineFeed, blank, nothing: 0 }[meant];
      else if (meant === 'break') codes[index] = code | lineBegins;
    }
    isInLine = meant === 'blank' || meant === 'nothing';
    [before, made] = [box, []];
  }
  return wrong * 2 > breaks ? codes : null;
}

type Between = 'break' | 'blank' | 'nothing';

/**
 * What is between two signs, by where they stand; null if that tells nothing.
 *
 * @param isInLine the first one stands to the right of another one: those of vertical text never do.
 */
function between(before: Box, next: Box, isInLine: boolean): Between | null {
  const height = before.top - before.bottom;
  if (height <= 0) return null;
  const lower = before.bottom - next.bottom;
  // Behind a raised sign, which is small, the line goes on lower down.
  if (lower >= Math.max(height, next.top - next.bottom) * nextLine && isInLine) return 'break';
  const gap = next.left - before.right;
  if (Math.abs(lower) > height * sameLine || gap < -height * overlap || gap > height * furthest) return null;
  return gap > height * wordGap ? 'blank' : 'nothing';
}
