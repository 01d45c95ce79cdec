/**
 * The names of saved files: one component that every system accepts, the same on each of them.
 *
 * Windows' rules apply everywhere, because Node bypasses them (it opens `\\?\C:\ws\nul`) and Explorer could then neither open nor delete the file.
 * Names come from strangers (clipboard, web page, HTTP): none of them may leave its folder. A name made from text is content: like the text, it must
 * not be logged.
 */
import { isSureType } from '../../contract/fragment-words.ts';
import { normalizedText } from '../../contract/normalized-text.ts';
import type { Detection, FragmentKind } from '../../contract/source-snapshot.ts';
import { contentKind } from '../kind/content-kind.ts';
import { withoutEnd } from '../trim-end.ts';
import { harmlessName, isActedOn } from './harmless-name.ts';
import { columnHeads, firstRow, textStem } from './text-stem.ts';

export { isPlainFileName } from './harmless-name.ts';

/** Whole path, in UTF-16 units: Windows' MAX_PATH is 260 with its closing NUL, so 259 is within both that limit and "at most 260" (§8). */
export const MAX_PATH_UNITS = 259;
/** One component, in UTF-8 bytes: ext4, APFS and NTFS allow 255 bytes or units; the rest is room for what a user may append. */
export const MAX_NAME_BYTES = 240;
/** A longer last part is not a file extension. */
const MAX_EXTENSION_CHARACTERS = 16;
const FALLBACK_STEM = 'clip';

/** A name in two parts; `extension` has its dot, or is empty. */
export interface NameParts {
  readonly stem: string;
  readonly extension: string;
}

