import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { ChildMemory } from '../../test/harness/child-memory.ts';
import { textPdf } from '../../test/harness/documents/pdf-documents.ts';
import { drawnText, greyTiff, pictureFormats, scannedPdf } from '../../test/harness/documents/pictures-of-text.ts';
import { gradientPng } from '../../test/harness/gradient-png.ts';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import { type ExtractionOptions, extractionLimits, extractionOptions } from '../contract/extraction.ts';
import { Extractor, type ExtractorParts } from './extractor.ts';
import { turned } from './reading/recognition/decoding/orientation.ts';
import { heldBytes, tiffDirectories } from './reading/recognition/decoding/tiff-directory.ts';
import { levelled } from './reading/recognition/upright/levelled.ts';
import type { Extracted } from './reading-process.ts';

type Read = (bytes: Buffer, options?: Partial<ExtractionOptions>) => Promise<Extracted>;

/** One process for all pictures of a test. */
function rig(t: TestContext, parts: ExtractorParts = {}): Read {
  const folder = temporaryHome(t, () => extractor[Symbol.dispose]());
  const extractor = new Extractor(parts);
  return (bytes, options = {}) => {
    const file = path.join(folder, 'file.bin');
    writeFileSync(file, bytes);
    return extractor.extract({ order: { path: file, options: { ...extractionOptions.parse({}), ...options } } });
  };
}

const textOf = (extracted: Extracted): string => (extracted.ok ? extracted.value.text : extracted.reason);

const code = ['def turn(tide):', '    while tide.high:', '        wait(tide)', '    return tide.next'];

test('text in a picture of each format is read, with the indentation of code', async (t) => {
  const read = rig(t);
  const picture = await drawnText(code);
  for (const [format, encode] of Object.entries(pictureFormats))
    assert.deepEqual([format, textOf(await read(encode(picture)))], [format, `${code.join('\n')}\n`]);
});

test('each page of a TIFF is read, and a photograph that its camera turned is read as it is shown', async (t) => {
  const read = rig(t);
  const [one, two] = [await drawnText(['high water at noon']), await drawnText(['low water at six'])];
  const scan = await read(greyTiff([one, two]));
  assert.deepEqual([textOf(scan), scan.ok && scan.value.pages], ['high water at noon\n\nlow water at six\n', 2]);
  const photograph = pictureFormats.jpeg(turned(one, 8));
  // It says that its first column is its first row from the right (6), which is what 8 turns back.
  const exif = Buffer.from('ffe100224578696600004d4d002a00000008000101120003000000010006000000000000', 'hex');
  const found = await read(Buffer.concat([photograph.subarray(0, 2), exif, photograph.subarray(2)]), { words: true });
  assert.equal(textOf(found), 'high water at noon\n');
  assert.ok(found.ok && (found.value.words?.[0]?.box.width ?? 0) > (found.value.words?.[0]?.box.height ?? 0));
});

test('text that stands on its side or its head, or a little askew, is read, and its words are where they are in the picture', async (t) => {
  const read = rig(t);
  const lines = ['The tide turns twice a day,', 'and the ferry to the islands', 'leaves before noon.'];
  const picture = await drawnText(lines, { font: 'Helvetica' });
  const upright = await read(pictureFormats.png(picture), { words: true });
  assert.ok(upright.ok);
  const first = upright.value.words?.[0]?.box;
  assert.ok(first !== undefined);
  const [x, y] = [first.left + first.width / 2, first.top + first.height / 2];
  const ways = [
    { turn: 3, at: [picture.width - x, picture.height - y] },
    { turn: 6, at: [picture.height - y, x] },
    { turn: 8, at: [y, picture.width - x] },
  ];
  for (const { turn, at } of ways) {
    const found = await read(pictureFormats.png(turned(picture, turn)), { words: true });
    assert.deepEqual([turn, textOf(found)], [turn, `${lines.join('\n')}\n`]);
    const box = found.ok ? found.value.words?.[0]?.box : undefined;
    assert.ok(box !== undefined);
    const apart = [box.left + box.width / 2 - (at[0] ?? 0), box.top + box.height / 2 - (at[1] ?? 0)].map(Math.abs);
    assert.ok(Math.max(...apart) < 4, `${turn}: ${apart}`);
    assert.equal(box.width > box.height, turn === 3);
  }
  const { picture: askew, before } = levelled(picture, 0.04);
  const found = await read(pictureFormats.png(askew), { words: true });
  assert.equal(textOf(found), `${lines.join('\n')}\n`);
  const box = found.ok ? found.value.words?.[0]?.box : undefined;
  assert.ok(box !== undefined);
  const [wasAtX, wasAtY] = before(box.left + box.width / 2, box.top + box.height / 2);
  assert.ok(Math.abs(wasAtX - x) < 5 && Math.abs(wasAtY - y) < 5, `${wasAtX},${wasAtY} for ${x},${y}`);
});

