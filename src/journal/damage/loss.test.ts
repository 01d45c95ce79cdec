/** Which copies were lost with a damaged journal is known, and is told as long as it is kept. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { createdJournal, journalPlace, textCapture } from '../../../test/doubles/temporary-journal.ts';
import { type Loss, mostLost, nothingLost } from '../../domain/retention/lost-copies.ts';
import { recordCapture } from '../captures/captures.ts';
import { type JournalPlace, openJournal } from '../journal.ts';
import { fileIdentity } from '../journal-identity.ts';
import { annotate } from '../keeping/annotations.ts';
import { carryOver } from './carrying-over.ts';
import { damageMark } from './damage.ts';
import { readLoss, writeLoss } from './loss-file.ts';
import { carriedOver, dropLeftParts, hasLostCopies, journalsPutAside, lossOfAll, noticeNow } from './put-aside.ts';
import { openJournalOrFresh } from './quarantine.ts';

const copies = 400;
const pageBytes = 4_096;
const atMs = Date.UTC(2026, 2, 1, 9, 5, 7, 42);

/** Returns the first page of each table and index by its name. */
function fill(place: JournalPlace): (name: string) => number {
  using journal = openJournal(place);
  for (let n = 1; n <= copies; n += 1) recordCapture(journal, textCapture(`copy number${n} ${'of words '.repeat(40)}`));
  annotate(journal, 200, { pinned: true });
  journal.tryEmptyLog();
  const roots = new Map(
    journal
      .statement('SELECT name, rootpage FROM sqlite_schema')
      .all()
      .map(({ name, rootpage }) => [String(name), Number(rootpage)]),
  );
  return (name) => (roots.get(name) ?? 0) - 1;
}

function damaged(t: TestContext, from: JournalPlace, change: (bytes: Buffer) => Buffer): JournalPlace {
  const place = journalPlace(t);
  writeFileSync(place.file, change(readFileSync(from.file)));
  return place;
}

function wiped(...pages: readonly number[]): (bytes: Buffer) => Buffer {
  return (bytes) => {
    for (const page of pages) bytes.fill(0, page * pageBytes, (page + 1) * pageBytes);
    return bytes;
  };
}

function carried(t: TestContext, broken: JournalPlace) {
  using journal = openJournal(createdJournal(t));
  const { loss } = carryOver(broken, journal, 60_000);
  assert.ok(loss !== null);
  const kept = new Set(
    journal
      .statement('SELECT id FROM fragments')
      .all()
      .map(({ id }) => Number(id)),
  );
  const isIn = (spans: Loss['lost'], id: number): boolean => spans.some(([first, last]) => id >= first && id <= last);
  const gone = Array.from({ length: copies }, (_, at) => at + 1).filter((id) => !kept.has(id));
  return {
    loss,
    gone,
    known: gone.filter((id) => isIn(loss.lost, id)),
    told: gone.filter((id) => isIn(loss.lost, id) || isIn(loss.unsure, id)),
  };
}

const pageOf = (place: JournalPlace, id: number): number => Math.floor(readFileSync(place.file).indexOf(`copy number${id} `) / pageBytes);

test('each copy that was on a damaged page is known to be lost, and what damages no copy is no loss', (t) => {
  const place = journalPlace(t);
  const rootOf = fill(place);
  const text = carried(t, damaged(t, place, wiped(pageOf(place, 200))));
  assert.ok(text.gone.includes(200) && text.gone.length < 20, String(text.gone));
  assert.deepEqual([text.known, text.loss.unsure, text.loss.pinned], [text.gone, [], 1]);
  // Bytes that SQLite does not recognize as damage.
  const cells = carried(
    t,
    damaged(t, place, (bytes) => bytes.fill(0xff, pageOf(place, 200) * pageBytes + 2_000, pageOf(place, 200) * pageBytes + 2_400)),
  );
  assert.ok(cells.gone.length > 0);
  assert.deepEqual([cells.known, mostLost(cells.loss)], [cells.gone, cells.gone.length]);
  const cut = carried(
    t,
    damaged(t, place, (bytes) => bytes.subarray(0, Math.floor(bytes.length / pageBytes / 2) * pageBytes)),
  );
  assert.ok(cut.gone.length > 50);
  assert.deepEqual(cut.told, cut.gone);
  for (const index of ['fragments_shown', 'sqlite_autoindex_representations_1', 'fragments_of_capture'])
    assert.deepEqual(carried(t, damaged(t, place, wiped(rootOf(index)))).loss, nothingLost, index);
});

