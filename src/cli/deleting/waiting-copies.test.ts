/** Deletions that reach copies of a damaged journal which wait to be carried over. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { httpAnswer, type Peers, statusWithBridge } from '../../../test/doubles/bridge-peers.ts';
import { copiesToDelete } from '../../../test/doubles/journals/copies-to-delete.ts';
import { textCapture } from '../../../test/doubles/temporary-journal.ts';
import { documents } from '../../contract/documents.ts';
import { allWaiting, nothingLost } from '../../domain/retention/lost-copies.ts';
import { recordCapture } from '../../journal/captures/captures.ts';
import { deleteWaiting, joinDeletion } from '../../journal/damage/carrying/deleted-meanwhile.ts';
import { writeLoss } from '../../journal/damage/loss-file.ts';
import { passOverNumbers } from '../../journal/given-numbers.ts';
import type { Journal } from '../../journal/journal.ts';
import { hideSlice } from '../../journal/keeping/deletions.ts';
import type { Places } from '../../platform/locations.ts';

/** Copy 2 of a damaged journal, which waits beside those of this one, as do all below 300. */
function damagedBeside(journal: Journal, places: Places): void {
  const file = `${places.journal}.bad-2026-03-01T09-05-07-042Z`;
  writeFileSync(file, 'a damaged journal');
  writeLoss(file, { ...nothingLost, waitsBelow: 300 });
  journal.transaction(() => passOverNumbers(journal, 'fragments', 300));
}