test('noise and drawings without text have none, and no tables either', async (t) => {
  const read = rig(t);
  let seed = 7;
  const random = (): number => {
    seed = (seed * 16_807) % 2_147_483_647;
    return seed / 2_147_483_647;
  };
  const [width, height] = [300, 200];
  const noise = { width, height, pixels: Uint8Array.from({ length: width * height }, () => random() * 255) };
  const strokes = { width, height, pixels: new Uint8Array(width * height).fill(250) };
  for (let stroke = 0; stroke < 200; stroke += 1) {
    const [x, y, right, down] = [random() * width, random() * height, random() - 0.5, random() - 0.5];
    for (let at = 0; at < 20; at += 0.5) {
      const [column, row] = [Math.round(x + right * at), Math.round(y + down * at)];
      if (column >= 0 && column < width - 1 && row >= 0 && row < height)
        strokes.pixels.fill(30, row * width + column, row * width + column + 2);
    }
  }
  for (const picture of [noise, strokes]) {
    const found = await read(pictureFormats.png(picture), { structure: true, words: true });
    assert.ok(found.ok);
    assert.deepEqual(
      [found.value.text.trim(), found.value.words, found.value.structure?.tables, found.value.pagesWithoutText],
      ['', [], [], 1],
    );
  }
});

test('a page of a TIFF that is damaged inside keeps no other one from being read', async (t) => {
  const read = rig(t);
  const [one, two] = [await drawnText(['high water at noon']), await drawnText(['low water at six'])];
  /** Where the pixels of a page are, and how they are compressed. */
  for (const [tag, value] of [
    [273, 0x7fffff00],
    [259, 5],
  ] as const) {
    const scan = greyTiff([one, one, two]);
    for (const { at } of tiffDirectories(heldBytes(scan), 3).slice(0, 2))
      for (let entry = at + 2; scan.readUInt16LE(entry) <= tag; entry += 12)
        if (scan.readUInt16LE(entry) === tag) scan.writeUInt32LE(value, entry + 8);
    const found = await read(scan);
    assert.equal(textOf(found), 'low water at six\n');
    assert.deepEqual(found.ok && [found.value.pages, found.value.recognizedPages, found.value.pagesWithoutText], [3, 1, 2]);
  }
});

test('a scan of 160 MB is read page by page, and never held', async (t) => {
  const read = rig(t);
  // Small pages, whose strips have more bytes than they need.
  const blank = { width: 120, height: 80, pixels: new Uint8Array(20 * 1024 * 1024).fill(255) };
  const found = await read(greyTiff([...Array.from({ length: 8 }, () => blank), await drawnText(['low water at six'])]));
  assert.equal(textOf(found), 'low water at six\n');
  assert.deepEqual(found.ok && [found.value.pages, found.value.isCut], [9, false]);
});

test('damaged pages leave the memory that they took to the pages behind them', async (t) => {
  const read = rig(t);
  const [one, two] = [await drawnText(['high water at noon']), await drawnText(['low water at six'])];
  const damaged = { width: 2_200, height: 3_000, pixels: new Uint8Array(10) };
  const found = await read(greyTiff([one, ...Array.from({ length: 24 }, () => damaged), two]));
  assert.equal(textOf(found), 'high water at noon\n\nlow water at six\n');
  assert.deepEqual(found.ok && [found.value.pages, found.value.recognizedPages], [26, 2]);
});

test('light text on dark, and larger or smaller text, is read as well', async (t) => {
  const read = rig(t);
  const lines = ['The tide turns twice a day,', 'and the ferry to the islands', 'leaves before noon.'];
  for (const dotsPerInch of [72, 110, 220]) {
    const picture = await drawnText(lines, { isDark: true, font: 'Helvetica', dotsPerInch });
    assert.deepEqual([dotsPerInch, textOf(await read(pictureFormats.png(picture)))], [dotsPerInch, `${lines.join('\n')}\n`]);
  }
});

