/**
 * Hub's mark as the tray shows it: in the colours of a theme, in the sizes for a display's scale. The pictures are files under `brand/`, made by
 * `tools/brand/`; nothing is drawn here.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inflateSync } from 'node:zlib';
import type { TrayCapture, TrayTheme } from './interface.ts';

export interface Picture {
  readonly sizePx: number;
  /** RGBA, row by row. */
  readonly pixels: Buffer;
}

const folder = path.join(import.meta.dirname, '../../../brand/tray');

/** The available sizes, smallest first: the mark is sharp on the pixels of each. */
export const traySizesPx: readonly number[] = [16, 20, 22, 24, 28, 32, 36, 44, 48, 64, 72, 96];

/** The usual sizes of trays, in units of the scale: a host uses the one that fits. Few, because each costs time whenever a host reads them. */
const usualSizes = [16, 22, 24];
/** For a host that shows large icons, or has another scale than the window. */
const spareSizePx = 32;

/** The sizes that a host at this scale may need, in pixels, smallest first. */
export function sizesFor(scale: number): readonly number[] {
  const wanted = usualSizes.map((size) => sizeFrom(size * validScale(scale)));
  return [...new Set([...wanted, spareSizePx])].toSorted((one, other) => one - other);
}

/** The side of a small icon at this scale, where only one is used: 16 units of 1/96 inch (SM_CXSMICON). */
export function smallSizeFor(scale: number): number {
  return sizeFrom(16 * validScale(scale));
}

/** A grey square where the file is missing or damaged: whoever has lost a picture still finds the icon, and Hub runs on. */
export function trayPicture(theme: TrayTheme, capture: TrayCapture, sizePx: number, pictures: string = folder): Picture {
  const side = sizeFrom(sizePx);
  try {
    const picture = decodePng(readFileSync(path.join(pictures, theme, `${capture}-${side}.png`)));
    if (picture.sizePx === side && picture.pixels.length === 4 * side * side) return picture;
  } catch {
    // not to be read, or not what `tools/brand/` writes
  }
  return { sizePx: side, pixels: Buffer.alloc(4 * side * side, grey) };
}

/** Of each colour, and of the opacity. */
const grey = 0x80;

/** The smallest one that is large enough, because scaling down loses little. */
function sizeFrom(sizePx: number): number {
  return traySizesPx.find((size) => size >= Math.round(sizePx)) ?? Math.max(...traySizesPx);
}

function validScale(scale: number): number {
  return Number.isFinite(scale) && scale >= 1 ? scale : 1;
}

/** A square PNG as `tools/brand/png.ts` writes it: RGBA, one data chunk, no filters. Not a reader for other PNGs. */
export function decodePng(file: Buffer): Picture {
  const [widthAt, dataAt] = [16, 33];
  const sizePx = file.readUInt32BE(widthAt);
  const lines = inflateSync(file.subarray(dataAt + 8, dataAt + 8 + file.readUInt32BE(dataAt)));
  const lineBytes = 1 + 4 * sizePx;
  const rows = Array.from({ length: sizePx }, (_, y) => lines.subarray(y * lineBytes + 1, (y + 1) * lineBytes));
  return { sizePx, pixels: Buffer.concat(rows) };
}
