import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawnText } from '../../../../../test/harness/documents/pictures-of-text.ts';
import type { GreyPicture } from '../grey-picture.ts';
import { laidOut } from '../laying-out/text-of-lines.ts';
import { withGrids } from '../pitch/fixed-pitch.ts';
import type { ReadLine } from '../read-lines.ts';
import { numberedShortText } from './numbered-short-text.ts';
import { countedUp, numbersBeside, withoutNumbers } from './numbers-beside.ts';
import { withCellsRead } from './read-cells.ts';

const dotsPerInch = 150;
/** Of Courier at 12 points. */
const pitch = (0.6 * 12 * dotsPerInch) / 72;
const white = 255;

/** The columns of a picture that have ink. */
function inked({ width, height, pixels }: GreyPicture): { readonly left: number; readonly right: number } {
  const has = (x: number): boolean => Array.from({ length: height }, (_, y) => pixels[y * width + x] ?? white).some((grey) => grey < 200);
  const columns = Array.from({ length: width }, (_, x) => x).filter(has);
  return { left: columns[0] ?? 0, right: (columns.at(-1) ?? 0) + 1 };
}

/** Numbers on the left, and so many columns of room before the code; and what tesseract may make of both. */
async function besideCode(numbers: readonly string[], code: readonly string[], room: number, read: readonly string[]) {
  const [one, other] = [await drawnText(numbers, { dotsPerInch }), await drawnText(code, { dotsPerInch })];
  const [from, to] = [inked(one), inked(other)];
  const edge = Math.round(20 + (from.right - from.left) + room * pitch);
  const picture = { width: edge + (to.right - to.left) + 20, height: Math.max(one.height, other.height), pixels: new Uint8Array() };
  picture.pixels = new Uint8Array(picture.width * picture.height).fill(white);
  const copy = (part: GreyPicture, { left, right }: typeof from, at: number): void => {
    for (let y = 0; y < part.height; y += 1)
      picture.pixels.set(part.pixels.subarray(y * part.width + left, y * part.width + right), y * picture.width + at);
  };
  copy(one, from, 20);
  copy(other, to, edge);
  const rows = bandsOf(picture);
  assert.equal(rows.length, numbers.length, 'each line is apart from the next one');
  const lines = rows.map(({ top, bottom }, at): ReadLine => {
    const symbols = [...(read[at] ?? '')].map((text, place) => {
      const left = place === 0 ? 20 : Math.round(edge + (place - 1) * pitch);
      return { text, left, right: Math.round(left + pitch * 0.9), certainty: 0.7 };
    });
    return { top, bottom, words: [{ symbols: symbols.filter(({ text }) => text !== ' '), top, bottom, certainty: 0.7 }] };
  });
  return { picture, lines };
}

function bandsOf({ width, height, pixels }: GreyPicture): readonly { readonly top: number; readonly bottom: number }[] {
  const bands: { top: number; bottom: number }[] = [];
  for (let y = 0; y < height; y += 1) {
    if (!pixels.subarray(y * width, (y + 1) * width).some((grey) => grey < 225)) continue;
    const last = bands.at(-1);
    if (last !== undefined && y - last.bottom < 4) last.bottom = y + 1;
    else bands.push({ top: y, bottom: y + 1 });
  }
  return bands;
}

const code = ['Hello = print(', 'number_of_lines', 'static int main', 'return [4, 5, 6]', 'while (x) {', 'Hello(number)'];
const misread = ['1Hello = print(', 'Wnumber_of_lines', '_static int main', '4return [4, 5, 6]', '5while (x) {', 'dHello(number)'];

test('numbers beside code are told by their ink, whatever was read there', async () => {
  const { picture, lines } = await besideCode(['1', '2', '3', '4', '5', '6'], code, 0.6, misread);
  const apart =
    numbersBeside(
      picture,
      lines,
      (some) => withGrids(picture, some),
      () => true,
    ) ?? assert.fail('no numbers');
  assert.deepEqual(
    apart.numbers.map(({ words }) => words[0]?.symbols.map(({ text }) => text).join('')),
    ['1', '2', '3', '4', '5', '6'],
  );
  const read = withCellsRead(withoutNumbers(picture, apart.numbers), apart.lines, () => true);
  assert.equal(laidOut(read).text, code.join('\n'));
});

test('what does not count up, or stands in columns of the code, is part of it', async () => {
  const areTold = async (numbers: readonly string[], room = 0.6): Promise<boolean> => {
    const { picture, lines } = await besideCode(numbers, code.slice(0, numbers.length), room, misread);
    return (
      numbersBeside(
        picture,
        lines,
        (some) => withGrids(picture, some),
        () => true,
      ) !== null
    );
  };
  assert.equal(await areTold(['1', '2', '3', '4', '5', '6']), true);
  assert.equal(await areTold(['1', '2', '3']), true);
  assert.equal(await areTold(['7', '7', '7', '7', '7', '7']), false);
  assert.equal(await areTold(['a', 'b', 'c', 'd', 'e', 'f']), false);
  assert.equal(await areTold(['2', '3', '4']), false, 'of so few, from 1 on');
  assert.equal(await areTold(['1', '2', '3', '4', '5', '6'], 1.15), false);
});

test('a number that was read stays, folded code leaves some out, and what does not count up is none', () => {
  assert.deepEqual(countedUp([1, 2, 3, 4, 5, 30, 31, 32]), [1, 2, 3, 4, 5, 30, 31, 32]);
  assert.deepEqual(countedUp([7, 8, null, 10, 11, 12]), [7, 8, 9, 10, 11, 12]);
  assert.deepEqual(countedUp([null, 1, 2, 3, 4, 5, 6, 7, null]), [null, 1, 2, 3, 4, 5, 6, 7, null]);
  assert.equal(countedUp([3, 4, 5, 6, 9, 8, 7]), null);
  assert.equal(countedUp([1, 2, null, 9, 10, 11]), null, 'how many of two are missing is not known');
  assert.equal(countedUp([3, 4, 6, 9, 12, 20]), null);
  assert.deepEqual(countedUp([1, 2, 3]), [1, 2, 3]);
  assert.equal(countedUp([1, null, 3, null]), null);
});

test('two lines of code, with their numbers and a cursor before the first one, are read', async () => {
  const { picture } = await besideCode(['1', '2'], ['n = 4', 'm = 5'], 0.6, ['', '']);
  const textIn = (shown: GreyPicture): string => {
    const numbered = numberedShortText(shown, [], () => true) ?? assert.fail('no text');
    return laidOut([...numbered.numbers, ...withCellsRead(numbered.picture, [], () => true, numbered)]).text;
  };
  assert.equal(textIn(picture), '1  n = 4\n2  m = 5');
  const [first, second] = bandsOf(picture);
  assert.ok(first !== undefined && second !== undefined);
  const edge = Math.round(
    20 + (inked(await drawnText(['2'], { dotsPerInch })).right - inked(await drawnText(['2'], { dotsPerInch })).left) + 0.6 * pitch,
  );
  for (let y = first.top - 5; y < second.top - 2; y += 1) picture.pixels[y * picture.width + edge - 2] = 0;
  assert.equal(textIn(picture), '1  n = 4\n2  m = 5', 'with a cursor');
  const later = await besideCode(['2', '3'], ['n = 4', 'm = 5'], 0.6, ['', '']);
  assert.ok(numberedShortText(later.picture, [], () => true) === null);
});