test('where no index tells which copies there were, those that may have been lost are counted', (t) => {
  const place = journalPlace(t);
  const rootOf = fill(place);
  const indexes = [rootOf('fragments_shown'), rootOf('sqlite_autoindex_representations_1')];
  assert.deepEqual(carried(t, damaged(t, place, wiped(...indexes))).loss, nothingLost, 'all copies are there');
  const all = carried(t, damaged(t, place, wiped(...indexes, rootOf('fragments'))));
  assert.deepEqual([all.gone.length, all.told.length, mostLost(all.loss)], [copies, copies, copies]);
  const unknown = carried(
    t,
    damaged(t, place, (bytes) => bytes.fill(0xff, 100)),
  );
  assert.equal(mostLost(unknown.loss), null, 'nobody knows');
});

test('a loss is told until its file is gone, before journals that nothing was lost with, and survives a second damage', async (t) => {
  const place = journalPlace(t);
  fill(place);
  writeFileSync(place.file, wiped(pageOf(place, 200))(readFileSync(place.file)));
  const putAside = (nowMs: number) => {
    writeFileSync(damageMark(place.file), fileIdentity(place.file) ?? '');
    return openJournalOrFresh(place, nowMs);
  };
  putAside(atMs).journal[Symbol.dispose]();
  const { journal, putAside: second } = putAside(atMs + 60_000);
  using _journal = journal;
  const aside = await journalsPutAside(place.file);
  assert.equal(aside.length, 2);
  assert.equal(hasLostCopies(carriedOver(journal, second ?? '')), false);
  const { says, isLoss } = noticeNow(journal, aside, []);
  assert.ok(isLoss);
  assert.match(says ?? '', /bad-2026-03-01T09-05-07-042Z \(and 1 more\): copies were lost \(\d+\); see: hub doctor journal$/);
  const conditions = { fromMs: 0, beforeMs: 1, app: '', query: [] };
  const held = noticeNow(journal, aside, [{ id: 'a', copies: new Set(), contents: null, conditions }]).says ?? '';
  assert.match(held, /copies were lost \(\d+\), maybe on a legal hold; see/);
  assert.ok(held.length <= 197, 'with room for two more digits');
  assert.ok(lossOfAll(place.file).lost.length > 0);
  const lost = path.join(path.dirname(place.file), aside[1]?.file ?? '');
  if (process.platform !== 'win32') assert.equal(statSync(`${lost}-loss`).mode & 0o777, 0o600);
  rmSync(lost);
  const now = noticeNow(journal, await journalsPutAside(place.file), []);
  assert.deepEqual([now.isLoss, now.says?.endsWith(': no copy was lost; delete it to dismiss this message')], [false, true]);
  assert.deepEqual(lossOfAll(place.file), nothingLost);
  dropLeftParts(place.file);
  const left = readdirSync(path.dirname(place.file)).filter((name) => name.endsWith('-loss'));
  assert.deepEqual(left, [`${second}-loss`]);
});

test('a file with anything else in it tells nothing', (t) => {
  const { file } = journalPlace(t);
  assert.equal(readLoss(file), null);
  const loss: Loss = {
    lost: [
      [5, 7],
      [2, 2],
    ],
    unsure: [[9, 12]],
    pinned: 1,
  };
  writeLoss(file, loss);
  assert.deepEqual(readLoss(file), loss);
  for (const text of [
    '',
    'null',
    '{}',
    '{"lost":[[1,2]],"unsure":[[2]]}',
    '{"lost":[[1,2],[5,6]],"unsure":[]}',
    '{"lost":[["1",2]],"unsure":[]}',
    '{"lost":[[3,2]],"unsure":[]}',
  ]) {
    writeFileSync(`${file}-loss`, text);
    assert.equal(readLoss(file), null, text);
  }
});