// Zero-width, bidirectional and other characters that make a name look like another one.
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Format}]/gu;
const FORBIDDEN = /[<>:"/\\|?*\p{Control}\p{Surrogate}\p{Line_Separator}\p{Paragraph_Separator}\p{Noncharacter_Code_Point}]/gu;
const CLOSING = /[\s.]/u;
// "Naming Files, Paths, and Namespaces" (Microsoft): with any extension, in any case; superscript digits count as digits.
const DEVICE = /^(con|prn|aux|nul|clock\$|conin\$|conout\$|(?:com|lpt)[0-9¹²³])(?=\s*(?:\.|$))/iu;

/**
 * A safe component made from any text: NFC, no character that a system refuses or people misread, no device name, no name that a desktop or a shell
 * acts on, no outer blank, no trailing dot, at most 240 UTF-8 bytes with the extension kept. If nothing is left, it is `clip`. Safe names are
 * unchanged.
 */
export function safeFileName(name: string): string {
  const cleaned = withoutEnd(normalizedText(bounded(name).replace(INVISIBLE, '')).replace(FORBIDDEN, '_').trimStart(), CLOSING);
  if (cleaned === '') return FALLBACK_STEM;
  // `.~` is the prefix of Hub's own temporary files, which are removed at the next start.
  const harmless = harmlessName(cleaned.replace(DEVICE, '$1_').replace(/^\.~/, '_~'));
  if (utf8Bytes(harmless) <= MAX_NAME_BYTES) return harmless;
  const parts = splitName(harmless);
  return `${shortened(parts, (stem) => utf8Bytes(stem + parts.extension) <= MAX_NAME_BYTES)}${parts.extension}`;
}

/** The beginning and end of a name that is too long, so that the work is bounded, whoever sent it. */
function bounded(name: string): string {
  return name.length <= 4_096 ? name : name.slice(0, 2_048) + name.slice(-2_048);
}

/** Splits at the extension: `a.tar.gz` → `a` + `.tar.gz`, `.bashrc` → `.bashrc` + nothing. */
export function splitName(name: string): NameParts {
  const match = /^(.+?)((?:\.tar)?\.[^.\s]+)$/su.exec(name);
  const [, stem = '', extension = ''] = match ?? [];
  return match && [...extension].length <= MAX_EXTENSION_CHARACTERS ? { stem, extension } : { stem: name, extension: '' };
}

const PRIVATE_START = 'secret-';

/** The name of a file whose content must not show in it: `secret-2026-11-23-165432` with the detected extension. `capturedAt`: RFC 3339. */
export function privateName(capture: { capturedAt: string; kind: FragmentKind; detection: Detection | null }): NameParts {
  return splitName(safeFileName(`${PRIVATE_START}${timeInName(capture.capturedAt)}${extensionOf(capture)}`));
}

/** The name of a picture of the screen: `screenshot-2026-11-23-165432`. `capturedAt`: RFC 3339. */
export function screenshotName(capturedAt: string, detection: Detection | null): NameParts {
  return splitName(safeFileName(`screenshot-${timeInName(capturedAt)}${extensionOf({ kind: 'image', detection })}`));
}

function timeInName(capturedAt: string): string {
  return capturedAt.slice(0, 19).replace('T', '-').replaceAll(':', '');
}

/** Whether a name may be a private one. Any other may show what is in the file. */
export function isPrivateName(name: string): boolean {
  return name.startsWith(PRIVATE_START);
}

/** A text whose type is not certain is named as plain text: a wrong extension opens the wrong program. */
function extensionOf({ kind, detection }: { kind: FragmentKind; detection: Detection | null }): string {
  if (kind === 'text' && (detection === null || !isSureType(detection))) return '.txt';
  return detection?.extension || (kind === 'text' ? '.txt' : '');
}

/**
 * The safe name for a capture. The caller's name wins, then the one embedded in the content (both keep their extension; only the last part of a path
 * counts; a patch is named after the file that it changes, and is not that file), then what the type of a text calls a name, what a program defines or the first meaningful line, or what its page calls a picture (picture-words.ts),
 * otherwise the document that it comes from, or `clip`, with the detected extension. Of cells the document comes first, then the words that head their columns, then the first row.
 */
export function planName(capture: {
  givenFilename?: string | null;
  embeddedFilename: string | null;
  text: string | null;
  kind: FragmentKind;
  detection: Detection | null;
  /** Of the document or page that it was copied from (window-title.ts). */
  sourceTitle?: string | null;
}): NameParts {
  const embedded = lastPart(capture.embeddedFilename);
  // The name of a patch is that of the file that it changes, or its own.
  const isPatch = capture.detection?.typeId === 'diff' && !/\.(?:diff|patch)$/i.test(embedded);
  const named = lastPart(capture.givenFilename) || (embedded && isPatch ? `${embedded}.diff` : embedded);
  if (named) return splitName(safeFileName(named));
  const stem = (capture.kind === 'files' ? null : stemOf(capture)) ?? FALLBACK_STEM;
  return splitName(safeFileName(`${stem}${extensionOf(capture)}`));
}

const CELLS_STEM = 'table';

function stemOf({ text, kind, detection, sourceTitle }: Parameters<typeof planName>[0]): string | null {
  const bySource = textStem(sourceTitle ?? '');
  if (kind === 'text' && contentKind({ kind, bytes: text?.length ?? 0, text: text ?? '', type: detection }) === 'table')
    // `table (11).tsv` tells nobody which one it is; the first row does, even of numbers.
    return bySource ?? textStem(columnHeads(text ?? '')) ?? textStem(firstRow(text ?? '')) ?? CELLS_STEM;
  const sure = kind === 'text' && detection !== null && isSureType(detection) ? detection : null;
  return textStem(text ?? '', { isProgram: sure?.group === 'code', typeId: sure?.typeId ?? null }) ?? (kind === 'text' ? null : bySource);
}

function lastPart(name: string | null | undefined): string {
  const part = name?.split(/[/\\]/u).at(-1)?.trim() ?? '';
  return part === '.' || part === '..' ? '' : part;
}

/**
 * The `ordinal`-th file name to try (1: `a.txt`, 2: `a (2).txt`), short enough for its folder; null if not even one character of the stem fits.
 * `directoryUnits` is the length of the folder's path in UTF-16 units, without a trailing separator. Parts must be safe.
 *
 * A stem that was cut gets a hash of the whole name, so that two long names with the same beginning stay distinct, if there is room for it.
 */
export function fitName(order: NameParts & { directoryUnits: number; ordinal: number }): string | null {
  const { extension, directoryUnits, ordinal } = order;
  const tail = ordinal === 1 ? extension : ` (${ordinal})${extension}`;
  const roomUnits = MAX_PATH_UNITS - directoryUnits - 1;
  const fits = (stem: string) => stem.length + tail.length <= roomUnits && utf8Bytes(stem) + utf8Bytes(tail) <= MAX_NAME_BYTES;
  if (fits(order.stem)) return `${order.stem}${tail}`;
  const stem = shortened(order, fits);
  return stem === '' ? null : `${stem}${tail}`;
}

/** The longest beginning of a stem that fits with its hash; without the hash if only that fits; empty if nothing does. */
function shortened(name: NameParts, fits: (stem: string) => boolean): string {
  const suffix = `-${hash32(name.stem + name.extension)}`;
  const beginnings = beginningsOf(name.stem);
  const hashed = beginnings.find((beginning) => fits(beginning + suffix));
  if (hashed !== undefined) return hashed + suffix;
  const bare = beginnings.find((beginning) => fits(beginning) && !isActedOn(beginning + name.extension)) ?? '';
  return DEVICE.test(bare) ? `${bare.slice(0, -1)}_` : bare;
}

/** The beginnings of a stem, longest first; no component has more than 240 characters. */
function beginningsOf(stem: string): string[] {
  const characters = [...stem].slice(0, MAX_NAME_BYTES + 1);
  return characters
    .map((_, cut) => characters.slice(0, -1 - cut).join(''))
    .map((beginning) => withoutEnd(beginning, CLOSING))
    .filter((beginning) => beginning !== '');
}

/** FNV-1a, 32 bits, over UTF-16 units, as 8 hexadecimal digits: keeps names distinct, and is no protection. */
function hash32(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, '0');
}

function utf8Bytes(text: string): number {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
}
