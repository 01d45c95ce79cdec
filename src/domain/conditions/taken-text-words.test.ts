import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textNotTaken } from '../../contract/extraction/clipboard-text.ts';
import { takenTextInWords } from './taken-text-words.ts';

test('each reason has a sentence of its own, which begins alike', () => {
  const texts = textNotTaken.map((because) => takenTextInWords({ ok: false, because }).text);
  assert.equal(new Set(texts).size, textNotTaken.length);
  const whole = ['No text was found', 'Not extracted: the clipboard was copied while capture was paused, so Hub did not read it'];
  for (const text of texts) if (!whole.includes(text)) assert.match(text, /^No text was extracted: [a-zH]/);
  for (const text of whole) assert.ok(texts.includes(text));
});

test('where the text is, and how many files have none, is said', () => {
  const result = { ok: true, from: 'files', went: 'clipboard', characters: 1, without: 0 } as const;
  assert.deepEqual(takenTextInWords(result), {
    intent: 'success',
    text: 'The text of the copied files is on the clipboard: 1 character',
  });
  const { intent, text } = takenTextInWords({ ...result, went: 'elsewhere', without: 2 });
  assert.equal(intent, 'info');
  assert.match(text, /in the history; something else was copied meanwhile.*; 2 files have no text$/);
  const unread = { count: 3, because: ['encrypted', 'unsupported', 'old-format'] as const };
  assert.match(
    takenTextInWords({ ...result, without: 1, unread: { ...unread, because: [...unread.because] } }).text,
    /1 character; 3 files could not be read \(encrypted, not supported\); 1 file has no text$/,
  );
});
