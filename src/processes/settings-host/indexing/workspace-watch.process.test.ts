import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { rememberingLog } from '../../../../test/doubles/fake-component.ts';
import { temporaryHome } from '../../../../test/harness/temporary-home.ts';
import { until } from '../../../../test/harness/until.ts';
import { DiskQuestions } from '../../../base/disk-questions.ts';
import { plainPath } from '../../../file-index/disk-path.ts';
import type { WatchCounts } from '../../../file-index/workspace-rows.ts';
import { WorkspaceWatch, type WorkspaceWatchParts } from './workspace-watch.ts';

interface Rig {
  readonly root: string;
  readonly watch: WorkspaceWatch;
  readonly changed: Set<string>;
  readonly logged: string[];
  readonly counts: () => WatchCounts | undefined;
  /** Makes folders and watches them. */
  readonly add: (...names: readonly string[]) => void;
}

function rig(t: TestContext, given: Partial<WorkspaceWatchParts> = {}): Rig {
  const root = temporaryHome(t, () => watch[Symbol.dispose]());
  const changed = new Set<string>();
  const logged: string[] = [];
  let last: WatchCounts | undefined;
  const watch = new WorkspaceWatch({
    questions: new DiskQuestions(),
    log: rememberingLog((line) => logged.push(JSON.stringify(line))),
    changed: (_id, folder) => changed.add(path.relative(root, folder.text)),
    counted: (counts) => {
      last = counts;
    },
    ...given,
  });
  return {
    root,
    watch,
    changed,
    logged,
    counts: () => last,
    add: (...names) => {
      for (const name of names) fs.mkdirSync(path.join(root, name), { recursive: true });
      watch.add(
        'work',
        names.map((name) => plainPath(path.join(root, name))),
      );
    },
  };
}

test('a change is reported with its folder, also after the folder was removed and made again', async (t) => {
  const { root, add, changed, counts } = rig(t);
  add('a', 'b');
  await until('two watches', () => counts()?.watched === 2);
  fs.writeFileSync(path.join(root, 'a', 'file'), '');
  await until('the change', () => changed.has('a'));
  assert.ok(!changed.has('b'));
  fs.rmSync(path.join(root, 'b'), { recursive: true });
  await until('that it is gone', () => changed.has('b') && counts()?.watched === 1);
  add('b');
  await until('another watch', () => counts()?.watched === 2);
  changed.clear();
  fs.writeFileSync(path.join(root, 'b', 'file'), '');
  await until('the change there', () => changed.has('b'));
});

test('a folder that is renamed is not watched under its old path any more, nor is what is in it', async (t) => {
  const { root, add, changed, counts } = rig(t);
  add('a/b');
  add('a');
  await until('two watches', () => counts()?.watched === 2);
  fs.renameSync(path.join(root, 'a'), path.join(root, 'c'));
  await until('the change', () => changed.has('a'));
  changed.clear();
  add('d');
  await until('one watch', () => counts()?.watched === 1);
  fs.writeFileSync(path.join(root, 'c', 'b', 'file'), '');
  fs.writeFileSync(path.join(root, 'd', 'file'), '');
  await until('the change of the other', () => changed.has('d'));
  assert.ok(!changed.has(path.join('a', 'b')));
});

test('beyond the limit of watches it says so once, and counts the rest', async (t) => {
  const { add, counts, logged } = rig(t, { mostFolders: 3 });
  add(...Array.from({ length: 100 }, (_, at) => `folder ${at}`));
  await until('an end', () => counts()?.unwatched === 97);
  assert.deepEqual([counts()?.watched, logged.length], [3, 1]);
});

test('it ends with its WorkSpace', async (t) => {
  const { root, add, watch, changed, counts } = rig(t);
  add('a');
  await until('a watch', () => counts()?.watched === 1);
  watch.keepOnly(new Set());
  assert.deepEqual(counts(), { watched: 0, unwatched: 0 });
  fs.writeFileSync(path.join(root, 'a', 'file'), '');
  add('b');
  await until('a watch', () => counts()?.watched === 1);
  fs.writeFileSync(path.join(root, 'b', 'file'), '');
  await until('the other change', () => changed.has('b'));
  assert.ok(!changed.has('a'));
});
