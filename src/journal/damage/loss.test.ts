/** Which copies were lost with a damaged journal is known, and is told as long as it is kept. */
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { createdJournal, journalPlace, textCapture } from '../../../test/doubles/temporary-journal.ts';
import { holdsOf } from '../../domain/retention/holds.ts';
import { allUnsure, holdsWithLoss, type Loss, mostLost, nothingLost } from '../../domain/retention/lost-copies.ts';
import { recordCapture } from '../captures/captures.ts';
import { type JournalPlace, openJournal } from '../journal.ts';
import { fileIdentity } from '../journal-identity.ts';
import { annotate } from '../keeping/annotations.ts';
import { heldContents } from '../retention/held-contents.ts';
import { carryOver } from './carrying/carry-over.ts';
import { tryFindLoss } from './carrying/find-loss.ts';
import { damageMark } from './damage.ts';
import { carriedOver, dropLeftParts, hasLostCopies, journalsPutAside, lossOfAll, noticeNow, sinceThen } from './put-aside.ts';
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
  for (const eighths of [4.5, 7]) {
    const cut = carried(
      t,
      damaged(t, place, (bytes) => bytes.subarray(0, Math.floor((bytes.length / pageBytes / 8) * eighths) * pageBytes)),
    );
    assert.ok(cut.gone.length > 50, String(cut.gone.length));
    assert.equal(cut.gone.length === copies, eighths === 4.5, 'of half of the file none can be read');
    assert.deepEqual([cut.known, mostLost(cut.loss)], [cut.gone, cut.gone.length], 'and not one that is there');
  }
  for (const index of ['fragments_shown', 'sqlite_autoindex_representations_1', 'fragments_of_capture'])
    assert.deepEqual(carried(t, damaged(t, place, wiped(rootOf(index)))).loss, nothingLost, index);
});

test('an index that looks empty does not tell that nothing was lost', (t) => {
  const place = journalPlace(t);
  const rootOf = fill(place);
  const emptied = (name: string) => (bytes: Buffer) => {
    const at = rootOf(name) * pageBytes;
    bytes.fill(0, at, at + pageBytes).writeUInt8(10, at); // a page of an index without entries
    bytes.writeUInt16BE(pageBytes, at + 5);
    return bytes;
  };
  const page = wiped(pageOf(place, 200));
  const other = carried(
    t,
    damaged(t, place, (bytes) => emptied('fragments_shown')(page(bytes))),
  );
  assert.ok(other.gone.includes(200));
  assert.deepEqual([other.known, other.loss.unsure], [other.gone, []], 'the other index tells');
  const neither = wiped(rootOf('fragments'), rootOf('sqlite_autoindex_representations_1'));
  const none = carried(
    t,
    damaged(t, place, (bytes) => emptied('fragments_shown')(neither(bytes))),
  );
  assert.deepEqual([none.gone.length, none.told.length], [copies, copies], 'none tells');
});

test('an index without a copy that was carried over tells only of the copies that are in it', (t) => {
  using journal = openJournal(createdJournal(t));
  const read = (sql: string, ...[most]: readonly (number | string)[]) => {
    if (!sql.includes('fragments_shown')) throw new Error('damaged');
    return [{ id: [9, 5].find((id) => id <= Number(most)) ?? null }];
  };
  const found = tryFindLoss(journal, {
    old: { read, rows: () => [], tryRead: () => null },
    among: [1, 9],
    carried: new Set([7, 9]),
    failed: new Set([6]),
    unread: [[1, 4]],
  });
  assert.deepEqual(found, { lost: [[5, 6]], unsure: [[1, 4]], pinned: 0 });
});

test('of more earlier copies than are asked about nobody knows, and none of them is said to be lost', (t) => {
  using journal = openJournal(createdJournal(t));
  const [copy = 0] = recordCapture(journal, textCapture('the last of them')).fragmentIds;
  const add = `INSERT INTO earlier_copies (fragment_id, number, copied_at, source_type, source_name, source_path) VALUES (${copy}, ?, 1, 'local', '', '')`;
  for (let number = 3; number <= 8; number += 1) journal.statement(add).run(number);
  const found = (isIndexed: boolean, mostEarlier?: number) => {
    const asked = new Set<unknown>();
    const read = (_: string, ...[most]: readonly (number | string)[]) => {
      if (!isIndexed) throw new Error('damaged');
      return [{ id: Number(most) > 0 ? Math.min(Number(most), 9) : null }];
    };
    const tryRead = (sql: string, ...[number]: readonly (number | string)[]) => {
      asked.add(number);
      return sql.includes('earlier_copies') ? [{}] : null;
    };
    const loss = tryFindLoss(journal, {
      old: { read, rows: () => [], tryRead },
      among: [1, 9],
      carried: new Set([1, 2, 9]),
      failed: new Set(),
      unread: [[1, 9]],
      ...(mostEarlier !== undefined && { mostEarlier }),
    });
    return { loss, asked: [...asked] };
  };
  assert.deepEqual(found(true), { loss: nothingLost, asked: [8, 7, 6, 5, 4, 3] });
  assert.deepEqual(found(true, 2), { loss: { ...nothingLost, unsure: [[3, 6]] }, asked: [8, 7] });
  assert.deepEqual(found(false), { loss: nothingLost, asked: [8, 7, 6, 5, 4, 3] });
  assert.deepEqual(found(false, 2), { loss: { ...nothingLost, unsure: [[3, 6]] }, asked: [8, 7] });
});

