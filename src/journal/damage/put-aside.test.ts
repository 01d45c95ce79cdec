/** What is said of a journal that was put aside, where not all is known of it. */
import assert from 'node:assert/strict';
import crypto from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { closeFile } from '../../../test/doubles/journals/closed-file.ts';
import { journalPlace, testJournal, textCapture, writeCarriedOver } from '../../../test/doubles/temporary-journal.ts';
import { allUnsure, allWaiting, type Loss, nothingLost } from '../../domain/retention/lost-copies.ts';
import { recordCapture } from '../captures/captures.ts';
import { openJournal } from '../journal.ts';
import { fileIdentity } from '../journal-identity.ts';
import { retentionFolder } from '../retention/digest-key.ts';
import { heldContents } from '../retention/held-contents.ts';
import { damageMark } from './damage.ts';
import { readLoss } from './loss-file.ts';
import {
  carriedOver,
  emptyHistoryNotice,
  firstSaid,
  hasLostCopies,
  isBegunAnew,
  journalsPutAside,
  noticeNow,
  putAsideNotice,
  sinceThen,
} from './put-aside.ts';
import { openJournalOrFresh } from './quarantine.ts';

const named = (month: number) => `hub.db.bad-2026-0${month}-01T09-05-07-042Z`;

test('until the copies were carried over, and if Hub is killed before, it says that they still are to be', async (t) => {
  const place = journalPlace(t);
  {
    using journal = openJournal(place);
    recordCapture(journal, textCapture('a copy'));
  }
  writeFileSync(damageMark(place.file), fileIdentity(place.file) ?? '');
  const atMs = Date.UTC(2026, 2, 1, 9, 5, 7, 42);
  const aside = path.join(path.dirname(place.file), named(3));
  const during: (Loss | null)[] = [];
  const { prepare } = DatabaseSync.prototype;
  const mock = t.mock.method(DatabaseSync.prototype, 'prepare', function (this: DatabaseSync, sql: string) {
    if (sql === 'SELECT * FROM fragments WHERE id = ?') during.push(readLoss(aside));
    return prepare.call(this, sql);
  });
  using journal = openJournalOrFresh(place, atMs).journal;
  mock.mock.restore();
  assert.deepEqual(during, [allWaiting]);
  assert.deepEqual(readLoss(aside), nothingLost);
  const killed = { copies: null, incomplete: 0, loss: allWaiting };
  assert.deepEqual([hasLostCopies(killed), isBegunAnew({ ...killed, copies: 0 })], [false, false]);
  const says = putAsideNotice(await journalsPutAside(place.file), killed, false) ?? '';
  assert.match(says, /: older copies are still to be carried over; see: hub doctor journal$/);
  assert.ok(says.length <= 200 - ' (and 12 more)'.length, says);
  assert.match(noticeNow(journal, await journalsPutAside(place.file), []).says ?? '', /no copy was lost with it; to delete its files/);
});

test('if the loss can not be written, the rest is known, and nothing advises to delete the file', async (t) => {
  const place = journalPlace(t);
  const journal = testJournal(t, place);
  const folder = path.dirname(place.file);
  writeFileSync(path.join(folder, named(3)), '');
  mkdirSync(path.join(folder, `${named(3)}-loss`));
  writeCarriedOver(journal, named(3), { copies: 10, incomplete: 4, loss: { lost: [[1, 390]], unsure: [], pinned: 3 } });
  assert.deepEqual(carriedOver(journal, named(3)), { copies: 10, incomplete: 4, loss: null });
  writeCarriedOver(journal, named(3), { copies: 10, incomplete: 0, loss: { lost: [[1, 390]], unsure: [], pinned: 3 } });
  for (const holds of [[], null]) {
    const { says } = noticeNow(journal, await journalsPutAside(place.file), holds);
    assert.match(says ?? '', /: what was unreadable is not in the history; keep it; see: hub doctor journal$/);
  }
});

test('the worst that is known of any of them is told: what was lost, what nobody knows, what lacks formats', async (t) => {
  const place = journalPlace(t);
  const journal = testJournal(t, place);
  const says = async () => noticeNow(journal, await journalsPutAside(place.file), []).says?.replace(/^.*bad-2026-/, '');
  const add = (month: number, incomplete: number, loss: Loss | null) => {
    writeFileSync(path.join(path.dirname(place.file), named(month)), '');
    writeCarriedOver(journal, named(month), { copies: 10, incomplete, loss });
  };
  add(5, 0, nothingLost);
  assert.match((await says()) ?? '', /^05.+Z: no copy was lost with it; to delete its files/);
  add(4, 7, nothingLost);
  assert.match((await says()) ?? '', /^04.+ \(and 1 more\): about 7 copies may lack formats or notes/);
  add(4, 1, nothingLost);
  assert.match((await says()) ?? '', /: about 1 copy may lack formats or notes/);
  add(3, 0, null);
  assert.match((await says()) ?? '', /^03.+ \(and 2 more\): what was unreadable is not in the history; keep it/);
  add(1, 0, { ...nothingLost, waitsBelow: 9 });
  assert.match((await says()) ?? '', /^01.+ \(and 3 more\): older copies are still to be carried over/);
  add(2, 0, { lost: [[4, 5]], unsure: [], pinned: 0 });
  assert.match((await says()) ?? '', /^02.+ \(and 4 more\): copies were lost \(2\)/);
});

