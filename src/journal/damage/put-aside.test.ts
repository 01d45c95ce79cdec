/** What is said of a journal that was put aside, where not all is known of it. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { journalPlace, testJournal, textCapture } from '../../../test/doubles/temporary-journal.ts';
import { allUnsure, type Loss, nothingLost } from '../../domain/retention/lost-copies.ts';
import { recordCapture } from '../captures/captures.ts';
import { openJournal } from '../journal.ts';
import { fileIdentity } from '../journal-identity.ts';
import { damageMark } from './damage.ts';
import { readLoss } from './loss-file.ts';
import { carriedOver, hasLostCopies, isBegunAnew, journalsPutAside, noticeNow, writeCarriedOver } from './put-aside.ts';
import { openJournalOrFresh } from './quarantine.ts';

const named = (month: number) => `hub.db.bad-2026-0${month}-01T09-05-07-042Z`;

test('until it is known what was lost, and if Hub is killed before, it says that copies may be lost', async (t) => {
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
  assert.deepEqual(during, [allUnsure]);
  assert.deepEqual(readLoss(aside), nothingLost);
  const killed = { copies: null, incomplete: 0, loss: allUnsure };
  assert.deepEqual([hasLostCopies(killed), isBegunAnew(killed)], [true, false]);
  assert.match(noticeNow(journal, await journalsPutAside(place.file), []).says ?? '', /no copy was lost with it; delete it/);
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
  assert.match((await says()) ?? '', /^05.+Z: no copy was lost with it; delete it/);
  add(4, 7, nothingLost);
  assert.match((await says()) ?? '', /^04.+ \(and 1 more\): about 7 copies may lack formats/);
  add(3, 0, null);
  assert.match((await says()) ?? '', /^03.+ \(and 2 more\): what was unreadable is not in the history; keep it/);
  add(2, 0, { lost: [[4, 5]], unsure: [], pinned: 0 });
  assert.match((await says()) ?? '', /^02.+ \(and 3 more\): copies were lost \(2\)/);
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
