/**
 * PDF, by PDFium compiled to WebAssembly: a page's text layer in the order of its content; a page without one is recognized. PDFium is called directly,
 * because the wrapper of its package never closes a page and holds the file twice.
 */
import { PDFiumModule } from '@hyzyla/pdfium';
import type { RecognizedWord } from '../../../contract/extraction.ts';
import { extractionLimits } from '../../../contract/words/extraction-limits.ts';
import type { TextPart } from '../../../domain/structure/text-lines.ts';
import type { Read, ReadingParts, RecognizedPage, UnreadPicture } from '../document-reader.ts';
import { isTooLong, NoText, reasonOf } from '../no-text.ts';
import type { GreyPicture } from '../recognition/grey-picture.ts';
import { DocumentParts } from '../structure/document-parts.ts';
import { addLayerTables, addRecognizedTables, type LayerWord, tableBlocks, wordsOfLayer } from '../structure/page-tables.ts';
import { addPdfLinks, linkRoom } from '../structure/pdf-links.ts';
import { TextLayer } from '../structure/pdf-text-layer.ts';
import { drawnBullets } from './pdf-bullets.ts';
import { fixedBlocks, isCode } from './pdf-fixed-pitch.ts';
import { codesOfLayer, textOfCodes } from './pdf-layer/line-breaks.ts';
import { movedWords } from './pdf-layer/moved-words.ts';

type Pdfium = Awaited<ReturnType<typeof PDFiumModule>>;

/** `FPDF_ERR_PASSWORD` and `FPDF_ERR_SECURITY` of fpdfview.h. */
const passwordError = 4;
const securityError = 5;
/** Annotations are drawn too, and one byte for each pixel: fpdfview.h. */
const drawFlags = 0x01;
const greyFormat = 1;
/** Of the 350 MB that the process lets WebAssembly have: it grows by a fifth, and fails. */
const fullBytes = 200 * 1024 * 1024;
/** Of a page: recognition takes no more (`prepared-picture.ts`). */
const mostPixels = 24_000_000;
/** Fewer are what a scanner stamps on each page. */
const fewestLetters = 3;

export async function readPdf(parts: ReadingParts): Promise<Read> {
  const pdfium = await PDFiumModule({});
  try {
    return await readPages(pdfium, parts);
  } catch (error) {
    // Without memory it traps, as it does at a fault of its own: only how much it has by then tells which it was.
    const isFull = error instanceof WebAssembly.RuntimeError && pdfium.HEAPU8.length > fullBytes;
    throw isFull ? new NoText('too-much-memory') : error;
  }
}

