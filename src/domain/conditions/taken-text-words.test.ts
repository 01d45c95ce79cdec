import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type TextTaken, textNotTaken } from '../../contract/extraction/clipboard-text.ts';
import { takenTextInWords } from './taken-text-words.ts';

test('each reason has a sentence of its own, which begins alike', () => {
  const texts = textNotTaken.map((because) => takenTextInWords({ ok: false, because }).text);
  assert.equal(new Set(texts).size, textNotTaken.length);
  const whole = ['No text was found', 'Not extracted: this was copied while capture was paused, so Hub did not read it'];
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

test('the reasons are those of a window: they name the limit, and no command', () => {
  const text = (result: Omit<Extract<TextTaken, { ok: false }>, 'ok'>): string => takenTextInWords({ ok: false, ...result }).text;
  assert.equal(
    text({ because: 'time-over', timeLimitSeconds: 60 }),
    'No text was extracted: it took longer than the time limit of 60 s; change it in Text extraction',
  );
  assert.match(text({ because: 'waited', timeLimitSeconds: 60 }), /: another document was still being read after 60 s;/);
  for (const because of textNotTaken) assert.doesNotMatch(text({ because }), /hub |standard input|chmod|folder you are in/, because);
  assert.equal(
    text({ because: 'not-found', unread: { count: 2, because: ['not-a-file', 'not-found'] } }),
    'No text was extracted: 2 files could not be read (not a file, not found)',
  );
  const one = { ok: true, from: 'files', went: 'clipboard', characters: 9, without: 0 } as const;
  assert.equal(takenTextInWords({ ...one, files: 1 }).text, 'The text of the copied file is on the clipboard: 9 characters');
  assert.match(takenTextInWords({ ...one, files: 2 }).text, /^The text of the copied files is/);
});
