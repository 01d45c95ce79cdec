/** Headings above text, whose letters and signs are as large as what is corrected: buttons, ligatures, the block of a cursor. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { type StandardFont, sizedTextPdf } from '../../test/harness/documents/pdf-documents.ts';
import { drawnPage, pictureFormats } from '../../test/harness/documents/pictures-of-text.ts';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import { extractionOptions } from '../contract/extraction.ts';
import { Extractor } from './extractor.ts';

type Line = readonly [text: string, points: number];

const prose: readonly Line[] = [
  ['The tide turns twice a day, and the ferry to the islands', 10],
  ['leaves before noon, so whoever wants to be there in time', 10],
  ['has to be at the harbour early, with a ticket and a coat.', 10],
];

/** The lines that are read, without those of the prose. */
function rig(t: TestContext): (font: StandardFont, headings: readonly Line[]) => Promise<readonly string[]> {
  const folder = temporaryHome(t, () => extractor[Symbol.dispose]());
  const extractor = new Extractor({});
  return async (font, headings) => {
    const file = path.join(folder, 'file.png');
    writeFileSync(file, pictureFormats.png(await drawnPage(sizedTextPdf([...headings, ...prose, ...prose], font), 96)));
    const found = await extractor.extract({ order: { path: file, options: extractionOptions.parse({}) } });
    assert.ok(found.ok);
    const known = new Set(prose.map(([text]) => text));
    return found.value.text.split('\n').filter((line) => line !== '' && !known.has(line));
  };
}

test('the letters and signs of a heading are read as they are', async (t) => {
  const read = rig(t);
  for (const [font, headings] of [
    [
      'Helvetica',
      [
        ['SEE THE EFFECTS', 20],
        ['Every Employee', 20],
      ],
    ],
    [
      'Helvetica',
      [
        ['FREE OFFER', 22],
        ['Event #5', 22],
      ],
    ],
    ['Helvetica-Bold', [['Prize zone', 21]]],
    ['Helvetica-Bold', [['The 45% rule', 28]]],
    ['Courier', [['the letter', 26]]],
  ] as const)
    assert.deepEqual([font, ...(await read(font, headings))], [font, ...headings.map(([text]) => text)]);
});