test('the chosen row of a list, light on dark among others that are dark on light, is read as well', async (t) => {
  const read = rig(t);
  const rows = ['New folder', 'Open with the usual program', 'Copy the address', 'Properties'];
  const picture = await drawnText(
    rows.flatMap((row) => [row, '']),
    { font: 'Helvetica', dotsPerInch: 110 },
  );
  // The second one is from 119 to 140, and has room above and below.
  for (let at = 108 * picture.width; at < 149 * picture.width; at += 1) picture.pixels[at] = Math.max(60, 255 - (picture.pixels[at] ?? 0));
  assert.equal(textOf(await read(pictureFormats.png(picture))), `${rows.join('\n')}\n`);
});

test('a digest is read at any size, alone or among words', async (t) => {
  const read = rig(t);
  const digest = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';
  for (const dotsPerInch of [96, 176])
    for (const lines of [[digest], ['the digest of the file', digest, 'and more']]) {
      const found = textOf(await read(pictureFormats.png(await drawnText(lines, { dotsPerInch })))).split('\n');
      // A letter may be misread, as in any word that is none of a language.
      assert.ok(
        found.some((line) => line.startsWith('e3b0c44298f') && line.endsWith('7852b855')),
        `${dotsPerInch}: ${found}`,
      );
    }
});

test('a table in a picture is found by the places of its words, with the lines between its cells or without', async (t) => {
  const read = rig(t);
  const rows = ['Place     Height    Number', 'Husum     4,20      0017', 'Sylt      13,90     0018'];
  for (const isRuled of [false, true]) {
    const picture = await drawnText(rows, { dotsPerInch: 110 });
    if (isRuled) rule(picture);
    const found = await read(pictureFormats.png(picture), { structure: true });
    assert.ok(found.ok);
    const cells = found.value.structure?.tables.map((table) => table.rows.map((row) => row.map(({ text, value }) => value ?? text)));
    assert.deepEqual(
      [isRuled, cells],
      [
        isRuled,
        [
          [
            ['Place', 'Height', 'Number'],
            ['Husum', 4.2, '0017'],
            ['Sylt', 13.9, '0018'],
          ],
        ],
      ],
    );
    assert.equal(found.value.words, undefined, 'nobody asked for the words');
    assert.equal(textOf(await read(pictureFormats.png(picture))), `${rows.join('\n')}\n`);
  }
});

/** Draws the lines of a table around the first three lines of a page. */
function rule({ width, pixels }: { readonly width: number; readonly pixels: Uint8Array }): void {
  const [left, right, top, line] = [78, 440, 77, 21];
  for (let row = 0; row <= 3; row += 1) for (let x = left; x <= right; x += 1) pixels[(top + row * line) * width + x] = 90;
  for (const x of [left, 190, 295, right]) for (let y = top; y <= top + 3 * line; y += 1) pixels[y * width + x] = 90;
}

test('each word has its place in the picture and its certainty, if they are asked for', async (t) => {
  const read = rig(t);
  const found = await read(pictureFormats.png(await drawnText(['tide', '  table'])), { words: true });
  assert.ok(found.ok);
  assert.deepEqual(
    found.value.words?.map(({ text, page }) => [text, page]),
    [
      ['tide', 0],
      ['table', 0],
    ],
  );
  // 60 points from the left and 62 from the top of the page, at 96 dots per inch; a letter of Courier is 7.2 points wide.
  const [first, second] = found.value.words ?? [];
  assert.ok(first !== undefined && second !== undefined);
  assert.ok(Math.abs(first.box.left - 80) < 4 && Math.abs(first.box.width - 38) < 6, JSON.stringify(first.box));
  assert.ok(first.box.top > 65 && first.box.top + first.box.height < 90, JSON.stringify(first.box));
  assert.ok(Math.abs(second.box.left - first.box.left - 19.2) < 4, JSON.stringify(second.box));
  assert.ok(first.certainty > 0.6 && first.certainty <= 1);
  assert.equal((await read(pictureFormats.png(await drawnText(['tide'])))).ok, true);
});

