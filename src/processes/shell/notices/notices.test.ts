import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ShellNotice } from '../../../domain/view/page-view.ts';
import { Notices } from './notices.ts';

function opened({ isThere = async () => true }: { readonly isThere?: () => Promise<boolean> } = {}) {
  const shown: { now: ShellNotice | null } = { now: null };
  const notices = new Notices({ show: (notice) => Object.assign(shown, { now: notice }), isThere });
  const undone: string[] = [];
  const deleted = (id: string): void =>
    notices.notify(
      'success',
      `Deleted ${id}`,
      async () => {
        undone.push(id);
        notices.notify('success', `${id} is back`);
      },
      { deleted: id },
    );
  return { notices, shown, undone, deleted };
}

test('each undo is of the change before, and the notice about it offers the next one', async () => {
  const { notices, shown, undone, deleted } = opened();
  for (const id of ['1', '2', '3']) deleted(id);
  const third = shown.now?.id;
  // Before the page knows what came of the first.
  await Promise.all([notices.undo(), notices.undo()]);
  assert.deepEqual(undone, ['3', '2']);
  assert.deepEqual([shown.now?.text(), shown.now?.canUndo, shown.now?.earlier], ['2 is back', undefined, 1]);
  await notices.undo(third);
  assert.equal(undone.length, 2, 'a second click on its button undoes nothing else');
  await notices.undo(shown.now?.earlier);
  assert.deepEqual([undone.at(-1), shown.now?.earlier], ['1', undefined]);
  await notices.undo();
  assert.equal(undone.length, 3);
});

test('an undo that comes before the end of a deletion is about that one', async () => {
  const { notices, undone, deleted } = opened();
  deleted('1');
  const { promise, resolve } = Promise.withResolvers<void>();
  const deletion = notices.during(promise.then(() => deleted('2')));
  const undo = notices.undo();
  resolve();
  await Promise.all([deletion, undo]);
  assert.deepEqual(undone, ['2']);
});

test('what can be undone goes with the notice, and is bounded', async () => {
  const { notices, shown, undone, deleted } = opened();
  for (let id = 1; id <= 40; id += 1) deleted(String(id));
  for (let id = 1; id <= 40; id += 1) await notices.undo();
  assert.deepEqual([undone.length, undone.at(-1)], [20, '21']);
  deleted('41');
  notices.dismiss((shown.now?.id ?? 0) - 1);
  assert.equal(shown.now?.canUndo, true, 'another one was dismissed');
  notices.dismiss(shown.now?.id ?? 0);
  await notices.undo();
  assert.deepEqual([undone.length, shown.now], [20, null]);
});

test('an undo that fails leaves the one before', async () => {
  const { notices, undone, deleted } = opened();
  deleted('1');
  notices.notify('success', 'Changed', async () => {
    throw new Error('no answer');
  });
  await assert.rejects(notices.undo());
  await notices.undo();
  assert.deepEqual(undone, ['1']);
});

test('a change that is undone without a word leaves a notice while there is more to undo', async () => {
  const { notices, shown, deleted } = opened();
  deleted('1');
  notices.notify('success', 'Changed', async () => {});
  await notices.undo();
  assert.deepEqual([shown.now?.text(), shown.now?.earlier], ['Undone', 1]);
});

test('a copy that somebody else brought back is not brought back again', async () => {
  const { notices, shown, undone, deleted } = opened();
  deleted('1');
  deleted('2');
  await notices.changed('1');
  assert.equal(shown.now?.text(), 'Deleted 2');
  await notices.undo();
  await notices.undo();
  assert.deepEqual([undone, shown.now?.earlier], [['2'], undefined]);
});

test('the file of what a notice reports is deleted once, and only while it is shown', async () => {
  const { notices, shown } = opened();
  let done = 0;
  const work = async () => {
    done += 1;
  };
  const trash = { what: 'file' as const, work };
  notices.notify('success', 'Deleted', async () => {}, { trash });
  const id = shown.now?.id ?? 0;
  assert.equal(shown.now?.canTrash, 'file');
  await notices.trash(id);
  await notices.trash(id);
  assert.equal(done, 1);
  notices.notify('success', 'Deleted', async () => {}, { trash });
  notices.notify('info', 'Copied');
  assert.deepEqual([shown.now?.canTrash, shown.now?.earlier], [undefined, id + 1]);
  await notices.trash(id + 1);
  assert.equal(done, 1);
});

test('what was written is shown in its folder, as often as it is asked for while the notice is there', async () => {
  const { notices, shown } = opened();
  const revealed: string[] = [];
  notices.notify('success', 'Written', undefined, { reveal: async () => void revealed.push('it') });
  const noticeId = shown.now?.id ?? 0;
  assert.equal(shown.now?.canReveal, true);
  for (let times = 0; times < 2; times++) await notices.command({ kind: 'reveal-written', noticeId });
  assert.equal(revealed.length, 2);
  notices.notify('info', 'Another');
  assert.equal(shown.now?.canReveal, undefined);
  await notices.command({ kind: 'reveal-written', noticeId });
  assert.equal(revealed.length, 2);
});
