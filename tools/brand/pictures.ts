/** All pictures of Hub's mark, by their names under `brand/`: for trays, launchers, windows and the page. They are drawn here once; Hub only reads them. */

import type { TrayCapture, TrayTheme } from '../../src/platform/tray/interface.ts';
import { traySizesPx } from '../../src/platform/tray/tray-pictures.ts';
import { accent, type Colour, drawMark, hexOf, markSvg } from './mark.ts';
import { encodePng } from './png.ts';

/** In high contrast there is only one colour, so only the shape distinguishes the states. */
const colours: Readonly<Record<TrayTheme, Readonly<Record<TrayCapture, Colour>>>> = {
  light: { watching: accent, paused: [0x61, 0x61, 0x61] },
  dark: { watching: [0x62, 0xab, 0xf5], paused: [0xad, 0xad, 0xad] },
  'high-contrast-light': { watching: [0, 0, 0], paused: [0, 0, 0] },
  'high-contrast-dark': { watching: [255, 255, 255], paused: [255, 255, 255] },
};

const launcherSizePx = 256;
/** Of the browser extension: in the toolbar, in lists of extensions, in the stores. */
export const extensionSizesPx = [16, 32, 48, 128] as const;

export function brandPictures(): ReadonlyMap<string, Buffer> {
  const trays = Object.entries(colours).flatMap(([theme, states]) =>
    Object.entries(states).flatMap(([state, stroke]) =>
      traySizesPx.map((sizePx): [string, Buffer] => {
        const pixels = drawMark(sizePx, { form: state as TrayCapture, stroke });
        return [`tray/${theme}/${state}-${sizePx}.png`, encodePng(sizePx, pixels)];
      }),
    ),
  );
  const onWhite = { form: 'watching', stroke: accent, background: [255, 255, 255] } as const;
  const extension = extensionSizesPx.map((sizePx): [string, Buffer] => [
    `extension/${sizePx}.png`,
    encodePng(sizePx, drawMark(sizePx, onWhite)),
  ]);
  const launcher = drawMark(launcherSizePx, onWhite);
  return new Map([
    ['mark.svg', Buffer.from(markSvg(hexOf(accent)))],
    ['launcher.png', encodePng(launcherSizePx, launcher)],
    ...trays,
    ...extension,
  ]);
}
