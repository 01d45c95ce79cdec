import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { openDocumentOf } from '../../../test/harness/documents/office-documents.ts';
import { pdfOf, streamOf, textPdf } from '../../../test/harness/documents/pdf-documents.ts';
import { pictureFormats } from '../../../test/harness/documents/pictures-of-text.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { type ExtractionOptions, extractionLimits, extractionOptions } from '../../contract/extraction.ts';
import type { ReadingParts, Recognize } from './document-reader.ts';
import { readArchive } from './formats/archive.ts';
import { readDocument } from './read-document.ts';
import { TextParts } from './text-parts.ts';

interface Asked {
  readonly options?: Partial<ExtractionOptions>;
  readonly recognize?: Recognize;
}

const read = (content: Uint8Array, { options = {}, recognize = async () => null }: Asked = {}) =>
  readDocument({ path: null, content, options: extractionOptions.parse(options), progress: () => {}, recognize });

async function cutBy(content: Uint8Array): Promise<unknown> {
  const found = await read(content);
  assert.ok(found.ok);
  assert.equal(found.value.isCut, found.value.cutBy !== undefined);
  return found.value.cutBy;
}

test('a text that is cut says by which limit', async () => {
  assert.equal(await cutBy(Buffer.from('whole')), undefined);
  assert.equal(await cutBy(Buffer.from('a tide\n'.repeat(extractionLimits.text / 7 + 1))), 'characters');
  assert.equal(await cutBy(textPdf(Array.from({ length: extractionLimits.pages + 1 }, () => ['a tide']))), 'pages');
  const row =
    '<table:table-row table:number-rows-repeated="1001"><table:table-cell><text:p>tide</text:p></table:table-cell></table:table-row>';
  assert.equal(
    await cutBy(openDocumentOf('spreadsheet', `<office:spreadsheet><table:table>${row}</table:table></office:spreadsheet>`)),
    'cells',
  );
});

test('the list of an archive that is cut says by which limit', async () => {
  for (const [count, by] of [
    [extractionLimits.entries, 'entries'],
    [2, 'size'],
  ] as const) {
    const entries = Array.from({ length: count }, (_, at) => ({ name: `${at}`, bytes: 3 }));
    const text = new TextParts();
    await readArchive({ zip: { entries, isCut: true }, text } as unknown as ReadingParts);
    assert.deepEqual([text.cutBy, text.toString().split('\n').length], [by, count + 1]);
  }
});

test('a file without a byte is empty, and one of blanks has no text', async () => {
  const facts = async (content: Uint8Array) => {
    const found = await read(content);
    return found.ok && [found.value.text, found.value.isEmpty];
  };
  assert.deepEqual(await facts(new Uint8Array()), ['', true]);
  assert.deepEqual(await facts(Buffer.from(' \n ')), ['', undefined]);
});

test('a symbolic link that leads back to itself is called that', async (t) => {
  const link = path.join(temporaryHome(t), 'link');
  symlinkSync(link, link);
  const found = await readDocument({ path: link, options: extractionOptions.parse({}), progress: () => {}, recognize: async () => null });
  assert.deepEqual(found, { ok: false, reason: 'endless-link' });
});

test('a picture that must not be recognized has that as its reason, and one that is too long is never drawn', async () => {
  const png = pictureFormats.png({ width: 40, height: 20, pixels: new Uint8Array(800).fill(255) });
  assert.deepEqual(await read(png, { options: { recognition: 'never' } }), { ok: false, reason: 'recognition-off' });
  let isDrawn = false;
  const recognize: Recognize = async () => {
    isDrawn = true;
    return null;
  };
  const line = (width: number) => pictureFormats.png({ width, height: 1, pixels: new Uint8Array(width).fill(255) });
  assert.deepEqual(await read(line(extractionLimits.pictureSide + 1), { recognize }), { ok: false, reason: 'too-many-pixels' });
  assert.equal(isDrawn, false);
  await read(line(extractionLimits.pictureSide), { recognize });
  assert.equal(isDrawn, true);
});

test('a page is too long by the size in which it is drawn, whatever it is in points', async () => {
  const page = (width: number, height: number): Buffer =>
    pdfOf([
      '<</Type/Catalog/Pages 2 0 R>>',
      '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 ${width} ${height}]/Contents 4 0 R>>`,
      streamOf('0 0 4 4 re f'),
    ]);
  let drawn = 0;
  const recognize: Recognize = async (picture) => {
    drawn = (await picture.draw(200)).width;
    return { text: 'tide', words: [], upright: [] };
  };
  assert.deepEqual(await read(page(60_000, 5), { recognize }), { ok: false, reason: 'too-many-pixels' });
  assert.equal(drawn, 0);
  assert.ok((await read(page(70_000, 1_000), { recognize })).ok);
  assert.ok(drawn > 30_000 && drawn < extractionLimits.pictureSide, `${drawn}`);
});

test('the certainty of a word has two digits', async () => {
  const word = { text: 'tide', box: { left: 0, top: 0, width: 9, height: 9 }, certainty: 0.9899999999999999, page: 0 };
  const png = pictureFormats.png({ width: 40, height: 20, pixels: new Uint8Array(800).fill(255) });
  const found = await read(png, { options: { words: true }, recognize: async () => ({ text: 'tide', words: [word], upright: [] }) });
  assert.equal(found.ok && found.value.words?.[0]?.certainty, 0.99);
});
