import assert from 'node:assert/strict';
import { test } from 'node:test';
import { journalPlace, testJournal, textCapture } from '../../../test/doubles/temporary-journal.ts';
import { recordCapture } from '../captures/captures.ts';
import { recordJudgement, recordSaveFailure, requestSave } from './fragment-states.ts';
import { nextAttemptIn, nextToSaveIn, waitingFor } from './waiting-saves.ts';

const judged = { detection: null, embeddedFilename: null, pictureSize: null, index: { body: '', names: '' } };

test('saves wait for the WorkSpace that they were copied for', (t) => {
  const journal = testJournal(t, journalPlace(t));
  const add = (text: string, workspace?: string): number => {
    const [id = 0] = recordCapture(journal, { ...textCapture(text), workspace }).fragmentIds;
    recordJudgement(journal, id, { ...judged, verdict: { kind: 'save' } });
    return id;
  };
  assert.deepEqual(waitingFor(journal), []);
  const [first, second, third, nobody] = [add('1', '/a'), add('2', '/b'), add('3', '/a'), add('4')];
  const [none, a, b] = waitingFor(journal);
  assert.deepEqual([none, a?.path, b?.path], [{ id: null, path: null }, '/a', '/b']);
  const next = (id: number | null | undefined, after?: number) =>
    nextToSaveIn(journal, id ?? null, { nowMs: 500, ...(after ? { after } : {}) });
  assert.deepEqual([next(a?.id), next(a?.id, first), next(b?.id), next(null)], [first, third, second, nobody]);
  recordSaveFailure(journal, first, 'disk_full', 900);
  recordSaveFailure(journal, third, 'disk_full', 700);
  assert.deepEqual([next(a?.id), nextAttemptIn(journal, a?.id ?? null), nextAttemptIn(journal, b?.id ?? null)], [null, 700, 0]);
  recordSaveFailure(journal, second, 'path_too_long', null);
  assert.deepEqual(
    waitingFor(journal).map(({ path }) => path),
    [null, '/a'],
  );
});

test('a damaged number hides no other save, and its own waits for no WorkSpace in particular', (t) => {
  const journal = testJournal(t, journalPlace(t));
  const ids = ['1', '2', '3'].map((text) => {
    const [id = 0] = recordCapture(journal, { ...textCapture(text), workspace: '/a' }).fragmentIds;
    recordJudgement(journal, id, { ...judged, verdict: { kind: 'save' } });
    return id;
  });
  journal.statement('UPDATE fragments SET workspace = ? WHERE id = ?').run(-7, ids[0] ?? 0);
  journal.statement('UPDATE fragments SET workspace = ? WHERE id = ?').run(99, ids[1] ?? 0);
  assert.deepEqual(
    waitingFor(journal).map(({ path }) => path),
    [null, '/a', null],
  );
  assert.equal(nextToSaveIn(journal, null, { nowMs: 0 }), ids[0]);
  assert.equal(nextToSaveIn(journal, 99, { nowMs: 0 }), ids[1]);
});

test('a save on request goes into the active WorkSpace', (t) => {
  const journal = testJournal(t, journalPlace(t));
  const [id = 0] = recordCapture(journal, { ...textCapture('asked for'), workspace: '/a' }).fragmentIds;
  recordJudgement(journal, id, { ...judged, verdict: { kind: 'keep', because: 'policy_off' } });
  assert.ok(requestSave(journal, id));
  assert.deepEqual(waitingFor(journal), [{ id: null, path: null }]);
});