test('a deletion reaches copies that are still to be carried over from a damaged journal, and says where what is deleted may still be', async (t) => {
  const { journal, run, left, printed, complained, surface } = copiesToDelete(t);
  damagedBeside(journal, surface.places);
  const writtenDown = () =>
    journal
      .statement('SELECT fragment_id, below, query, deletes_pinned FROM waiting_deletions ORDER BY id')
      .all()
      .map((row) => ({ ...row }));
  assert.equal(await run('delete', '1', '200', '400'), 0);
  assert.deepEqual(writtenDown(), [{ fragment_id: 200, below: null, query: null, deletes_pinned: 0 }]);
  assert.match(printed.join('\n'), /Deleted 1 copy .*\n.*will not come over\.\n.*data\/hub\.db\.bad-2026-03-01T09-05-07-042Z/);
  assert.match(complained.join('\n'), /there is no copy 400/);
  assert.equal(await run('delete', '201'), 0, 'one alone too');
  assert.match(printed.at(-1) ?? '', /may still have what is deleted/);
  assert.equal(writtenDown().length, 2);
  assert.equal(await run('delete', '--all', '--pinned'), 1, 'a person is asked');
  assert.match(complained.join('\n'), /still to be carried over from a damaged journal are deleted as well/);
  assert.equal(await run('delete', '--all', '--pinned', '--yes', '--json'), 0);
  assert.deepEqual(left(), []);
  assert.deepEqual(writtenDown()[2], { fragment_id: null, below: 300, query: '', deletes_pinned: 1 });
  assert.match(printed.at(-1) ?? '', /"waiting": ?true.*"putAside": ?\[\s*"hub\.db\.bad-/s);
  assert.equal(await run('delete', '--all', '--yes'), 0, 'also where the history has none');
});

test('copies that are made while somebody is asked are not deleted, whichever numbers wait', async (t) => {
  let made: () => void = () => {};
  const { journal, run, left, surface } = copiesToDelete(t, true, () => made());
  const file = `${surface.places.journal}.bad-2026-03-01T09-05-07-042Z`;
  writeFileSync(file, 'a damaged journal');
  writeLoss(file, allWaiting);
  made = () => {
    recordCapture(journal, textCapture('made meanwhile', { copiedAtMs: Date.now() + 1_000 }));
    recordCapture(journal, textCapture('carried over meanwhile', { copiedAtMs: 1_000 }));
  };
  assert.equal(await run('delete', '--all', '--pinned'), 0);
  assert.deepEqual(left(), [11]);
});

test('what was deleted of copies that wait can be undone with the rest', async (t) => {
  const { journal, run, printed, surface } = copiesToDelete(t);
  damagedBeside(journal, surface.places);
  const nowMs = Date.now();
  const { deletion } = hideSlice(journal, { ids: [5], nowMs, budgetMs: 10 });
  const place = { file: surface.places.journal, blobs: surface.places.blobs };
  const written = { place, nowMs, isForGood: false };
  deleteWaiting(journal, { what: { query: '', sinceMs: null, pinned: false }, ...written });
  joinDeletion(journal, nowMs, deletion ?? 0);
  deleteWaiting(journal, { what: { numbers: [200] }, ...written, nowMs: nowMs - 1 });
  assert.equal(await run('undelete'), 0);
  assert.match(printed.join('\n'), /1 copy is back.*\n.*will come over again/);
  const leftOf = () =>
    journal
      .statement('SELECT fragment_id FROM waiting_deletions')
      .all()
      .map((row) => row.fragment_id);
  assert.deepEqual(leftOf(), [200]);
  assert.equal(await run('undelete', '200'), 0);
  assert.deepEqual(leftOf(), []);
  assert.equal(await run('undelete'), 1);
});

/** A running Hub, whose core answers whether it is well, and nothing else. */
async function running(hub: Peers): Promise<void> {
  const copies = { captured: 0, repeated: 0, concealed: 0, excluded: 0, unusable: 0, gone: 0, missed: 0 };
  const health = { status: 'ok', component: 'python_core', version: '1', uptimeSeconds: 1, reasons: [], copies };
  const port = await hub.port((socket, line) => {
    if (line.startsWith('GET /api/health/status')) socket.end(httpAnswer(JSON.stringify(health)));
    else socket.destroy();
  });
  await hub.pipe('supervisor', statusWithBridge(port));
}

const notComing = 'Of the copies that are still to be carried over from a damaged journal, those that this is about will not come over.';
const toUndo = 'To bring them back within a minute: hub undelete';

test('what is said of a deletion of copies that wait alone does not contradict itself, and it can be undone', async (t) => {
  const { journal, hub, run, printed, surface } = copiesToDelete(t);
  damagedBeside(journal, surface.places);
  await running(hub);
  assert.equal(await run('delete', '200'), 0);
  assert.deepEqual(printed.slice(0, -1), [`${notComing} Saved files stay. ${toUndo}`]);
  assert.equal(await run('undelete'), 0);
  assert.equal(printed.at(-1), 'Copies that are still to be carried over from a damaged journal will come over again.');
  assert.equal(await run('delete', '200', '--json'), 0);
  const { deleted, canUndo, waiting } = JSON.parse(printed.at(-1) ?? '');
  assert.deepEqual({ deleted, canUndo, waiting }, { deleted: 0, canUndo: true, waiting: true });
  assert.equal(await run('delete', '201', '--now', '--json'), 0);
  assert.equal(JSON.parse(printed.at(-1) ?? '').canUndo, false);
  const before = printed.length;
  assert.equal(await run('delete', '202', '--now'), 0);
  assert.equal(printed[before], `${notComing} Saved files stay.`);
});

test('of a deletion of both kinds it is said once how to undo it, and of one that leaves pinned copies not that nothing was deleted', async (t) => {
  const { journal, hub, run, printed, surface } = copiesToDelete(t);
  damagedBeside(journal, surface.places);
  await running(hub);
  assert.equal(await run('delete', '1', '200'), 0);
  assert.deepEqual(printed.slice(0, 2), ['Deleted 1 copy from the history. Saved files stay.', `${notComing} ${toUndo}`]);
  const before = printed.length;
  assert.equal(await run('delete', '--query', 'even 4', '--yes'), 0);
  assert.deepEqual(printed.slice(before, -1), [
    '1 pinned copy stays; to delete pinned copies too: --pinned.',
    `${notComing} Saved files stay. ${toUndo}`,
  ]);
});

test('the question about copies that wait alone counts no others', async (t) => {
  const terminal = copiesToDelete(t, false);
  damagedBeside(terminal.journal, terminal.surface.places);
  const only =
    'This deletes no copy in the history, only copies that are still to be carried over from a damaged journal, if it is about them.';
  assert.equal(await terminal.run('delete', '--query', 'nowhere'), 1);
  await running(terminal.hub);
  assert.equal(await terminal.run('delete', '--query', 'nowhere', '--with-file'), 1);
  assert.deepEqual(terminal.questions, [
    `${only} It cannot be undone. Delete?`,
    `${only} Their saved files stay: only those of copies in the history are moved to the trash. It can be undone for one minute. Delete?`,
  ]);
  assert.equal(await terminal.run('delete', '--query', 'even 2', '--with-file'), 1);
  assert.match(terminal.questions[2] ?? '', /as well, if this is about them\. Their saved files stay: .* This deletes 1 copy, which can/);

  const { journal, run, complained, surface } = copiesToDelete(t);
  damagedBeside(journal, surface.places);
  assert.equal(await run('delete', '--query', 'nowhere'), 1);
  assert.match(
    complained[0] ?? '',
    /^hub: this deletes no copy in the history, only copies .* about them; to do it without a question: --yes$/,
  );
});

test('of the files of copies that wait it is said that they stay', async (t) => {
  const { journal, hub, run, printed, complained, surface } = copiesToDelete(t);
  damagedBeside(journal, surface.places);
  assert.equal(await run('delete', '200', '--with-file', '--now'), 1, 'without a Hub');
  assert.match(complained[0] ?? '', /moved to the trash by a running Hub/);
  await running(hub);
  for (const [words, undo] of [
    [['200', '--with-file'], ` ${toUndo}`],
    [['201', '--with-file', '--now'], ''],
  ] as const) {
    const before = printed.length;
    assert.equal(await run('delete', ...words), 0);
    assert.equal(
      printed[before],
      `${notComing} Their saved files stay: only those of copies in the history are moved to the trash.${undo}`,
    );
  }
});

test('if all that a deletion finds in the history is on hold, the copies that wait are deleted, and nothing says otherwise', async (t) => {
  const { journal, hub, run, printed, surface } = copiesToDelete(t);
  damagedBeside(journal, surface.places);
  await running(hub);
  holdInPlace(surface.places);
  assert.equal(await run('delete', '--query', 'even', '--pinned', '--yes'), 0);
  assert.match(printed[0] ?? '', /^5 copies stay because of the legal hold case-17.*\.$/);
  assert.equal(printed[1], `${notComing} Saved files stay. ${toUndo}`);
});

function holdInPlace(places: Places): void {
  const file = places.document(documents['legal-hold'].file);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, '{"holds": [{"id": "case-17", "query": "even"}]}\n');
}

test('with too many deletions of copies that wait, what the history has is deleted all the same, and it is said that the others are not reached', async (t) => {
  const { journal, run, left, printed, complained, surface } = copiesToDelete(t);
  damagedBeside(journal, surface.places);
  const place = { file: surface.places.journal, blobs: surface.places.blobs };
  for (let nowMs = 1; nowMs <= 100; nowMs += 1)
    deleteWaiting(journal, { what: { query: `word${nowMs}`, sinceMs: null, pinned: false }, place, nowMs, isForGood: true });
  assert.equal(await run('delete', '--all', '--pinned', '--yes'), 1);
  assert.deepEqual(left(), []);
  assert.match(printed.join('\n'), /Deleted \d+ copies from the history/);
  assert.doesNotMatch(printed.join('\n'), /will not come over/);
  assert.match(complained.join('\n'), /were not reached, and come over later/);
  recordCapture(journal, textCapture('one more'));
  assert.equal(await run('delete', '--all', '--pinned', '--yes', '--json'), 1);
  const told = JSON.parse(printed.at(-1) ?? '');
  assert.deepEqual([told.ok, told.deleted, told.waiting], [false, 1, false]);
  assert.equal(await run('delete', '--all', '--pinned', '--yes'), 1, 'also without one in the history');
});
