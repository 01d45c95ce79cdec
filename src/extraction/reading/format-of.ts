/** The format of a file, by its bytes; its name tells only a text of separated values from any other text. What a picture needs nothing of is loaded when it is needed. */
import type { ReadableFormat } from '../../contract/extraction.ts';
import { NoText } from './no-text.ts';
import type { SourceFile } from './source-file.ts';
import { ZipFile } from './zip-file.ts';

export interface KnownFormat {
  readonly format: ReadableFormat;
  readonly zip: ZipFile | null;
}

const headBytes = 65_536;
const mostOfOffice = 64;
const openDocuments: Readonly<Record<string, ReadableFormat>> = { text: 'odt', spreadsheet: 'ods', presentation: 'odp' };
const zipSignatures = ['PK\x03\x04', 'PK\x05\x06', 'PK\x07\x08'];
const pictures = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x49, 0x49, 0x2a, 0x00],
  [0x4d, 0x4d, 0x00, 0x2a],
];

/** Rejects with `NoText`, which is `unsupported` for what no reader knows. */
export async function formatOf(source: SourceFile, name: string | null): Promise<KnownFormat> {
  const head = source.read(0, headBytes);
  if (head.length === 0) return { format: 'text', zip: null };
  const latin = head.toString('latin1');
  if (zipSignatures.some((signature) => latin.startsWith(signature))) return zipFormat(source);
  const format = binaryFormat(source, head, latin);
  if (format !== null) return { format, zip: null };
  const { textFormat } = await import('./text-format.ts');
  const text = await textFormat(head, name);
  if (text === null) throw new NoText('unsupported');
  return { format: text, zip: null };
}

function binaryFormat(source: SourceFile, head: Buffer, latin: string): ReadableFormat | null {
  // Readers accept some bytes before it (ISO 32000-2, Annex I).
  if (latin.slice(0, 1_024).includes('%PDF-')) return 'pdf';
  if (latin.startsWith('{\\rtf')) return 'rtf';
  if (latin.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) return compoundFormat(source);
  if (latin.startsWith('\x1f\x8b') || latin.slice(257, 262) === 'ustar') return 'archive';
  if (pictures.some((signature) => signature.every((byte, at) => head[at] === byte))) return 'image';
  if (latin.startsWith('RIFF') && latin.slice(8, 12) === 'WEBP') return 'image';
  if (latin.startsWith('BM') && latin.slice(6, 10) === '\0\0\0\0') return 'image';
  return null;
}

async function zipFormat(source: SourceFile): Promise<KnownFormat> {
  const zip = new ZipFile(source);
  return { format: await formatInZip(zip), zip };
}

async function formatInZip(zip: ZipFile): Promise<ReadableFormat> {
  const type = zip.entry('mimetype') === undefined ? '' : (zip.text('mimetype', 4_096) ?? '').trim();
  if (type === 'application/epub+zip' || zip.entry('META-INF/container.xml') !== undefined) {
    if (type !== '' || zip.entries.some(({ name }) => name.endsWith('.opf'))) return 'epub';
  }
  const open = /^application\/vnd\.oasis\.opendocument\.(text|spreadsheet|presentation)(?:-template|-web|-master)?$/.exec(type)?.[1];
  if (open !== undefined) return openDocument(zip, openDocuments[open] ?? 'odt');
  return (await officeFormat(zip)) ?? 'archive';
}

/** An encrypted one has a table of keys in its manifest (OpenDocument 1.3 part 2, §3.4), and is refused as a whole. */
function openDocument(zip: ZipFile, format: ReadableFormat): ReadableFormat {
  if (zip.entry('encrypted-package') !== undefined) throw new NoText('encrypted');
  if ((zip.text('META-INF/manifest.xml', 4 * 1024 * 1024) ?? '').includes('encryption-data')) throw new NoText('encrypted');
  return format;
}

async function officeFormat(zip: ZipFile): Promise<ReadableFormat | null> {
  if (zip.entry('[Content_Types].xml') === undefined) return null;
  const { mainPart } = await import('./package-relations.ts');
  const folder = (mainPart(zip) ?? '').split('/')[0];
  if (folder === 'word') return 'docx';
  if (folder === 'ppt') return 'pptx';
  return folder === 'xl' ? 'xlsx' : null;
}

/** An older container (MS-CFB), by the names in its directory: 64 bytes of UTF-16, at the start of an entry of 128 bytes. */
function compoundFormat(source: SourceFile): ReadableFormat {
  const names = new Set<string>();
  const header = source.read(0, 512);
  const sector = 1 << (header.length < 512 ? 9 : header.readUInt16LE(30));
  let at = header.length < 512 ? 0 : (header.readUInt32LE(48) + 1) * sector;
  // Its first sectors are one after the other in all but much edited files.
  for (let index = 0; index < mostOfOffice; index += 1, at += 128) {
    const entry = source.read(at, 128);
    if (entry.length < 128) break;
    const bytes = entry.readUInt16LE(64);
    if (bytes >= 2 && bytes <= 64) names.add(entry.toString('utf16le', 0, bytes - 2));
  }
  if (names.has('EncryptedPackage')) throw new NoText('encrypted');
  if (names.has('Workbook') || names.has('Book')) return 'xls';
  if (names.has('WordDocument') || names.has('PowerPoint Document')) throw new NoText('old-format');
  throw new NoText(names.size === 0 ? 'damaged' : 'unsupported');
}
