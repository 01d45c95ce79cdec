/** The line of a match for a terminal: what matches is bold there, and control characters are blanks. */
import { styleText } from 'node:util';
import type { ListedFragment } from '../../contract/bridge.ts';
import type { Surface } from '../surface.ts';
import { cutToWidth, displayWidth, flat } from '../table.ts';

/** Of at most `limit` columns; what is cut is marked. */
export function matchOnOneLine({ terminal }: Surface, { text, marks }: NonNullable<ListedFragment['match']>, limit: number): string {
  const pieces: string[] = [];
  let [at, left] = [0, limit];
  const add = (to: number, isMarked: boolean): void => {
    const piece = flat(text.slice(at, to));
    const shown = left > 0 ? cutToWidth(piece, left) : '';
    at = to;
    if (left > 0 && shown !== '')
      pieces.push(isMarked && terminal ? styleText(['bold', 'underline'], shown, { stream: process.stdout }) : shown);
    left -= displayWidth(piece);
  };
  for (const [from, to] of marks) {
    add(from, false);
    add(to, true);
  }
  add(text.length, false);
  return pieces.join('');
}
