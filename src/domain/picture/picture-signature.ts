/** Whether bytes begin as a picture does. Loads nothing: the web listener asks it of each file that a browser saves. */
import { isJpeg } from './jpeg-size.ts';

/** Of formats whose size `picture-size.ts` can read. */
const sized: readonly string[] = ['\x89PNG\r\n\x1a\n', 'GIF87a', 'GIF89a', 'BM', 'II*\0', 'MM\0*'];
/** Those of icons, JPEG XL in both its forms, and JPEG 2000. */
const others: readonly string[] = ['\0\0\x01\0', '\xff\x0a', '\0\0\0\x0cJXL ', '\0\0\0\x0cjP  '];
const brands: ReadonlySet<string> = new Set(['avif', 'avis', 'mif1', 'msf1', 'heic', 'heix', 'hevc', 'hevx']);

/** A format of which the size is in the header, at a place that is known. */
export function isSizedPicture(content: Uint8Array): boolean {
  const start = startOf(content);
  if (start.startsWith('ftyp', 4)) return brands.has(start.slice(8, 12));
  return (start.startsWith('RIFF') && start.startsWith('WEBPVP8', 8)) || sized.some((signature) => start.startsWith(signature));
}

/** Any format of pictures. */
export function isPicture(content: Uint8Array): boolean {
  const start = startOf(content);
  return isJpeg(content) || isSizedPicture(content) || others.some((signature) => start.startsWith(signature));
}

function startOf(content: Uint8Array): string {
  return String.fromCharCode(...content.subarray(0, 16));
}