test('another copy that got the number of one on a hold is not that one, and a copy with its content is', (t) => {
  const place = createdJournal(t);
  const folder = path.join(path.dirname(place.blobs), 'retention');
  mkdirSync(folder);
  const held = (text: string) => {
    using journal = openJournal(createdJournal(t));
    const [number = 0] = recordCapture(journal, textCapture(text)).fragmentIds;
    return { number, contents: heldContents(journal, folder, [number]).contents };
  };
  const { number, contents } = held('on hold');
  using journal = openJournal(place);
  assert.deepEqual(recordCapture(journal, textCapture('another one')).fragmentIds, [number]);
  const own = held('another one').contents;
  const holds = [
    { id: 'before', contents },
    { id: 'since', contents: own },
    { id: 'by number', contents: null },
  ].flatMap((hold) => {
    const given = { note: '', copies: [number], from: null, until: null, application: '', query: '' };
    return holdsOf({ holds: [{ ...given, ...hold }] });
  });
  const told = (loss: Partial<Loss>) =>
    holdsWithLoss({ ...nothingLost, ...loss }, holds, sinceThen(journal, atMs)).map(({ id, copies: lost, mayHaveMore, waits }) => [
      id,
      lost.length > 0 ? 'lost' : mayHaveMore ? 'maybe' : waits && 'waits',
    ]);
  const span = [[number, number]] as const;
  assert.deepEqual(told({ lost: span }), [
    ['before', 'lost'],
    ['by number', 'lost'],
  ]);
  assert.deepEqual(told({ unsure: span }), [['before', 'maybe']]);
  assert.deepEqual(told({ waitsBelow: number + 1 }), [['before', 'waits']]);
});

/** Into a journal that does not take the transaction with this number. */
function carriedInto(t: TestContext, from: JournalPlace, fails: number) {
  using journal = openJournal(createdJournal(t));
  let transactions = 0;
  const failing = {
    ...journal,
    transaction: <Result>(work: () => Result): Result => {
      transactions += 1;
      return journal.transaction(() => {
        const result = work();
        if (transactions === fails) throw new Error('the disk is full');
        return result;
      });
    },
  };
  const { copies: kept, loss } = carryOver(from, failing, 60_000);
  return { transactions, kept, inJournal: journal.statement('SELECT count(*) AS n FROM fragments').get()?.n, loss };
}

test('a transaction that the new journal does not take ends the carrying over: the others wait, and nothing is said to be lost', (t) => {
  const place = journalPlace(t);
  fill(place);
  const ended = { transactions: 12, kept: 128, inJournal: 128 };
  assert.deepEqual(carriedInto(t, place, 8), { ...ended, loss: { ...nothingLost, waitsBelow: copies - 127 } });
});

test('pinned copies are looked for within the time', (t) => {
  using journal = openJournal(createdJournal(t));
  let [nowMs, read] = [0, 0];
  t.mock.method(performance, 'now', () => nowMs);
  function* rows() {
    for (; read < 10_000; read += 1) {
      nowMs += 1;
      yield { fragment_id: read + 1 };
    }
  }
  const old = { read: () => [{ id: null }], rows, tryRead: () => null };
  tryFindLoss(journal, { old, among: [1, 9], carried: new Set(), failed: new Set(), unread: [] });
  assert.ok(read > 900 && read < 1_100, String(read));
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
  const { says, isAnew } = noticeNow(journal, aside, []);
  assert.equal(isAnew, false);
  assert.match(says ?? '', /bad-2026-03-01T09-05-07-042Z \(and 1 more\): copies were lost \(\d+\); see: hub doctor journal$/);
  const conditions = { fromMs: 0, beforeMs: 1, app: '', query: [] };
  const held = noticeNow(journal, aside, [{ id: 'a', copies: new Set(), contents: null, conditions }]).says ?? '';
  assert.match(held, /copies were lost \(\d+\), maybe on a legal hold; see/);
  assert.ok(held.length <= 197, 'with room for two more digits');
  assert.ok(lossOfAll(place.file).loss.lost.length > 0);
  const lost = path.join(path.dirname(place.file), aside[1]?.file ?? '');
  if (process.platform !== 'win32') assert.equal(statSync(`${lost}-loss`).mode & 0o777, 0o600);
  rmSync(lost);
  const now = noticeNow(journal, await journalsPutAside(place.file), []);
  assert.deepEqual([now.isAnew, now.says?.endsWith(': no copy was lost with it; to delete its files: hub doctor journal')], [false, true]);
  assert.deepEqual(lossOfAll(place.file).loss, nothingLost);
  const kept = path.join(path.dirname(place.file), `${aside[0]?.file}-loss`);
  const written = readFileSync(kept);
  rmSync(kept);
  assert.deepEqual(lossOfAll(place.file).loss, { ...allUnsure, pinned: 0 }, 'nobody knows without it');
  writeFileSync(kept, written, { mode: 0o600 });
  dropLeftParts(place.file);
  const left = readdirSync(path.dirname(place.file)).filter((name) => name.endsWith('-loss'));
  assert.deepEqual(left, [`${second}-loss`]);
});
