import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { createdJournal, textCapture } from '../../../../test/doubles/temporary-journal.ts';
import { runs } from '../../../../test/harness/effort.ts';
import { recordCapture } from '../../captures/captures.ts';
import { putReceipt, wasSavedInto, workspacesKnown } from '../../fragments/receipts.ts';
import { type JournalPlace, openJournal } from '../../journal.ts';
import { carryWorkspaces, withUnknownWorkspaces } from './carried-workspaces.ts';

const name = 'hub.db.bad-2026-03-01T09-05-07-042Z';
const receipt = (workspace: string) => ({ workspace, sha256: 'a'.repeat(64), path: `${workspace}/a.txt`, duplicate: false, atMs: 1 });

/** Overwrites the first page of each of these tables and indexes. */
function damage(place: JournalPlace, names: readonly string[]): void {
  const roots = ((journal) => {
    using _journal = journal;
    const root = journal.statement('SELECT rootpage FROM sqlite_schema WHERE name = ?');
    return names.map((one) => Number(root.get(one)?.rootpage));
  })(openJournal(place));
  const bytes = readFileSync(place.file);
  for (const root of roots) bytes.fill(0xaa, (root - 1) * 4_096, root * 4_096);
  writeFileSync(place.file, bytes);
}

test('the WorkSpaces come over also if either their table or its index is damaged; if both are, they are not all known', (t) => {
  const cases: readonly (readonly [readonly string[], boolean, readonly string[]])[] = [
    [[], true, ['/erased', '/saved']],
    [['workspaces'], true, ['/erased', '/saved']],
    [['sqlite_autoindex_workspaces_1'], true, ['/erased', '/saved']],
    [['workspaces', 'sqlite_autoindex_workspaces_1'], false, ['/saved']],
    [['receipts'], false, ['/erased']],
  ];
  for (const [damaged, isKnown, found] of cases) {
    const from = createdJournal(t);
    {
      using old = openJournal(from);
      old.transaction(() => putReceipt(old, receipt('/saved')));
      recordCapture(old, textCapture('x', { workspace: '/erased' }));
      old.tryEmptyLog();
    }
    damage(from, damaged);
    const place = createdJournal(t);
    writeFileSync(path.join(path.dirname(place.file), name), readFileSync(from.file));
    using journal = openJournal(place);
    assert.equal(withUnknownWorkspaces(journal, place.file), name);
    carryWorkspaces(path.join(path.dirname(place.file), name), journal);
    assert.deepEqual(
      [workspacesKnown(journal), withUnknownWorkspaces(journal, place.file)],
      [found, isKnown ? null : name],
      damaged.join(),
    );
    assert.equal(wasSavedInto(journal, '/saved'), !damaged.includes('receipts'), 'without its receipts');
    assert.equal(withUnknownWorkspaces(null, place.file), name, 'without a journal nothing is known');
  }
});

test('a WorkSpace that comes over does not get the number of another one that did not', (t) => {
  const from = createdJournal(t);
  {
    using old = openJournal(from);
    old.transaction(() => putReceipt(old, receipt('/saved')));
  }
  using journal = openJournal(createdJournal(t));
  recordCapture(journal, textCapture('waits', { workspace: '/lost' }));
  journal.statement('DELETE FROM workspaces').run();
  carryWorkspaces(from.file, journal);
  const { id } = journal.statement("SELECT id FROM workspaces WHERE path = '/saved'").get() ?? {};
  assert.notEqual(id, journal.statement('SELECT workspace FROM fragments').get()?.workspace);
});

test('any number of WorkSpaces in damaged receipts takes bounded time and room', (t) => {
  const from = createdJournal(t);
  {
    using old = openJournal(from);
    const many = `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < ${runs(50_000)})`;
    old.statement(`${many} INSERT INTO receipts SELECT '/' || n, printf('%064x', n), '/' || n, 1 FROM n`).run();
  }
  using journal = openJournal(createdJournal(t));
  carryWorkspaces(from.file, journal);
  assert.ok(workspacesKnown(journal).length <= 10_000);
});
