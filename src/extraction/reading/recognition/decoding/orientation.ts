/** Which way up a picture is shown: cameras store it as their sensor has it, and say how to turn it (Exif 2.32, 4.6.4, tag 274). */
import { jpegSegment } from '../../../../domain/picture/jpeg-size.ts';
import type { GreyPicture } from '../grey-picture.ts';
import { heldBytes, type TiffDirectory, tiffDirectories, tiffTags } from './tiff-directory.ts';

const exifMarker = 0xe1;
const exifStart = 'Exif\0\0';
/** As it is stored. */
const upright = 1;
/** From here on, rows are columns. */
const firstOnItsSide = 5;

/** 1 to 8; 1 for what says nothing of it. */
export function orientationOfJpeg(bytes: Uint8Array): number {
  const exif = jpegSegment(bytes, exifMarker, exifStart);
  const [first] = exif === null ? [] : tiffDirectories(heldBytes(exif), 1);
  return first === undefined ? upright : orientationIn(first);
}

export function orientationIn({ numbers }: TiffDirectory): number {
  const value = numbers.get(tiffTags.orientation) ?? upright;
  return value >= 1 && value <= 8 ? value : upright;
}

export function isOnItsSide(orientation: number): boolean {
  return orientation >= firstOnItsSide;
}

/** As it is shown. */
export function turned(picture: GreyPicture, orientation: number): GreyPicture {
  if (orientation === upright) return picture;
  const isOnSide = isOnItsSide(orientation);
  const [width, height] = isOnSide ? [picture.height, picture.width] : [picture.width, picture.height];
  /** Whether the first row, and the first column, that are stored are the last that are shown. */
  const [lastRow, lastColumn] = [[3, 4, 7, 8].includes(orientation), [2, 3, 6, 7].includes(orientation)];
  const pixels = new Uint8Array(picture.pixels.length);
  for (let y = 0, to = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1, to += 1) {
      const [column, row] = [lastColumn ? width - 1 - x : x, lastRow ? height - 1 - y : y];
      pixels[to] = picture.pixels[isOnSide ? column * picture.width + row : row * picture.width + column] ?? 0;
    }
  return { width, height, pixels };
}
