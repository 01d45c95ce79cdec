/**
 * `npm run pictures`: makes the pictures of the documents anew, from the program as it is. All of them, or those that are named: `tour`, `window`.
 * Nobody needs it to run or test Hub. The window's look better where the fonts Inter and JetBrains Mono are (fonts-inter, fonts-jetbrains-mono).
 */
import { drawTour } from './tour.ts';
import { drawWindow } from './window.ts';

const pictures: Readonly<Record<string, () => void | Promise<void>>> = { tour: drawTour, window: drawWindow };

const named = process.argv.slice(2);
const unknown = named.find((name) => !Object.hasOwn(pictures, name));
if (unknown !== undefined) {
  process.stderr.write(`pictures: there is no ${unknown}; there are ${Object.keys(pictures).join(', ')}\n`);
  process.exit(2);
}
for (const [name, draw] of Object.entries(pictures)) if (named.length === 0 || named.includes(name)) await draw();
