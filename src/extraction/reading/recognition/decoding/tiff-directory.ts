/** The directories of a TIFF (TIFF 6.0, section 2), of which an Exif segment is made too: one for each page, with numbers by their tags. */

export const tiffTags = { subfile: 254, width: 256, height: 257, orientation: 274 } as const;

export interface TiffDirectory {
  /** From the beginning of the file. */
  readonly at: number;
  /** Of `tiffTags`, those that are whole numbers and stand in the directory itself. */
  readonly numbers: ReadonlyMap<number, number>;
}

const entryBytes = 12;
const [short, long] = [3, 4];
const wanted: ReadonlySet<number> = new Set(Object.values(tiffTags));
/** Of one directory, many times what is written; and of all: directories may overlap, so the size of the file does not bound them. */
const [mostEntries, mostEntriesOfAll] = [4_096, 200_000];

/** A file that is read in parts. */
export interface BytesAt {
  readonly size: number;
  /** As many bytes as there are from there on. */
  read(at: number, length: number): Uint8Array;
}

/** Bytes that are held. */
export function heldBytes(bytes: Uint8Array): BytesAt {
  return { size: bytes.length, read: (at, length) => bytes.subarray(at, at + length) };
}

/** As many as there are, up to `most`; none in what is no TIFF. What is damaged ends them, and so does one that was there before. */
export function tiffDirectories(source: BytesAt, most: number): readonly TiffDirectory[] {
  const header = source.read(0, 8);
  if (header.length < 8) return [];
  const isLittle = isLittleEndian(header);
  if (viewOf(header).getUint16(2, isLittle) !== 42) return [];
  const found = new Map<number, TiffDirectory>();
  let entries = 0;
  for (let at = viewOf(header).getUint32(4, isLittle); at >= 8 && at + 2 <= source.size && found.size < most && !found.has(at); ) {
    const count = viewOf(source.read(at, 2)).getUint16(0, isLittle);
    const end = 2 + count * entryBytes;
    entries += count;
    if (at + end + 4 > source.size || count > mostEntries || entries > mostEntriesOfAll) break;
    const view = viewOf(source.read(at, end + 4));
    const numbers = new Map<number, number>();
    for (let entry = 2; entry < end; entry += entryBytes) {
      const [tag, type] = [view.getUint16(entry, isLittle), view.getUint16(entry + 2, isLittle)];
      if (!wanted.has(tag) || view.getUint32(entry + 4, isLittle) !== 1 || (type !== short && type !== long)) continue;
      const value = type === short ? view.getUint16(entry + 8, isLittle) : view.getUint32(entry + 8, isLittle);
      numbers.set(tag, value);
    }
    found.set(at, { at, numbers });
    at = view.getUint32(end, isLittle);
  }
  return [...found.values()];
}

export function isLittleEndian(bytes: Uint8Array): boolean {
  return bytes[0] === 0x49;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
