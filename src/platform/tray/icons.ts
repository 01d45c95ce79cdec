/** Hub's mark as the tray shows it: in the colours of a theme, in the sizes of a display's scale. */
import type { TrayCapture, TrayTheme } from './interface.ts';
import { accent, type Colour, drawMark } from './mark.ts';

export interface Picture {
  readonly sizePx: number;
  /** RGBA, row by row. */
  readonly pixels: Buffer;
}

/** In high contrast there is one colour, and the shape alone tells the states apart. */
const colours: Readonly<Record<TrayTheme, Readonly<Record<TrayCapture, Colour>>>> = {
  light: { watching: accent, paused: [0x61, 0x61, 0x61] },
  dark: { watching: [0x62, 0xab, 0xf5], paused: [0xad, 0xad, 0xad] },
  'high-contrast-light': { watching: [0, 0, 0], paused: [0, 0, 0] },
  'high-contrast-dark': { watching: [255, 255, 255], paused: [255, 255, 255] },
};

/** What trays show, in units of the scale: a host takes the one that fits. Few, since each costs time whenever a host looks. */
const usualSizes = [16, 22, 24];
/** For a host that shows large icons, or has another scale than the window. */
const spareSizePx = 32;
const greatestPx = 256;

/** The sizes that a host at this scale may want, in pixels, the smallest first. */
export function sizesFor(scale: number): readonly number[] {
  const wanted = usualSizes.map((size) => Math.min(greatestPx, Math.round(size * validScale(scale))));
  return [...new Set([...wanted, spareSizePx])].toSorted((one, other) => one - other);
}

/** The side of a small icon at this scale, where only one is given: 16 units of 1/96 inch (SM_CXSMICON). */
export function smallSizeFor(scale: number): number {
  return Math.min(greatestPx, Math.round(16 * validScale(scale)));
}

export function trayPicture(theme: TrayTheme, capture: TrayCapture, sizePx: number): Picture {
  return { sizePx, pixels: drawMark(sizePx, { form: capture, stroke: colours[theme][capture] }) };
}

function validScale(scale: number): number {
  return Number.isFinite(scale) && scale >= 1 ? scale : 1;
}