test('a hold on copies that are in the history, or were made later, is none that a lost copy may be on', async (t) => {
  const place = journalPlace(t);
  const journal = testJournal(t, place);
  const [id = 0] = recordCapture(journal, textCapture('a copy')).fragmentIds;
  journal
    .statement(
      "INSERT INTO earlier_copies (fragment_id, number, copied_at, source_type, source_name, source_path) VALUES (?, ?, 1, '', '', '')",
    )
    .run(id, id + 1);
  writeFileSync(path.join(path.dirname(place.file), named(3)), '');
  writeCarriedOver(journal, named(3), { copies: 1, incomplete: 0, loss: { lost: [], unsure: [[1, 9]], pinned: 0 } });
  const aside = await journalsPutAside(place.file);
  const isHeld = (numbers: readonly number[], fromMs: number | null) => {
    const conditions = fromMs === null ? null : { fromMs, beforeMs: Number.POSITIVE_INFINITY, app: '', query: [] };
    const { says } = noticeNow(journal, aside, [{ id: 'a', copies: new Set(numbers), contents: null, conditions }]);
    return says?.includes('copies may be lost, maybe on a legal hold');
  };
  assert.deepEqual([isHeld([id, id + 1], null), isHeld([id + 2], null)], [false, true]);
  assert.deepEqual([isHeld([], Date.UTC(2026, 2, 2)), isHeld([], Date.UTC(2026, 1, 2))], [false, true]);
});

test('a loss that is past hides nothing that is wrong now, unless the history is empty because of it', () => {
  const past = { says: 'copies were lost', isAnew: false };
  assert.equal(firstSaid(past, [null, 'rows are damaged']), 'rows are damaged');
  assert.equal(firstSaid(past, [null, null]), 'copies were lost');
  assert.equal(firstSaid({ ...past, isAnew: true }, ['rows are damaged', null]), 'copies were lost');
});

test('that a copy on a legal hold may be lost is said whichever of several journals it was in', async (t) => {
  const place = journalPlace(t);
  const journal = testJournal(t, place);
  for (const [month, id] of [
    [3, 5],
    [4, 90],
  ] as const) {
    writeFileSync(path.join(path.dirname(place.file), named(month)), '');
    writeCarriedOver(journal, named(month), { copies: 9, incomplete: 0, loss: { ...nothingLost, lost: [[id, id]] } });
  }
  const says = async (number: number) =>
    noticeNow(journal, await journalsPutAside(place.file), [{ id: 'a', copies: new Set([number]), contents: null, conditions: null }]).says;
  for (const number of [5, 90]) assert.match((await says(number)) ?? '', /maybe on a legal hold/);
  assert.doesNotMatch((await says(91)) ?? '', /hold/);
});

test('a hold on the number of a copy that had become part of a lost one is told', async (t) => {
  const place = journalPlace(t);
  const journal = testJournal(t, place);
  const [id = 0] = recordCapture(journal, textCapture('a copy')).fragmentIds;
  writeFileSync(path.join(path.dirname(place.file), named(3)), '');
  writeCarriedOver(journal, named(3), { copies: 9, incomplete: 0, loss: { ...nothingLost, lost: [[30, 30]] } });
  const hold = (number: number) => [{ id: 'a', copies: new Set([number]), contents: null, conditions: null }];
  const aside = await journalsPutAside(place.file);
  assert.match(noticeNow(journal, aside, hold(7)).says ?? '', /maybe on a legal hold/);
  assert.doesNotMatch(noticeNow(journal, aside, hold(id)).says ?? '', /hold/);
});

test('each hold costs one question, however many numbers it has', async (t) => {
  const place = journalPlace(t);
  const journal = testJournal(t, place);
  writeFileSync(path.join(path.dirname(place.file), named(3)), '');
  writeCarriedOver(journal, named(3), { copies: 9, incomplete: 0, loss: allUnsure });
  const numbers = Array.from({ length: 1_000 }, (_, at) => at + 1);
  for (let n = 0; n < numbers.length; n += 1) recordCapture(journal, textCapture(`copy ${n}`));
  let asked = 0;
  const counting = {
    ...journal,
    statement: (sql: string) => {
      if (sql.includes('FROM fragments')) asked += 1;
      return journal.statement(sql);
    },
  };
  const holds = Array.from({ length: 20 }, (_, at) => ({ id: String(at), copies: new Set(numbers), contents: null, conditions: null }));
  const startMs = performance.now();
  assert.doesNotMatch(noticeNow(counting, await journalsPutAside(place.file), holds).says ?? '', /hold/);
  assert.ok(asked <= holds.length, `${asked} questions, ${Math.round(performance.now() - startMs)} ms`);
});

