import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { until } from '../../../../test/harness/until.ts';
import { plainPath } from '../../../file-index/disk-path.ts';
import { ChangedFolders, type ChangedFoldersParts } from './changed-folders.ts';

function rig(t: TestContext, parts: Partial<ChangedFoldersParts> = {}) {
  const reports: [string, number | null][] = [];
  const changed = new ChangedFolders({ report: (id, folders) => reports.push([id, folders?.length ?? null]), quietMs: 20, ...parts });
  t.after(() => changed[Symbol.dispose]());
  return { reports, changed };
}

test('what changes within a moment is reported together, each folder once', async (t) => {
  const { reports, changed } = rig(t);
  for (const name of ['a', 'b', 'a']) changed.add('work', plainPath(name));
  changed.add('other', plainPath('c'));
  await until('a report', () => reports.length > 0);
  assert.deepEqual(reports, [
    ['work', 2],
    ['other', 1],
  ]);
});

test('what changes all the time is reported all the same, and very many folders as a whole WorkSpace', async (t) => {
  const { reports, changed } = rig(t, { quietMs: 10_000, longestMs: 30 });
  const writing = setInterval(() => changed.add('work', plainPath('a')), 5);
  t.after(() => clearInterval(writing));
  await until('a report', () => reports.length > 0);
  clearInterval(writing);
  for (let at = 0; at < 2_000; at += 1) changed.add('other', plainPath(`${at}`));
  await until('the other', () => reports.some(([id]) => id === 'other'));
  assert.deepEqual(reports.at(-1), ['other', null]);
});

test('after work it rests ten times as long, but no longer than changes may wait', async (t) => {
  const { reports, changed } = rig(t, { longestMs: 600 });
  changed.add('work', plainPath('a'));
  await until('a report', () => reports.length === 1);
  await new Promise((resolve) => setTimeout(resolve, 200));
  changed.indexed();
  const startMs = performance.now();
  changed.add('work', plainPath('a'));
  await until('another report', () => reports.length === 2);
  assert.ok(performance.now() - startMs > 500);
});
