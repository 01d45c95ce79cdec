import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { copiesToDelete } from '../../../test/doubles/journals/copies-to-delete.ts';
import { documents } from '../../contract/documents.ts';
import { hideSlice } from '../../journal/keeping/deletions.ts';
import { setHolds } from '../../journal/retention/holds-in-force.ts';
import type { Places } from '../../platform/locations.ts';
import { runCommand } from '../program.ts';
import { heldCopies, isAgreed } from './agree-to-delete.ts';

test('several named copies are deleted, also a pinned one', async (t) => {
  const { run, left, printed, complained } = copiesToDelete(t);
  assert.equal(await run('delete', '1', '4', '99'), 0);
  assert.deepEqual(left(), [2, 3, 5, 6, 7, 8, 9, 10]);
  assert.deepEqual(printed, ['Deleted 2 copies from the history. Saved files stay.']);
  assert.deepEqual(complained, ['hub: there is no copy 99; run "hub history" to see the IDs']);
});

test('a copy that is put on hold while the question is open stays, without a Hub that would have told it', async (t) => {
  const hold = (places: Places): void => {
    mkdirSync(path.dirname(places.document(documents['legal-hold'].file)), { recursive: true });
    writeFileSync(places.document(documents['legal-hold'].file), '{"holds": [{"id": "case-17", "copies": [2]}]}\n');
  };
  const { run, left, printed } = copiesToDelete(t, true, hold);
  assert.equal(await run('delete', '--query', 'even', '--now'), 0);
  assert.deepEqual(left(), [1, 2, 3, 4, 5, 7, 9]);
  assert.match(printed.join('\n'), /case-17|on hold/);
});

test('named copies that do not exist are named, and if none exists nothing was done', async (t) => {
  const { run, left, printed, complained } = copiesToDelete(t);
  assert.equal(await run('delete', '998', '999'), 1);
  assert.deepEqual(complained, ['hub: there are no copies 998, 999; run "hub history" to see the IDs']);
  assert.equal(await run('delete', '998', '999', '--json'), 1);
  assert.equal(await run('delete', '1', '1', '999', '--json'), 0);
  assert.deepEqual(
    printed.map((line) => JSON.parse(line)),
    [
      { ok: false, error: 'not_found', detail: 'there are no copies 998, 999; run "hub history" to see the IDs' },
      { ok: true, deleted: 1, pinned: 0, canUndo: false, missing: ['999'] },
    ],
  );
  assert.equal(left().length, 9);
});

test('of several copies that are brought back, those that were not deleted are named', async (t) => {
  const { journal, run, left, printed, complained } = copiesToDelete(t);
  hideSlice(journal, { ids: [1, 2], nowMs: Date.now(), budgetMs: 1_000 });
  assert.equal(await run('undelete', '2', '3', '99', '--json'), 0);
  assert.deepEqual(JSON.parse(printed[0] ?? ''), { ok: true, restored: 1, missing: ['3', '99'] });
  assert.deepEqual(complained, ['hub: not deleted within the last minute, or erased: 3, 99']);
  assert.equal(await run('undelete', '3', '99'), 1);
  assert.equal(left().length, 10);
});

test('what a query finds is deleted once it is agreed to, and pinned copies stay', async (t) => {
  const { run, left, printed, complained } = copiesToDelete(t, true);
  assert.equal(await run('delete', '--query', 'even', '--since', '1d'), 0);
  assert.deepEqual(left(), [1, 2, 3, 4, 5, 6, 7, 9]);
  assert.equal(await run('delete', '--query', 'even'), 0);
  assert.deepEqual(left(), [1, 3, 4, 5, 7, 9]);
  assert.match(printed.at(-1) ?? '', /^Deleted 2 copies .* 1 pinned copy stays/);
  assert.equal(await run('delete', '--all', '--pinned'), 0);
  assert.deepEqual([left(), complained], [[], []]);
});

test('if no copy matches, or only pinned ones do, it says so', async (t) => {
  const { run, left, printed } = copiesToDelete(t, true);
  assert.equal(await run('delete', '--query', 'nowhere'), 0);
  assert.equal(await run('delete', '--query', 'even', '--yes'), 0);
  assert.equal(await run('delete', '--query', 'even', '--yes'), 0);
  assert.deepEqual(
    [printed[0], printed[2]],
    ['No copy matches, so nothing was deleted.', 'Nothing was deleted: 1 pinned copy stays; to delete pinned copies too: --pinned'],
  );
  assert.ok(left().includes(4));
});

test('nothing is deleted without a yes', async (t) => {
  for (const [answer, why] of [
    [false, /nothing was deleted/],
    [undefined, /this deletes 9 copies; to do it without a question: --yes/],
  ] as const) {
    const { run, left, complained } = copiesToDelete(t, answer);
    assert.equal(await run('delete', '--all'), 1);
    assert.equal(left().length, 10);
    assert.match(complained.join('\n'), why);
  }
  const { run, left } = copiesToDelete(t);
  assert.equal(await run('delete', '--since', '1hour', '--yes'), 0);
  assert.deepEqual(left(), [1, 2, 3, 4, 5, 6, 7]);
});

