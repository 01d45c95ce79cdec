/**
 * How large a JPEG is, by its first frame. Its segments are walked as decoders walk them (ITU-T T.81, annex B; `next_marker` of libjpeg): bytes that
 * stand between two segments are passed over, so that what is drawn is what was measured. Each byte is looked at once at most.
 */

const markerSign = 0xff;
const startOfImage = 0xd8;
const endOfImage = 0xd9;
const startOfScan = 0xda;
/** What stands before the frame is colours and a small picture; one that is behind all this is not looked for. */
const mostBytes = 4 * 2 ** 20;
/** Markers that stand alone: no length is behind them. */
const isAlone = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= startOfImage);
/** The frames, without the three tables among their numbers. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

export function isJpeg(bytes: Uint8Array): boolean {
  return bytes[0] === markerSign && bytes[1] === startOfImage && bytes[2] === markerSign;
}

/** Null where no frame is found before the first scan, or in what there is of it. */
export function jpegSize(bytes: Uint8Array): { readonly width: number; readonly height: number } | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = Math.min(bytes.length, mostBytes);
  for (let at = 2; at < end; ) {
    while (at < end && bytes[at] !== markerSign) at += 1;
    while (bytes[at] === markerSign) at += 1;
    const marker = bytes[at] ?? endOfImage;
    at += 1;
    if (marker === 0 || isAlone(marker)) continue;
    if (marker === endOfImage || marker === startOfScan || at + 7 > bytes.length) return null;
    if (isFrame(marker)) return { width: view.getUint16(at + 5), height: view.getUint16(at + 3) };
    at += view.getUint16(at);
  }
  return null;
}
