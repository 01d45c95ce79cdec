import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { serialize } from 'node:v8';
import { textPdf } from '../../test/harness/documents/pdf-documents.ts';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import { type ExtractedText, extractionLimits, extractionOptions } from '../contract/extraction.ts';
import { readDocument } from './reading/read-document.ts';
import { TextSoFar } from './text-so-far.ts';

const part = (text: string, words: readonly string[] = []): ExtractedText => ({
  text,
  format: 'pdf',
  pages: 3,
  recognizedPages: 1,
  pagesWithoutText: 2,
  isCut: false,
  words: words.map((word) => ({ text: word, box: { left: 0, top: 0, width: 1, height: 1 }, certainty: 1, page: 0 })),
});

test('parts follow each other, and the counts are those of the last one', () => {
  const soFar = new TextSoFar();
  assert.equal(new TextSoFar().answer, null);
  soFar.add(part('one', ['one']));
  soFar.add({ ...part('\n\ntwo ', ['two']), recognizedPages: 2, pagesWithoutText: 1 });
  assert.ok(soFar.answer !== null);
  const { text, words, recognizedPages, pagesWithoutText } = soFar.answer;
  assert.deepEqual([text, words?.map((word) => word.text), recognizedPages, pagesWithoutText], ['one\n\ntwo\n', ['one', 'two'], 2, 1]);
});

test('whatever the process says, there is no more text than an answer may have, and no more words than the text', () => {
  const soFar = new TextSoFar();
  const half = 'a'.repeat(extractionLimits.text / 2 + 1);
  soFar.add(part(half));
  assert.equal(soFar.answer?.isCut, false);
  soFar.add(part(half));
  assert.deepEqual([soFar.answer?.text.length, soFar.answer?.isCut], [extractionLimits.text + 1, true]);
  const short = new TextSoFar();
  for (let at = 0; at < 3; at += 1) short.add(part('ab', ['ab', 'ab', '', '']));
  assert.equal(short.answer?.words?.length, 3);
});

test('what is told before each page grows with the pages, and together it is what was read', async (t) => {
  const told = async (pages: number) => {
    const file = path.join(temporaryHome(t), 'file.bin');
    writeFileSync(file, textPdf(Array.from({ length: pages }, () => ['scanned'])));
    const soFar = new TextSoFar();
    let bytes = 0;
    const found = await readDocument({
      path: file,
      options: extractionOptions.parse({ recognition: 'always', words: true }),
      progress: () => {},
      recognize: async ({ page }, _, news) => {
        bytes += serialize(news).length;
        if (news !== undefined) soFar.add(news);
        if (page === pages - 1) return null;
        const texts = Array.from({ length: 200 }, (_word, at) => `word${1_000 + at}`);
        const box = { left: 1, top: 1, width: 1, height: 1 };
        return { text: texts.join(' '), words: texts.map((text) => ({ text, box, certainty: 1, page })), upright: [] };
      },
    });
    assert.ok(isDeepStrictEqual(found, { ok: true, value: soFar.answer }));
    return bytes;
  };
  const [once, twice] = [await told(50), await told(100)];
  assert.ok(twice < once * 2.2, `${once} and ${twice} bytes`);
});
