/** How large a picture is, from its head. */
import { isJpeg, jpegSize } from './jpeg-size.ts';

export interface PictureSize {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** What the library reads of a kind that it knows by its first bytes: their sizes may stand behind other data. */
const headBytes = 262_144;
/** Of anything else, which it looks through for an SVG with an expression that takes a square of it. */
const unknownHeadBytes = 4_096;
const signatures: readonly string[] = ['\x89PNG\r\n\x1a\n', 'GIF87a', 'GIF89a', 'BM', 'II*\0', 'MM\0*'];
const brands: ReadonlySet<string> = new Set(['avif', 'avis', 'mif1', 'msf1', 'heic', 'heix', 'hevc', 'hevx']);

/** The size that the picture's header tells, or null when there is none that makes sense. A few kilobytes are read of it, whatever is behind. */
export async function pictureSize(picture: Uint8Array): Promise<PictureSize | null> {
  const size = isJpeg(picture)
    ? jpegSize(picture)
    : await sizeByLibrary(picture.subarray(0, isKnown(picture) ? headBytes : unknownHeadBytes));
  return size !== null && size.width > 0 && size.height > 0 ? size : null;
}

function isKnown(picture: Uint8Array): boolean {
  const start = String.fromCharCode(...picture.subarray(0, 16));
  if (start.startsWith('ftyp', 4)) return brands.has(start.slice(8, 12));
  return (start.startsWith('RIFF') && start.startsWith('WEBPVP8', 8)) || signatures.some((signature) => start.startsWith(signature));
}

async function sizeByLibrary(head: Uint8Array): Promise<PictureSize | null> {
  // Loaded with the first picture: a Hub that sees none does without its memory.
  const { imageSize } = await import('image-size');
  try {
    // The library reads on behind the view, where its buffer goes on: into what others have there.
    const { width, height } = imageSize(head.byteLength === head.buffer.byteLength ? head : new Uint8Array(head));
    return Number.isSafeInteger(width) && Number.isSafeInteger(height) ? { width, height } : null;
  } catch {
    return null; // no picture that the library knows, or a damaged one
  }
}
