/** Ligatures of the fonts of code, drawn as the signs that they stand for. */
import type { GreyPicture } from '../grey-picture.ts';
import { beyond, boxOf, type Ligature } from './ligatures.ts';
import type { Bar } from './stacks-of-bars.ts';

/** In columns: the room beside the first and the last sign together. */
const room = 0.18;
const [white, black] = [255, 0];

/** In columns of the font: how wide they are drawn, and how high above and below their middle. */
const drawn = { equals: 0.72, dash: 0.6, head: 0.62, apart: 0.42, high: 0.42, mark: 0.6, gap: 0.2, dot: 0.42 } as const;

/** @param picture the one that is changed. */
export function drawApart(picture: GreyPicture, { bars, signs }: Ligature): void {
  const { left, right, top, bottom } = boxOf(bars);
  const [column, thick] = [(right - left) / (signs.length - room), Math.max(3, Math.max(...bars.map((bar) => bar.bottom - bar.top)) - 1)];
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  fill(picture, { left: left - 2, right: right + 2, top: top - beyond, bottom: bottom + beyond }, white);
  for (const [at, sign] of [...signs].entries()) {
    const middle = x + (at - (signs.length - 1) / 2) * column;
    const bar = (high: number, wide: number): void =>
      fill(
        picture,
        { left: middle - (wide * column) / 2, right: middle + (wide * column) / 2, top: high - thick / 2, bottom: high + thick / 2 },
        black,
      );
    if (sign === '-') bar(y, drawn.dash);
    else if (sign === '+') {
      bar(y, drawn.equals);
      const high = (drawn.equals * column) / 2;
      fill(picture, { left: middle - thick / 2, right: middle + thick / 2, top: y - high, bottom: y + high }, black);
    } else if (sign === '=') for (const side of [-0.5, 0.5]) bar(y + side * drawn.apart * column, drawn.equals);
    else if (sign === '!') {
      const stroke = { left: middle - thick / 2 - 0.5, right: middle + thick / 2 + 0.5 };
      fill(picture, { ...stroke, top: y - drawn.mark * column, bottom: y + drawn.gap * column }, black);
      fill(picture, { ...stroke, top: y + drawn.dot * column, bottom: y + drawn.mark * column }, black);
    } else drawHead(picture, { x: middle, y, column, thick }, sign === '>' ? 1 : -1);
  }
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly column: number;
  readonly thick: number;
}

/** `>`, or `<` if it points to the left. */
function drawHead(picture: GreyPicture, { x, y, column, thick }: Place, towards: 1 | -1): void {
  const [high, wide] = [drawn.high * column, drawn.head * column];
  for (let row = -high; row <= high; row += 1) {
    const tip = x + towards * (wide / 2 - (Math.abs(row) / high) * wide);
    fill(picture, { left: tip - thick * 0.75, right: tip + thick * 0.75, top: y + row, bottom: y + row + 1 }, black);
  }
}

function fill({ width, height, pixels }: GreyPicture, box: Bar, grey: number): void {
  const [left, right] = [Math.max(0, Math.round(box.left)), Math.min(width, Math.round(box.right))];
  for (let y = Math.max(0, Math.round(box.top)); y < Math.min(height, Math.round(box.bottom)); y += 1)
    if (right > left) pixels.fill(grey, y * width + left, y * width + right);
}
