import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { drawnText } from '../../../../../test/harness/documents/pictures-of-text.ts';
import type { GreyPicture } from '../grey-picture.ts';
import { laidOut } from '../laying-out/text-of-lines.ts';
import type { ReadLine } from '../read-lines.ts';
import { withCellsRead } from './read-cells.ts';
import { shortText, shortTextWithCursor } from './short-text.ts';

const always = (): boolean => true;

function readIn(picture: GreyPicture, read: readonly ReadLine[] = []): string | null {
  const short = shortText(picture, read, always);
  return short === null ? null : laidOut(withCellsRead(picture, read, always, short)).text;
}

test('lines of few characters have their columns and blanks, whatever was read there', async () => {
  const texts = [
    ['x = 1', 'print(x)'],
    ['a[i] = b'],
    ['n += 1', 'm -= 2'],
    ['if (a)', '  b();'],
    ['10 20', '30 40'],
    ['npm i', 'npm t'],
    ['x = 1', '', 'n = 2'],
  ];
  for (const dotsPerInch of [150, 220])
    for (const lines of texts) assert.equal(readIn(await drawnText(lines, { dotsPerInch })), lines.join('\n'), `at ${dotsPerInch}`);
});

test('a cursor in one of the lines is left out', async () => {
  const code = ['if (a) {', '  b(a);', '}'];
  const picture = await drawnText(code, { dotsPerInch: 150 });
  assert.equal(shortTextWithCursor(picture, [], always), null, 'there is none');
  const { width, pixels } = picture;
  const isInked = (y: number): boolean => pixels.subarray(y * width, (y + 1) * width).some((grey) => grey < 128);
  const rows = Array.from({ length: picture.height }, (_, y) => y).filter(isInked);
  const top = rows.find((y, at) => y - (rows[at - 1] ?? y) > 6) ?? assert.fail('one line');
  const end = Math.max(...rows.map((y) => pixels.subarray(y * width, (y + 1) * width).findLastIndex((grey) => grey < 128))) + 2;
  const shown = pixels.slice();
  for (let y = top - 4; y < top + 22; y += 1) shown.fill(0, y * width + end, y * width + end + 2);
  const withCursor = { ...picture, pixels: shown };
  assert.notEqual(readIn(withCursor), code.join('\n'));
  const short = shortTextWithCursor(withCursor, [], always) ?? assert.fail('no text');
  assert.equal(laidOut(withCellsRead(short.picture, [], always, short)).text, code.join('\n'));
});

test('text in a font of several widths has no columns', async () => {
  for (const line of ['Cancel', 'Read more', 'Delete this?', '+ Add', 'Inbox (3)', 'Save as', 'Lilli fills it', 'Total 42.50'])
    assert.equal(readIn(await drawnText([line], { font: 'Helvetica', dotsPerInch: 150 })), null, line);
});

test('whether a ring is a zero is as it was read', async () => {
  const picture = await drawnText(['v = 0'], { dotsPerInch: 220 });
  const line = shortText(picture, [], always)?.lines[0] ?? assert.fail('no line');
  const symbols = line.words[0]?.symbols ?? [];
  const asRead = (zero: string): ReadLine => ({
    top: line.top,
    bottom: line.bottom,
    words: [
      {
        symbols: symbols.map((symbol, at) => ({ ...symbol, text: ['v', '=', zero][at] ?? '', certainty: 0.9 })),
        top: line.top,
        bottom: line.bottom,
        certainty: 0.9,
      },
    ],
  });
  assert.equal(readIn(picture, [asRead('0')]), 'v = 0');
  assert.equal(readIn(picture, [asRead('O')]), 'v = O');
});

test('a text in which a letter with an accent was read is left alone', async () => {
  const picture = await drawnText(['v = 0'], { dotsPerInch: 220 });
  const symbols = [{ text: '\u00e9', left: 1, right: 9, certainty: 0.5 }];
  const words = [{ symbols, top: 0, bottom: 20, certainty: 0.5 }];
  assert.equal(readIn(picture, [{ top: 0, bottom: 20, words }]), null);
});

test('a line of a few dots, as long as a picture can be, is left alone without trying each width', () => {
  const [width, height] = [65_535, 9];
  const pixels = new Uint8Array(width * height).fill(255);
  for (let dot = 0; dot < 60; dot += 1) pixels[4 * width + dot * 1_090 + 5] = 0;
  const begun = process.cpuUsage();
  assert.equal(shortText({ width, height, pixels }, [], always), null);
  const { user, system } = process.cpuUsage(begun);
  assert.ok(user + system < 1_500_000, `${user + system} microseconds`);
});

test('longer texts and pictures of anything are left alone', async () => {
  assert.equal(readIn(await drawnText(['a = 1', 'b = 2', 'c = 3', 'd = 4', 'e = 5'], { dotsPerInch: 150 })), null);
  assert.equal(readIn(await drawnText(['x'.repeat(70)], { dotsPerInch: 150 })), null);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 60 }),
      fc.integer({ min: 1, max: 60 }),
      fc.infiniteStream(fc.constantFrom(0, 255)),
      (width, height, stream) => {
        const pixels = Uint8Array.from({ length: width * height }, () => stream.next().value as number);
        shortText({ width, height, pixels }, [], always);
      },
    ),
    { numRuns: 200 },
  );
});