test('the content of each copy that is on hold is digested once, however many holds name it and however often they are asked for', async (t) => {
  const place = journalPlace(t);
  const journal = testJournal(t, place);
  writeFileSync(path.join(path.dirname(place.file), named(3)), '');
  writeCarriedOver(journal, named(3), { copies: 9, incomplete: 0, loss: allUnsure });
  mkdirSync(retentionFolder(place), { recursive: true });
  const numbers = Array.from({ length: 50 }, (_, n) => recordCapture(journal, textCapture(`copy ${n}`)).fragmentIds[0] ?? 0);
  const { key, digests } = heldContents(journal, retentionFolder(place), numbers).contents;
  const byNumber = new Map(Object.entries(digests).map(([number, digest]) => [Number(number), digest]));
  const contents = { key, byNumber, all: new Set(byNumber.values()) };
  const holds = ['a', 'b', 'c'].map((id) => ({ id, copies: new Set(numbers), contents, conditions: null }));
  const aside = await journalsPutAside(place.file);
  const digested = t.mock.method(crypto, 'createHmac');
  syncBuiltinESMExports();
  for (let times = 0; times < 2; times += 1) assert.doesNotMatch(noticeNow(journal, aside, holds).says ?? '', /hold/);
  t.mock.restoreAll();
  syncBuiltinESMExports();
  assert.equal(digested.mock.callCount(), numbers.length);
  const [first = 0] = numbers;
  byNumber.set(first, digests[numbers[1] ?? 0] ?? '');
  assert.match(noticeNow(journal, aside, holds).says ?? '', /maybe on a legal hold/, 'it is another content');
});

test('of more contents than are remembered, those that are need no digest at each time', (t) => {
  const place = journalPlace(t);
  const journal = testJournal(t, place);
  mkdirSync(retentionFolder(place), { recursive: true });
  const [number = 0] = recordCapture(journal, textCapture('copy')).fragmentIds;
  const { key } = heldContents(journal, retentionFolder(place), [number]).contents;
  const many = 60_000;
  const numbers = Array.from({ length: many }, (_, at) => at + 1);
  const row = (value: number) => ({ number: value, sha256: value.toString(16).padStart(64, '0') });
  const asked = { ...journal, statement: () => ({ all: () => numbers.map(row) }) as unknown as ReturnType<typeof journal.statement> };
  const contents = { key, byNumber: new Map(numbers.map((each) => [each, ''])), all: new Set<string>() };
  const digested = t.mock.method(crypto, 'createHmac');
  syncBuiltinESMExports();
  const { inHistory } = sinceThen(asked, 0);
  inHistory({ contents }, numbers);
  assert.equal(digested.mock.callCount(), many);
  inHistory({ contents }, numbers);
  assert.equal(digested.mock.callCount(), many + 10_000);
  t.mock.restoreAll();
  syncBuiltinESMExports();
});

test('where what was lost can not be read now, it says so, and not that the history began anew', async (t) => {
  const place = journalPlace(t);
  const journal = testJournal(t, place);
  const aside = path.join(path.dirname(place.file), named(3));
  writeFileSync(aside, '');
  writeCarriedOver(journal, named(3), { copies: 0, incomplete: 0, loss: { ...nothingLost, waitsBelow: 300 } });
  const open = closeFile(t, `${aside}-loss`);
  const notice = noticeNow(journal, await journalsPutAside(place.file), []);
  assert.equal(notice.isAnew, false);
  const says = /: what it lost, if anything, cannot be read now; keep it; see: hub doctor journal$/;
  assert.match(notice.says ?? '', says);
  assert.ok((notice.says?.length ?? 0) <= 200 - ' (and 12 more)'.length, notice.says ?? '');
  assert.match(emptyHistoryNotice(journal, place.file) ?? '', says);
  open();
  assert.match(noticeNow(journal, await journalsPutAside(place.file), []).says ?? '', /: older copies are still to be carried over;/);
});

test('as long as receipts or WorkSpaces are to be carried over, nothing advises to delete the file', async (t) => {
  const place = journalPlace(t);
  const journal = testJournal(t, place);
  writeFileSync(path.join(path.dirname(place.file), named(3)), '');
  writeCarriedOver(journal, named(3), { copies: 10, incomplete: 0, loss: nothingLost, isRestThere: false });
  const { says } = noticeNow(journal, await journalsPutAside(place.file), []);
  assert.match(says ?? '', /: what belongs to its copies is still to be carried over; see: hub doctor journal$/);
});