async function readPages(pdfium: Pdfium, { source, text, options, structure, progress, recognize }: ReadingParts): Promise<Read> {
  pdfium._FPDF_InitLibraryWithConfig({ version: 2, m_pIsolate: null, m_pUserFontPaths: null, m_v8EmbedderSlot: 0, m_pPlatform: null });
  const at = pdfium.wasmExports.malloc(source.size);
  if (at === 0) throw new NoText('too-much-memory');
  source.readInto(pdfium.HEAPU8.subarray(at, at + source.size));
  const document = pdfium._FPDF_LoadMemDocument(at, source.size, 0);
  if (document === 0) throw new NoText(isLocked(pdfium._FPDF_GetLastError()) ? 'encrypted' : 'damaged');
  const pages = pdfium._FPDF_GetPageCount(document);
  if (pages <= 0) throw new NoText('damaged');
  const words: RecognizedWord[] = [];
  const read = Math.min(pages, extractionLimits.pages);
  const isCut = read < pages;
  let [recognizedPages, pagesWithoutText] = [0, 0];
  if (structure !== null) structure.knows = 'tables';
  const recognition = { ...options, words: options.words || structure !== null };
  const [found, room] = [new DocumentParts(text, structure), linkRoom()];
  let firstFault: unknown = null;
  for (let index = 0; index < read; index += 1) {
    progress({ done: index, of: read });
    const soFar = { pages, recognizedPages, pagesWithoutText: pagesWithoutText + read - index, words, isCut };
    const page = pdfium._FPDF_LoadPage(document, index);
    const layer = new TextLayer(pdfium, page);
    const written = options.recognition === 'always' ? noText : textOf(pdfium, page, layer.at);
    const isRead = hasText(written.text);
    const isSeen = !isRead && options.recognition !== 'never' && page !== 0 && hasMarks(pdfium, page);
    const seen = isSeen ? await recognizedPage(recognize(pictureOf(pdfium, page, index), recognition, soFar)) : null;
    if (seen?.fault !== undefined) firstFault ??= seen.fault;
    const recognized = seen?.recognized ?? null;
    if (recognized !== null) {
      recognizedPages += 1;
      if (options.words) words.push(...recognized.words);
    }
    if (structure !== null && recognized !== null) addRecognizedTables(recognized.upright, index, structure);
    else if (structure !== null && isRead) addLayerTables(written.words, index, structure);
    // Also those of a page that is recognized, whose layer has no words for them.
    if (structure !== null && page !== 0) addPdfLinks({ pdfium, document, page, layer: () => layer.at }, found, room);
    const shown = recognized === null ? written : { text: recognized.text.trim(), code: [], words: [] };
    if (!hasText(shown.text)) pagesWithoutText += 1;
    text.add(shown.text);
    if (structure !== null && !text.isCut) structure.codeParts.push(...movedBy(text.length - shown.text.length, shown.code));
    text.separate('\n\n');
    layer.close();
    if (page !== 0) pdfium._FPDF_ClosePage(page);
  }
  if (firstFault !== null && text.length === 0) throw firstFault;
  return { pages, recognizedPages, pagesWithoutText, words, isCut };
}

interface Seen {
  readonly recognized: RecognizedPage | null;
  readonly fault?: unknown;
}

/** A page that cannot be recognized keeps no other one from being read; without its language none can be. */
async function recognizedPage(recognizing: Promise<RecognizedPage | null>): Promise<Seen> {
  try {
    return { recognized: await recognizing };
  } catch (fault) {
    if (reasonOf(fault) === 'no-language') throw fault;
    return { recognized: null, fault };
  }
}

/** An empty page is not worth a drawing: there may be thousands. */
function hasMarks(pdfium: Pdfium, page: number): boolean {
  return pdfium._FPDFPage_CountObjects(page) > 0;
}

function isLocked(error: number): boolean {
  return error === passwordError || error === securityError;
}

