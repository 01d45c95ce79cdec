/** One page of a TIFF as a file of its own: a scan of hundreds of megabytes is never held, and the thread that decodes a page gets no other one. */
import { NoText } from '../../no-text.ts';
import { type BytesAt, isLittleEndian, type TiffDirectory } from './tiff-directory.ts';

/** Of each type of values (TIFF 6.0, section 2), in bytes. */
const sizes: readonly number[] = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];
const [short, long] = [3, 4];
const entryBytes = 12;
const headerBytes = 8;
/** Where the pixels are, in strips or in tiles, and how many bytes each has. */
const places: ReadonlyMap<number, number> = new Map([
  [273, 279],
  [324, 325],
]);
/** Offsets to other things than values, of which no pixel is made: another form of the page (SubIFDs), and a JPEG that no decoder here reads. */
const leftOut: ReadonlySet<number> = new Set([330, 513, 514, 519, 520, 521]);
/** From here on are tags of programs: profiles, thumbnails, what a camera notes. */
const firstPrivate = 32_768;
/** A page of the most pixels has so many bytes, with 16 bits for each of three colours; and so many of values, in strips of a line each. */
const [mostPixelBytes, mostValueBytes] = [128 * 1024 * 1024, 8 * 1024 * 1024];
const chunkBytes = 1024 * 1024;

interface Entry {
  readonly tag: number;
  readonly type: number;
  readonly count: number;
  readonly value: Uint8Array;
}

/** Of its own memory. Strips that are cut off are shorter. Throws `NoText`. */
export function tiffPage(source: BytesAt, { at }: Pick<TiffDirectory, 'at'>): Uint8Array<ArrayBuffer> {
  const header = source.read(0, headerBytes);
  const isLittle = isLittleEndian(header);
  const entries = entriesOf(source, at, isLittle);
  const [offsetTag, countTag] = [...places].find(([tag]) => entries.some((entry) => entry.tag === tag)) ?? [0, 0];
  const offsets = numbersOf(entries, offsetTag, isLittle);
  const counts = numbersOf(entries, countTag, isLittle);
  if (offsets.length === 0 || offsets.length !== counts.length) throw new NoText('damaged');
  const lengths = offsets.map((offset, index) => Math.max(0, Math.min(counts[index] ?? 0, source.size - offset)));
  const pixelBytes = lengths.reduce((sum, length) => sum + length, 0);
  if (pixelBytes > mostPixelBytes) throw new NoText('too-large');
  const bytesOf = ({ value }: Entry): number => (value.length > 4 ? value.length + (value.length % 2) : 0);
  const valuesAt = headerBytes + 2 + entries.length * entryBytes + 4;
  const pixelsAt = entries.reduce((end, entry) => end + bytesOf(entry), valuesAt);
  const file = new Uint8Array(pixelsAt + pixelBytes);
  const view = new DataView(file.buffer);
  file.set(header.subarray(0, 4));
  view.setUint32(4, headerBytes, isLittle);
  view.setUint16(headerBytes, entries.length, isLittle);
  const moved = startsOf(pixelsAt, lengths);
  let valueAt = valuesAt;
  for (const [index, entry] of entries.entries()) {
    const to = headerBytes + 2 + index * entryBytes;
    view.setUint16(to, entry.tag, isLittle);
    view.setUint16(to + 2, entry.type, isLittle);
    view.setUint32(to + 4, entry.count, isLittle);
    const target = bytesOf(entry) === 0 ? to + 8 : valueAt;
    if (target === valueAt) view.setUint32(to + 8, valueAt, isLittle);
    file.set(entry.value, target);
    const numbers = entry.tag === offsetTag ? moved : entry.tag === countTag ? lengths : [];
    for (const [place, number] of numbers.entries()) view.setUint32(target + place * 4, number, isLittle);
    valueAt += bytesOf(entry);
  }
  for (const [index, length] of lengths.entries())
    copy(source, offsets[index] ?? 0, file.subarray(moved[index], (moved[index] ?? 0) + length));
  return file;
}

/** Those that pixels are made of; places and lengths have four bytes each, whatever they had. */
function entriesOf(source: BytesAt, at: number, isLittle: boolean): readonly Entry[] {
  const view = viewOf(source.read(at, 2));
  const count = view.byteLength < 2 ? 0 : view.getUint16(0, isLittle);
  const directory = viewOf(source.read(at + 2, count * entryBytes));
  const entries: Entry[] = [];
  let held = 0;
  for (let from = 0; from + entryBytes <= directory.byteLength; from += entryBytes) {
    const [tag, type] = [directory.getUint16(from, isLittle), directory.getUint16(from + 2, isLittle)];
    const number = directory.getUint32(from + 4, isLittle);
    const bytes = (sizes[type] ?? 0) * number;
    if (bytes === 0 || tag >= firstPrivate || leftOut.has(tag)) continue;
    held += bytes;
    if (held > mostValueBytes) throw new NoText('too-large');
    const value = bytes <= 4 ? source.read(at + 2 + from + 8, 4) : source.read(directory.getUint32(from + 8, isLittle), bytes);
    if (value.length < Math.min(bytes, 4) || (bytes > 4 && value.length < bytes)) throw new NoText('damaged');
    const isOfPlaces = places.has(tag) || [...places.values()].includes(tag);
    entries.push(
      isOfPlaces && type === short ? widened({ tag, type, count: number, value }, isLittle) : { tag, type, count: number, value },
    );
  }
  return entries;
}

function widened({ tag, count, value }: Entry, isLittle: boolean): Entry {
  const [from, to] = [viewOf(value), new DataView(new ArrayBuffer(count * 4))];
  for (let index = 0; index < count; index += 1) to.setUint32(index * 4, from.getUint16(index * 2, isLittle), isLittle);
  return { tag, type: long, count, value: new Uint8Array(to.buffer) };
}

function numbersOf(entries: readonly Entry[], wanted: number, isLittle: boolean): readonly number[] {
  const entry = entries.find(({ tag, type }) => tag === wanted && type === long);
  if (entry === undefined) return [];
  const view = viewOf(entry.value);
  return Array.from({ length: entry.count }, (_, index) => view.getUint32(index * 4, isLittle));
}

function startsOf(first: number, lengths: readonly number[]): readonly number[] {
  let at = first;
  return lengths.map((length) => {
    at += length;
    return at - length;
  });
}

function copy(source: BytesAt, from: number, target: Uint8Array): void {
  for (let at = 0; at < target.length; at += chunkBytes) target.set(source.read(from + at, Math.min(chunkBytes, target.length - at)), at);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
