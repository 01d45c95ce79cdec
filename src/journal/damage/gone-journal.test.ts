/** A journal that is removed or replaced while processes have it open. */
import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { rememberingLog } from '../../../test/doubles/fake-component.ts';
import { journalPlace, textCapture } from '../../../test/doubles/temporary-journal.ts';
import { recordCapture } from '../captures/captures.ts';
import { listFragments } from '../fragments/listing.ts';
import { type JournalPlace, type JournalReader, openJournal } from '../journal.ts';
import { openReopeningReader, type ReopeningReader } from '../reopening-reader.ts';
import { ThreadWriter, type WriterOptions } from '../writing/writer.ts';

interface Process {
  readonly place: JournalPlace;
  readonly reader: ReopeningReader;
  readonly writer: ThreadWriter;
}

function start(t: TestContext, place: JournalPlace, options: WriterOptions): Process {
  const writer = new ThreadWriter(
    place,
    rememberingLog(() => {}),
    options,
  );
  const reader = openReopeningReader(place);
  t.after(async () => {
    reader[Symbol.dispose]();
    await writer[Symbol.asyncDispose]();
  });
  return { place, reader, writer };
}

const texts = (journal: JournalReader): readonly string[] => listFragments(journal, { limit: 100 }).map(({ bytes }) => String(bytes));

async function copy({ writer }: Process, bytes: number): Promise<void> {
  const written = await writer.write('recordCaptures', [textCapture('x'.repeat(bytes))]);
  assert.ok(written.ok && written.value[0]?.ok);
}

function soundCopiesIn(place: JournalPlace): readonly string[] {
  using journal = openJournal(place);
  assert.deepEqual(
    journal
      .statement('PRAGMA integrity_check')
      .all()
      .map((row) => row.integrity_check),
    ['ok'],
  );
  return texts(journal);
}

/** Creates another journal in the same folder, closed, whose last copy has this many bytes. */
function backup(place: JournalPlace, bytes: number): string {
  const other = { file: path.join(path.dirname(place.file), 'backup.db'), blobs: place.blobs };
  using journal = openJournal(other);
  for (let n = 0; n < 50; n += 1) recordCapture(journal, textCapture('y'.repeat(n + 1), { copiedAtMs: n }));
  recordCapture(journal, textCapture('x'.repeat(bytes)));
  return other.file;
}

test('a copy that is made after the journal was removed is in the next one, while other processes have the removed one open', async (t) => {
  const place = journalPlace(t);
  const monitor = start(t, place, { outlivesJournal: true });
  const other = start(t, place, {});
  await copy(monitor, 101);
  await copy(other, 102);
  for (const ending of ['', '-wal', '-shm']) fs.rmSync(`${place.file}${ending}`);
  assert.deepEqual([monitor.reader.isGone(), other.reader.isGone()], [true, true]);
  await copy(monitor, 103);
  assert.deepEqual(soundCopiesIn(place), ['103']);
  monitor.reader.renew();
  assert.equal(monitor.reader.isGone(), false);
  assert.deepEqual(texts(monitor.reader), ['103']);
});

test('a journal that replaces another one does not get the log of the first one', async (t) => {
  const place = journalPlace(t);
  const monitor = start(t, place, { outlivesJournal: true });
  const other = start(t, place, {});
  for (let bytes = 101; bytes < 140; bytes += 1) await copy(bytes % 2 === 0 ? monitor : other, bytes);
  fs.renameSync(backup(place, 200), place.file);
  await copy(monitor, 140);
  assert.ok(other.reader.removeLog());
  await copy(monitor, 141);
  assert.deepEqual(soundCopiesIn(place).slice(0, 4), ['141', '140', '200', '50']);
  assert.equal(soundCopiesIn(place).length, 53);
});

test('a process that knows rows by their ids refuses to write into another journal', async (t) => {
  const place = journalPlace(t);
  openJournal(place)[Symbol.dispose]();
  const core = start(t, place, { restsAfterMs: 0 });
  await copy(core, 101);
  for (const ending of ['', '-wal', '-shm']) fs.rmSync(`${place.file}${ending}`, { force: true });
  openJournal(place)[Symbol.dispose]();
  for (let order = 0; order < 3; order += 1)
    assert.deepEqual(await core.writer.write('withdrawSave', 1), { ok: false, reason: 'not-now', code: 'journal-gone' });
});
