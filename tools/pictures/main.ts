/**
 * `npm run pictures`: redraws the pictures of the documents from the real program: all of them, or the named ones (`tour`, `window`,
 * `window-picker`, `extension`). It is not needed to run or test Hub. The pictures of the window look better with the fonts Inter and JetBrains Mono
 * (fonts-inter, fonts-jetbrains-mono).
 */
import { drawExtension } from './extension.ts';
import { drawTour } from './tour.ts';
import { drawWindow, lookNames } from './window.ts';

const groups: Readonly<Record<string, () => void | Promise<void>>> = {
  tour: drawTour,
  window: () => drawWindow(),
  extension: drawExtension,
};
const looks = Object.fromEntries(lookNames.map((name) => [name, () => drawWindow(name)]));
const pictures = { ...looks, ...groups };

const named = process.argv.slice(2);
const unknown = named.find((name) => !Object.hasOwn(pictures, name));
if (unknown !== undefined) {
  process.stderr.write(`pictures: unknown picture ${unknown}; choose from: ${Object.keys(pictures).join(', ')}\n`);
  process.exit(2);
}
for (const [name, draw] of Object.entries(named.length === 0 ? groups : pictures))
  if (named.length === 0 || named.includes(name)) await draw();
