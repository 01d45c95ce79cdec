/** The size of a picture, from its header. */
import { isJpeg, jpegSize } from './jpeg-size.ts';
import { isSizedPicture } from './picture-signature.ts';

export interface PictureSize {
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** What the library reads of a format that it recognizes by its first bytes: the size may come after other data. */
const headBytes = 262_144;
/** For anything else, which it searches for an SVG with an expression that takes quadratic time. */
const unknownHeadBytes = 4_096;

/** The size in the picture's header, or null if there is none or it is not plausible. Reads only a few kilobytes, however large the picture is. */
export async function pictureSize(picture: Uint8Array): Promise<PictureSize | null> {
  const size = isJpeg(picture)
    ? jpegSize(picture)
    : await sizeByLibrary(picture.subarray(0, isSizedPicture(picture) ? headBytes : unknownHeadBytes));
  return size !== null && size.width > 0 && size.height > 0 ? size : null;
}

async function sizeByLibrary(head: Uint8Array): Promise<PictureSize | null> {
  // Loaded with the first picture: a Hub that sees none saves this memory.
  const { imageSize } = await import('image-size');
  try {
    // The library would read on beyond the view, to the end of its buffer, which contains other data.
    const { width, height } = imageSize(head.byteLength === head.buffer.byteLength ? head : new Uint8Array(head));
    return Number.isSafeInteger(width) && Number.isSafeInteger(height) ? { width, height } : null;
  } catch {
    return null; // not a picture that the library knows, or a damaged one
  }
}