function hasText(text: string): boolean {
  return (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= fewestLetters;
}

/** `code`: parts of the text. */
interface Written {
  readonly text: string;
  readonly code: readonly TextPart[];
  readonly words: readonly LayerWord[];
}

const noText: Written = { text: '', code: [], words: [] };

function movedBy(length: number, parts: readonly TextPart[]): readonly TextPart[] {
  return parts.map(({ from, to }) => ({ from: from + length, to: to + length }));
}

function textOf(pdfium: Pdfium, page: number, layer: number): Written {
  const characters = layer === 0 ? 0 : pdfium._FPDFText_CountChars(layer);
  if (characters <= 0) return noText;
  const at = pdfium.wasmExports.malloc((characters + 1) * 2);
  if (at === 0) throw new NoText('too-much-memory');
  const items = drawnBullets(pdfium, page, layer, characters);
  const codes = codesOfLayer(pdfium, layer, characters);
  const written = (from: number, to: number): string => {
    if (codes !== null) return textOfCodes(codes.subarray(from, to));
    const units = pdfium._FPDFText_GetText(layer, from, to - from, at);
    return new TextDecoder('utf-16le').decode(pdfium.HEAPU8.slice(at, at + Math.max(0, units - 1) * 2));
  };
  const words = wordsOfLayer(pdfium, layer, pdfium._FPDF_GetPageHeight(page));
  const edits = movedWords(words, (from, to) => /[\r\n]/.test(written(from, to)));
  const part = (from: number, to: number): string => {
    let [text, done] = ['', from];
    for (const edit of edits) {
      if (edit.from < done || edit.to > to) continue;
      text += written(done, edit.from) + edit.text;
      done = edit.to;
    }
    return text + written(done, to);
  };
  const between = (start: number, end: number): string => {
    if (start >= end) return '';
    const starts = items.filter((item) => item >= start && item < end);
    return cleanedLayer([start, ...starts].map((from, nth) => part(from, starts[nth] ?? end)).join('• '));
  };
  // A block with a drawn bullet is a list.
  const fixed = fixedBlocks(pdfium, layer, { characters, codes }).filter(
    ({ from, to }) => !items.some((item) => item >= from && item < to),
  );
  const tables = tableBlocks(words).filter(
    (table) =>
      !fixed.some(({ from, to }) => from < table.to && to > table.from) &&
      !items.some((item) => item >= table.from && item < table.to) &&
      signsIn(table.text) === signsIn(cleanedLayer(part(table.from, table.to))),
  );
  let [text, done] = ['', 0];
  const code: TextPart[] = [];
  const add = (piece: string): void => {
    text += text === '' ? piece.trimStart() : piece;
  };
  const blocks = [...fixed, ...tables].toSorted((one, other) => one.from - other.from);
  for (const block of blocks) {
    add(between(done, block.from));
    if (text !== '' && !text.endsWith('\n')) text += '\n';
    const shown = cleanedLayer(block.text);
    if (isCode(shown)) code.push({ from: text.length, to: text.length + shown.length });
    text += shown;
    done = block.to;
  }
  add(between(done, characters));
  pdfium.wasmExports.free(at);
  return { text: fixed.length === 0 ? text.trim() : text.trimEnd(), code, words };
}

/** Apart from blanks and hyphens, which end lines. A table that has not all of them is not shown as one. */
function signsIn(text: string): number {
  return text.replaceAll(/[\s-]/g, '').length;
}

/** Office programs take bullets from fonts of signs, which have their codes in a private area: `Symbol` and `Wingdings`. */
const signOfItem = /^([ \t]{0,40})[\uf020-\uf0ff](?=[ \t]{0,8}[^ \t\uf020-\uf0ff])/;

/** PDFium marks the hyphen at the end of a line by U+FFFE, and joins the word. */
export function cleanedLayer(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\uFFFE\uFFFF]|[^\P{Control}\n\t]/gu, '')
    .split('\n')
    .map((line) => line.trimEnd().replace(signOfItem, '$1•'))
    .join('\n');
}

function pictureOf(pdfium: Pdfium, page: number, index: number): UnreadPicture {
  const [width, height] = [pdfium._FPDF_GetPageWidth(page), pdfium._FPDF_GetPageHeight(page)];
  return {
    page: index,
    isPage: true,
    isLarge: false,
    width,
    height,
    draw: async (dotsPerInch) => drawn(pdfium, page, width, height, dotsPerInch),
  };
}

function drawn(pdfium: Pdfium, page: number, points: number, pointsHigh: number, dotsPerInch: number): GreyPicture {
  const scale = Math.min(dotsPerInch / 72, Math.sqrt(mostPixels / Math.max(1, points * pointsHigh)));
  const [width, height] = [Math.max(1, Math.round(points * scale)), Math.max(1, Math.round(pointsHigh * scale))];
  if (isTooLong({ width, height })) throw new NoText('too-many-pixels');
  const bytes = width * height;
  const at = pdfium.wasmExports.malloc(bytes);
  if (at === 0) throw new NoText('too-much-memory');
  const bitmap = pdfium._FPDFBitmap_CreateEx(width, height, greyFormat, at, width);
  pdfium._FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff);
  pdfium._FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, drawFlags);
  const pixels = pdfium.HEAPU8.slice(at, at + bytes);
  pdfium._FPDFBitmap_Destroy(bitmap);
  pdfium.wasmExports.free(at);
  return { width, height, pixels };
}