test('the question counts what will be deleted, and not what is on hold', async (t) => {
  const hold = (places: Places): void => {
    mkdirSync(path.dirname(places.document(documents['legal-hold'].file)), { recursive: true });
    writeFileSync(places.document(documents['legal-hold'].file), '{"holds": [{"id": "case-17", "query": "even"}]}\n');
  };
  const { run, left, complained, surface } = copiesToDelete(t);
  hold(surface.places);
  assert.equal(await run('delete', '--all', '--pinned'), 1);
  assert.match(complained.join(), /this deletes 5 copies, and 5 on legal holds stay; to do it without a question: --yes/);
  assert.equal(left().length, 10);
  assert.equal(await run('delete', '--query', 'even', '--pinned'), 1);
  assert.match(complained.at(-1) ?? '', /case-17/, 'if all of it is on hold, nothing is asked');
});

test('what is on hold when the copies are counted stays, even if its hold ends before they are deleted', async (t) => {
  const put = (places: Places, holds: string): void => {
    mkdirSync(path.dirname(places.document(documents['legal-hold'].file)), { recursive: true });
    writeFileSync(places.document(documents['legal-hold'].file), `{"holds": [${holds}]}\n`);
  };
  const { run, left, surface, printed } = copiesToDelete(t, true, (places) => put(places, ''));
  put(surface.places, '{"id": "case-17", "query": "even"}');
  assert.equal(await run('delete', '--all', '--pinned', '--now'), 0);
  assert.deepEqual(left(), [2, 4, 6, 8, 10]);
  assert.match(printed.join(), /^Deleted 5 copies .* 5 copies stay because of the legal hold case-17/);

  const all = copiesToDelete(t, undefined);
  put(all.surface.places, '{"id": "case-17", "query": "-nothing"}');
  let reads = 0;
  // The document is read for a last time when its holds are in the journal; what reads it after that has counted.
  const ending = Object.defineProperty({ ...all.surface }, 'places', {
    get: () => {
      const isStored = all.journal.statement('SELECT 1 FROM legal_holds').get() !== undefined;
      if (isStored && ++reads === 2) put(all.surface.places, '');
      return all.surface.places;
    },
  });
  assert.equal(await runCommand(['delete', '--all', '--pinned', '--now'], ending, 'hub'), 1);
  assert.equal(all.left().length, 10);
  assert.match(all.complained.join(), /^hub: 10 copies stay because of the legal hold case-17/);
});

test('copies that were not all compared with the holds are counted as at most so many, and those on hold as at least', async (t) => {
  const { journal, surface, complained } = copiesToDelete(t);
  const two = { holds: [{ id: 'case-17', copies: [1, 2] }] };
  setHolds(journal, documents['legal-hold'].schema.parse(two));
  assert.deepEqual(heldCopies(journal, [1, 3], -1), { onHold: [], isWhole: false });
  assert.deepEqual(heldCopies(journal, [1, 3]), { onHold: [{ id: 1, hold: 'case-17' }], isWhole: true });
  const asked: string[] = [];
  const terminal = { ...surface, canAsk: true, confirm: async (question: string) => asked.push(question) > 0 };
  const many = { count: 9, isWhole: false, canUndo: true, yes: undefined };
  for (const held of [0, 1, 2]) {
    assert.equal(await isAgreed(terminal, { ...many, held }), true);
    assert.equal(await isAgreed(surface, { ...many, held }), false);
  }
  const question = 'This deletes at most 9 copies, which can be undone for one minute. Delete?';
  assert.deepEqual(asked, [
    `Copies on legal holds will stay. ${question}`,
    `At least 1 copy is on a legal hold and will stay. ${question}`,
    `At least 2 copies are on legal holds and will stay. ${question}`,
  ]);
  assert.match(complained[2] ?? '', /deletes at most 9 copies, and at least 2 on legal holds stay; to do it without a question: --yes$/);
});

test('what makes no sense is refused, and deletes nothing', async (t) => {
  const { run, left } = copiesToDelete(t, true);
  for (const words of [
    ['delete'],
    ['delete', '1', '--all'],
    ['delete', '--since', 'soon'],
    ['delete', '--since', '-2h'],
    ['delete', '--query', ' '],
  ])
    assert.equal(await run(...words), 2, words.join(' '));
  for (const query of ['""', '" "', '-""', '"']) assert.equal(await run('delete', '--query', query, '--yes'), 2, query);
  for (const query of ['-tags:keep', 'odd -typ:python']) assert.equal(await run('delete', '--query', query, '--yes'), 1, query);
  assert.equal(left().length, 10);
});

test('files are deleted by a running Hub only: without one nothing is deleted', async (t) => {
  const { run, left, printed, complained } = copiesToDelete(t);
  assert.equal(await run('delete', '1', '2', '--with-file'), 1);
  assert.deepEqual(complained, ['hub: files are moved to the trash by a running Hub, so nothing was deleted; to start it: hub start']);
  assert.equal(await run('delete', '--all', '--yes', '--now', '--with-file'), 2);
  assert.notEqual(await run('delete', '1', '--with-file'), 0);
  assert.deepEqual([left().length, printed], [10, []]);
});
