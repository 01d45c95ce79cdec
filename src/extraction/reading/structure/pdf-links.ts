/** The links of a page of a PDF (ISO 32000-1, §12.5.6.5), which its text does not show: where they lead, and the words that they lie over. */
import type { PDFiumModule } from '@hyzyla/pdfium';
import { NoText } from '../no-text.ts';
import type { DocumentParts } from './document-parts.ts';

type Pdfium = Awaited<ReturnType<typeof PDFiumModule>>;

/** Of fpdf_doc.h and fpdf_text.h, which the types of the package leave out. */
interface LinkCalls {
  /** The next link from the place at `from` on, which it moves on. 0 behind the last one. */
  FPDFLink_Enumerate(page: number, from: number, link: number): number;
  FPDFLink_GetAction(link: number): number;
  FPDFAction_GetType(action: number): number;
  /** How many bytes it has, with the zero behind them; written if they fit. */
  FPDFAction_GetURIPath(document: number, action: number, at: number, bytes: number): number;
  /** Into four floats: left, top, right, bottom. */
  FPDFLink_GetAnnotRect(link: number, at: number): number;
  FPDFLink_CountQuadPoints(link: number): number;
  /** Into eight floats: four corners. */
  FPDFLink_GetQuadPoints(link: number, index: number, at: number): number;
  /** How many units of UTF-16 it has; written up to `units`. */
  FPDFText_GetBoundedText(layer: number, left: number, top: number, right: number, bottom: number, at: number, units: number): number;
}

export interface LinkedPage {
  readonly pdfium: Pdfium;
  readonly document: number;
  readonly page: number;
  /** The text layer of the page; 0 without one. Asked for only where there is a link. */
  readonly layer: () => number;
}

/** How many characters of all pages may still be looked at for the words of links: PDFium compares each line of a link with all characters of its page. */
export interface LinkRoom {
  characters: number;
}

export function linkRoom(): LinkRoom {
  return { characters: mostCompared };
}

interface Link {
  readonly href: string;
  readonly lines: Rectangle[];
}

interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** `PDFACTION_URI` */
const leadsOut = 3;
/** Of a page: more are somebody's attack. */
const mostLinks = 1_000;
/** Of a link: one for each line. */
const mostRectangles = 16;
/** Of a document: about 2 s. A page of a book has 3,000 characters. */
const mostCompared = 30_000_000;
const [longestAddress, longestLabel] = [2_048, 1_024];
const bufferBytes = 4_096;

/**
 * Adds them in their order. A link over several lines may be one for each of them: those that follow each other and lead to the same place are one. Beyond the room they
 * have no words.
 */
export function addPdfLinks(linked: LinkedPage, found: DocumentParts, room: LinkRoom): void {
  const at = linked.pdfium.wasmExports.malloc(bufferBytes);
  if (at === 0) throw new NoText('too-much-memory');
  for (const { href, lines } of joinedLinks(linked, at)) {
    found.openLink(href);
    addWords(linked, lines, at, found, room);
    found.endLink();
  }
  linked.pdfium.wasmExports.free(at);
}

function addWords(linked: LinkedPage, lines: readonly Rectangle[], at: number, found: DocumentParts, room: LinkRoom): void {
  const layer = linked.layer();
  const characters = layer === 0 ? 0 : linked.pdfium._FPDFText_CountChars(layer);
  if (characters <= 0) return;
  // LibreOffice writes the last line first. Upwards is more here.
  for (const line of lines.toSorted((one, other) => other.top - one.top || one.left - other.left)) {
    if (!found.wantsLabel) return;
    if (room.characters < characters) return found.leaveOut();
    room.characters -= characters;
    found.addLabel(`${wordsIn(linked.pdfium, layer, line, at)} `);
  }
}

/** Those that lead somewhere. */
function joinedLinks(linked: LinkedPage, at: number): readonly Link[] {
  const links: Link[] = [];
  for (const link of linksOf(linked, at)) {
    const href = addressOf(linked, link, at);
    const last = links.at(-1);
    const lines = href === '' ? [] : rectanglesOf(linked, link, at);
    if (last !== undefined && last.href === href) last.lines.push(...lines);
    else links.push({ href, lines: [...lines] });
  }
  return links.filter(({ href }) => href !== '');
}

function linksOf({ pdfium, page }: LinkedPage, at: number): readonly number[] {
  const calls = pdfium.wasmExports as unknown as LinkCalls;
  const links: number[] = [];
  // PDFium may grow its memory, and moves it then.
  const memory = (): DataView => new DataView(pdfium.HEAPU8.buffer, at, 8);
  memory().setUint32(0, 0, true);
  while (links.length < mostLinks && calls.FPDFLink_Enumerate(page, at, at + 4) !== 0) links.push(memory().getUint32(4, true));
  return links;
}

/** Empty for one that leads nowhere, or within the document. */
function addressOf({ pdfium, document }: LinkedPage, link: number, at: number): string {
  const calls = pdfium.wasmExports as unknown as LinkCalls;
  const action = calls.FPDFLink_GetAction(link);
  if (action === 0 || calls.FPDFAction_GetType(action) !== leadsOut) return '';
  const bytes = calls.FPDFAction_GetURIPath(document, action, at, longestAddress);
  if (bytes <= 1 || bytes > longestAddress) return '';
  return new TextDecoder().decode(pdfium.HEAPU8.slice(at, at + bytes - 1));
}

function wordsIn(pdfium: Pdfium, layer: number, { left, top, right, bottom }: Rectangle, at: number): string {
  const calls = pdfium.wasmExports as unknown as LinkCalls;
  const units = calls.FPDFText_GetBoundedText(layer, left, top, right, bottom, at, longestLabel);
  const written = Math.max(0, Math.min(units, longestLabel));
  const text = new TextDecoder('utf-16le').decode(pdfium.HEAPU8.slice(at, at + written * 2));
  return text.replaceAll(/[\p{Control}\uFFFE\uFFFF\s]+/gu, ' ').trim();
}

/** The lines of a link, if it says them; else all that it lies over. */
function rectanglesOf({ pdfium }: LinkedPage, link: number, at: number): readonly Rectangle[] {
  const calls = pdfium.wasmExports as unknown as LinkCalls;
  const floats = (count: number): readonly number[] => {
    const memory = new DataView(pdfium.HEAPU8.buffer, at, count * 4);
    return Array.from({ length: count }, (_, nth) => memory.getFloat32(nth * 4, true));
  };
  const rectangles: Rectangle[] = [];
  const lines = Math.min(mostRectangles, calls.FPDFLink_CountQuadPoints(link));
  for (let line = 0; line < lines; line += 1) {
    if (calls.FPDFLink_GetQuadPoints(link, line, at) === 0) continue;
    const corners = floats(8);
    const [x, y] = [corners.filter((_, nth) => nth % 2 === 0), corners.filter((_, nth) => nth % 2 === 1)];
    rectangles.push({ left: Math.min(...x), right: Math.max(...x), top: Math.max(...y), bottom: Math.min(...y) });
  }
  if (rectangles.length > 0 || calls.FPDFLink_GetAnnotRect(link, at) === 0) return rectangles;
  const [left = 0, top = 0, right = 0, bottom = 0] = floats(4);
  return [{ left, top: Math.max(top, bottom), right, bottom: Math.min(top, bottom) }];
}