test('a scanned page is recognized, one with text only where that is asked for, and its words are in points', async (t) => {
  const read = rig(t);
  const scan = await read(scannedPdf(await drawnText(['a scanned tide table'], { font: 'Helvetica', dotsPerInch: 150 })), { words: true });
  assert.ok(scan.ok);
  assert.deepEqual([scan.value.text, scan.value.pages, scan.value.recognizedPages], ['a scanned tide table\n', 1, 1]);
  assert.ok(Math.abs((scan.value.words?.[0]?.box.left ?? 0) - 60) < 3, JSON.stringify(scan.value.words?.[0]));
  const pdf = textPdf([['ebb and flow']]);
  const [asIs, always] = [await read(pdf), await read(pdf, { recognition: 'always' })];
  assert.deepEqual([textOf(asIs), textOf(always)], ['ebb and flow\n', 'ebb and flow\n']);
  assert.deepEqual([asIs.ok && asIs.value.recognizedPages, always.ok && always.value.recognizedPages], [0, 1]);
});

test('a picture without text has none, and one that is damaged, too large or in a language that is not there has a reason', async (t) => {
  const read = rig(t);
  const empty = await read(gradientPng(400, 200));
  assert.ok(empty.ok);
  assert.deepEqual([empty.value.text.trim(), empty.value.recognizedPages, empty.value.pagesWithoutText], ['', 1, 1]);
  const picture = pictureFormats.png(await drawnText(['tide']));
  assert.equal(textOf(await read(picture.subarray(0, 400))), 'damaged');
  assert.equal(textOf(await read(picture, { languages: ['deu'] })), 'no-language');
  assert.equal(textOf(await read(picture, { recognition: 'never' })), 'recognition-off');
  const large = gradientPng(16, 16);
  large.writeUInt32BE(8_193, 16);
  large.writeUInt32BE(8_193, 20);
  assert.equal(textOf(await read(large)), 'too-many-pixels');
  assert.equal(textOf(await read(picture)), 'tide\n', 'and the next one is read');
});

test('the largest picture stays within the memory that a document may take', async (t) => {
  const read = rig(t);
  using memory = new ChildMemory();
  const side = Math.floor(Math.sqrt(extractionLimits.picturePixels));
  const picture = gradientPng(side, side);
  // The process of the second one has loaded its engine before.
  for (const found of await Promise.all([read(picture), read(picture), read(picture, { structure: true })])) {
    // On a busy machine it may take longer than it may.
    assert.ok(found.ok || found.reason === 'too-slow', textOf(found));
  }
  assert.ok(memory.peakMegabytes < extractionLimits.memoryBytes / 1024 ** 2, `${memory.peakMegabytes} MB`);
});

test('a PNG with more pixels than others may have is made smaller, and words have their places in it', async (t) => {
  const read = rig(t);
  const [part, width, height] = [await drawnText(['high water', 'low water'], { dotsPerInch: 288 }), 5_200, 4_000];
  const pixels = new Uint8Array(width * height).fill(255);
  for (let y = 0; y < part.height; y += 1) pixels.set(part.pixels.subarray(y * part.width, (y + 1) * part.width), y * width + 2_000);
  const found = await read(pictureFormats.png({ width, height, pixels }), { words: true });
  assert.equal(textOf(found), 'high water\nlow water\n');
  const [left = 0] = found.ok ? (found.value.words?.map(({ box }) => box.left) ?? []) : [];
  const [inPart = 0] = await read(pictureFormats.png(part), { words: true }).then((alone) =>
    alone.ok ? (alone.value.words?.map(({ box }) => box.left) ?? []) : [],
  );
  assert.ok(Math.abs(left - 2_000 - inPart) < 20, `${left} and ${inPart}`);
});

test('a picture that takes too long is given up', async (t) => {
  const read = rig(t, { bounds: { ...extractionLimits, pictureMs: 100 } });
  assert.equal(textOf(await read(pictureFormats.png(await drawnText(Array(50).fill(code[1]))))), 'too-slow');
});

test('how much of a picture is read is told while it is read, and never falls', async (t) => {
  const folder = temporaryHome(t, () => extractor[Symbol.dispose]());
  const extractor = new Extractor();
  const file = path.join(folder, 'file.png');
  writeFileSync(file, pictureFormats.png(await drawnText(Array(40).fill(code[1]))));
  const parts: number[] = [];
  const progress = ({ done, of }: { readonly done: number; readonly of: number }): void => void parts.push(done / of);
  assert.ok((await extractor.extract({ order: { path: file, options: extractionOptions.parse({}) }, progress })).ok);
  assert.ok(parts.filter((part) => part > 0.05 && part < 0.95).length > 1, parts.join());
  assert.deepEqual(
    parts,
    parts.toSorted((one, other) => one - other),
  );
});
