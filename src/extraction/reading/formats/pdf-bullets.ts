/** Bullets of a PDF that are drawn, as browsers draw them, and are no signs of a font: small shapes as wide as they are high, just before a line. */
import type { PDFiumModule } from '@hyzyla/pdfium';
import { NoText } from '../no-text.ts';

type Pdfium = Awaited<ReturnType<typeof PDFiumModule>>;

/** Of fpdf_edit.h and fpdf_text.h, which the types of the package leave out. */
interface ShapeCalls {
  FPDFPage_GetObject(page: number, index: number): number;
  FPDFPageObj_GetType(object: number): number;
  /** Into four floats at these places. 0 if it fails. */
  FPDFPageObj_GetBounds(object: number, left: number, bottom: number, right: number, top: number): number;
  FPDFText_GetUnicode(layer: number, index: number): number;
  /** Into four floats: left, top, right, bottom. 0 if it fails. */
  FPDFText_GetLooseCharBox(layer: number, index: number, at: number): number;
}

/** Upwards is more. */
interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** `FPDF_PAGEOBJ_PATH` */
const isPath = 2;
/** Of a page: a map has many more, and no list. */
const mostObjects = 20_000;
const mostShapes = 1_000;
const mostLines = 5_000;
/** In points: larger ones are no bullets of any text. */
const [smallest, largest] = [1, 16];
const mostUneven = 1.3;
/** In heights of a line: how large a bullet is, how far before the text it stands, and where in the line. */
const [least, most, furthest, lowest, highest] = [0.12, 0.55, 2.5, 0.2, 0.75];
/** One alone may be anything. */
const fewestItems = 2;

/** Where the lines begin that have a bullet: places among the characters of the layer. Each is compared with the shapes at its height, which are at most `mostShapes`. */
export function drawnBullets(pdfium: Pdfium, page: number, layer: number, characters: number): readonly number[] {
  const at = pdfium.wasmExports.malloc(16);
  if (at === 0) throw new NoText('too-much-memory');
  const shapes = shapesOf(pdfium, page, at);
  const starts = shapes.length < fewestItems ? [] : lineStarts(pdfium, layer, characters, at);
  pdfium.wasmExports.free(at);
  const items = linesWithBullet(shapes, starts);
  return items.length < fewestItems ? [] : items;
}

/** Each shape is the bullet of the line next to it. */
function linesWithBullet(shapes: readonly Box[], starts: readonly LineStart[]): readonly number[] {
  const sorted = shapes.toSorted((one, other) => one.bottom - other.bottom);
  const items: number[] = [];
  let first = 0;
  for (const { index, box } of starts.toSorted((one, other) => one.box.bottom - other.box.bottom)) {
    // The middle of a bullet is within the line, and no bullet is larger.
    while (first < sorted.length && (sorted[first]?.bottom ?? 0) < box.bottom - largest) first += 1;
    for (let at = first; (sorted[at]?.bottom ?? Number.POSITIVE_INFINITY) <= box.top; at += 1) {
      if (!isBulletOf(sorted[at] as Box, box)) continue;
      items.push(index);
      break;
    }
  }
  return items.toSorted((one, other) => one - other);
}

function shapesOf(pdfium: Pdfium, page: number, at: number): readonly Box[] {
  const calls = pdfium.wasmExports as unknown as ShapeCalls;
  const shapes: Box[] = [];
  const objects = Math.min(mostObjects, pdfium._FPDFPage_CountObjects(page));
  for (let index = 0; index < objects && shapes.length < mostShapes; index += 1) {
    const object = calls.FPDFPage_GetObject(page, index);
    if (object === 0 || calls.FPDFPageObj_GetType(object) !== isPath) continue;
    if (calls.FPDFPageObj_GetBounds(object, at, at + 12, at + 8, at + 4) === 0) continue;
    const shape = boxAt(pdfium, at);
    const [width, height] = [shape.right - shape.left, shape.top - shape.bottom];
    const isSmall = Math.min(width, height) >= smallest && Math.max(width, height) <= largest;
    if (isSmall && Math.max(width, height) <= Math.min(width, height) * mostUneven) shapes.push(shape);
  }
  return shapes;
}

/** The first character of a line, and its box. */
interface LineStart {
  readonly index: number;
  readonly box: Box;
}

function lineStarts(pdfium: Pdfium, layer: number, characters: number, at: number): readonly LineStart[] {
  const calls = pdfium.wasmExports as unknown as ShapeCalls;
  const starts: LineStart[] = [];
  let isStart = true;
  for (let index = 0; index < characters && starts.length < mostLines; index += 1) {
    const code = calls.FPDFText_GetUnicode(layer, index);
    if (code === 0x0a || code === 0x0d) isStart = true;
    else if (isStart && code > 0x20) {
      isStart = false;
      if (calls.FPDFText_GetLooseCharBox(layer, index, at) !== 0) starts.push({ index, box: boxAt(pdfium, at) });
    }
  }
  return starts;
}

function boxAt(pdfium: Pdfium, at: number): Box {
  // The memory may have moved.
  const floats = new DataView(pdfium.HEAPU8.buffer, at, 16);
  const [left, top, right, bottom] = [0, 4, 8, 12].map((place) => floats.getFloat32(place, true));
  return { left: left ?? 0, top: top ?? 0, right: right ?? 0, bottom: bottom ?? 0 };
}

function isBulletOf(shape: Box, line: Box): boolean {
  const height = line.top - line.bottom;
  const size = shape.top - shape.bottom;
  const middle = (shape.top + shape.bottom) / 2 - line.bottom;
  const before = line.left - shape.right;
  const isBeside = before > 0 && before <= height * furthest && middle >= height * lowest && middle <= height * highest;
  return isBeside && size >= height * least && size <= height * most;
}
