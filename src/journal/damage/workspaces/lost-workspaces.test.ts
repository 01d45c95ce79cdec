/** Copies that were made for a WorkSpace that nobody knows any more. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { after, count, journalAside } from '../../../../test/doubles/journals/journal-aside.ts';
import { judged, textCapture } from '../../../../test/doubles/temporary-journal.ts';
import { recordCapture } from '../../captures/captures.ts';
import { makeFailedSavesDue, recordJudgement, requestSave } from '../../fragments/fragment-states.ts';
import { nextToSaveIn, waitingFor } from '../../fragments/waiting-saves.ts';
import type { Journal } from '../../journal.ts';

test('copies that wait for a WorkSpace of which the path is lost are not saved into another one', async (t) => {
  const fill = (old: Journal) => {
    for (let n = 0; n < 200; n += 1) recordCapture(old, textCapture(`secret ${n}`, { workspace: '/private' }));
  };
  const saves = (journal: Journal) =>
    journal
      .statement('SELECT path, count(*) AS n FROM fragments LEFT JOIN workspaces ON workspaces.id = workspace GROUP BY path')
      .all()
      .map((row) => [row.path, row.n]);
  const lost = journalAside(t, fill, ['workspaces', 'sqlite_autoindex_workspaces_1']);
  await lost.on(after(1));
  recordCapture(lost.journal, textCapture('new', { workspace: '/shared' }));
  await lost.on();
  assert.equal(count(lost.journal), 201);
  for (const id of [1, 200, 201]) recordJudgement(lost.journal, id, judged({ kind: 'save' }));
  assert.deepEqual(
    waitingFor(lost.journal).map(({ path: folder }) => folder),
    ['/shared'],
  );
  assert.equal(nextToSaveIn(lost.journal, null, { nowMs: Date.now() }), null);
  assert.equal(requestSave(lost.journal, 200), true, 'unless somebody asks for it');
  assert.equal(nextToSaveIn(lost.journal, null, { nowMs: Date.now() }), 200);
  assert.deepEqual(saves(lost.journal), [
    [null, 200],
    ['/shared', 1],
  ]);
  const indexed = journalAside(t, fill, ['workspaces']);
  await indexed.on(after(1));
  recordCapture(indexed.journal, textCapture('new', { workspace: '/shared' }));
  await indexed.on();
  assert.deepEqual(saves(indexed.journal), [
    ['/private', 200],
    ['/shared', 1],
  ]);
});

test('copies with a damaged number of a WorkSpace are not saved into the active one, failed ones neither', async (t) => {
  const numbers = [-9, 0, 7, 8];
  const { journal, on } = journalAside(t, (old) => {
    for (const [at, number] of [...numbers, null].entries()) {
      recordCapture(old, textCapture(`secret ${at}`, { workspace: '/private' }));
      const state = at % 2 === 0 ? 'captured' : 'failed';
      old.statement('UPDATE fragments SET workspace = ?, state = ?, wants_save = ? WHERE id = ?').run(number, state, at % 2, at + 1);
    }
  });
  await on();
  for (let id = 1; id <= numbers.length + 1; id += 1) recordJudgement(journal, id, judged({ kind: 'save' }));
  makeFailedSavesDue(journal);
  assert.equal(count(journal), numbers.length + 1);
  assert.deepEqual(waitingFor(journal), [{ id: null, path: null }]);
  assert.equal(nextToSaveIn(journal, null, { nowMs: Date.now() }), numbers.length + 1, 'the one that waits for no one in particular');
});
