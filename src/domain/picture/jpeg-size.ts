/**
 * The size of a JPEG, from its first frame, and its other segments. Reads the segments as decoders do (ITU-T T.81, annex B; `next_marker` of libjpeg) and skips bytes between
 * two segments, so that the measured picture is the drawn one. Reads each byte once at most.
 */

const markerSign = 0xff;
const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;
/** Colour profiles and a thumbnail may precede the frame; a frame after more than this is not found. */
const mostBytes = 4 * 2 ** 20;
/** Markers without a length. */
const isAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= startOfImage);
/** The frame markers, without the three tables among their numbers. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

export function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === markerSign && bytes[1] === startOfImage && bytes[2] === markerSign;
}

/** What follows this start in a segment with this marker, before the first scan; null if there is none. */
export function jpegSegment(bytes: Uint8Array, wanted: number, start: string): Uint8Array | null {
  for (const { marker, at, length } of segments(bytes)) {
    const content = bytes.subarray(at + 2, at + length);
    if (marker === wanted && String.fromCharCode(...content.subarray(0, start.length)) === start) return content.subarray(start.length);
  }
  return null;
}

/** Null if no frame is found before the first scan, or in the data at hand. */
export function jpegSize(bytes: Uint8Array): { readonly width: number; readonly height: number } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (const { marker, at } of segments(bytes))
    if (isFrame(marker)) return { width: view.getUint16(at + 5), height: view.getUint16(at + 3) };
  return null;
}

interface Segment {
  readonly marker: number;
  /** Of its length, which counts itself. */
  readonly at: number;
  readonly length: number;
}

/** Those with a length, up to the first scan, or to what is cut off. */
function* segments(bytes: Uint8Array): Generator<Segment> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = Math.min(bytes.length, mostBytes);
  for (let at = 2; at < end; ) {
    while (at < end && bytes[at] !== markerSign) at += 1;
    while (bytes[at] === markerSign) at += 1;
    const marker = bytes[at] ?? endOfImage;
    at += 1;
    if (marker === 0 || isAlone(marker)) continue;
    if (marker === endOfImage || marker === startOfScan || at + 7 > bytes.length) return;
    const length = view.getUint16(at);
    yield { marker, at, length };
    at += length;
  }
}
