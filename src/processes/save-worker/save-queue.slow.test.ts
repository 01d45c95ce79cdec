import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import {
  capture,
  directWriter,
  journalPlace,
  spooledContent,
  testJournal,
  textCapture,
  textFragment,
} from '../../../test/doubles/temporary-journal.ts';
import { makeFifo, tryMountSmallDisk, withoutFifo } from '../../../test/harness/strange-files.ts';
import { until } from '../../../test/harness/until.ts';
import { type Disk, realDisk } from '../../base/files/disk.ts';
import { type Log, openLog } from '../../base/log.ts';
import type { JournalFragment } from '../../contract/journal.ts';
import { recordCapture } from '../../journal/captures/captures.ts';
import { recordJudgement } from '../../journal/fragments/fragment-states.ts';
import { contentPlaces, readFragment } from '../../journal/fragments/fragments.ts';
import type { Journal } from '../../journal/journal.ts';
import { deleteFragment } from '../../journal/keeping/delete-fragments.ts';
import { startSaving } from './save-queue.ts';
import { WorkspaceFolders } from './workspace-folder.ts';

const saveIt = {
  detection: null,
  embeddedFilename: null,
  pictureSize: null,
  verdict: { kind: 'save' },
} as const;

interface Rig {
  readonly journal: Journal;
  readonly workspace: string;
  /** A fragment that is queued for its file. */
  add(text: string, where?: 'inline' | 'blob', copiedFor?: string): number;
  blobOf(id: number): string;
  /** Saves until this many are settled, and stops the worker. */
  save(
    count: number,
    workspace?: () => string,
    others?: {
      readonly disk?: Disk;
      readonly belongs?: (copiedFor: string) => string;
      readonly saveWithinMs?: number;
      readonly slowAfterMs?: number;
      readonly paceChanged?: () => void;
      /** Counts settled saves, and can make failed ones due now. */
      readonly settled?: (count: number, again: () => void) => void;
    },
  ): Promise<readonly number[]>;
  readonly log: Log;
  fragment(id: number): JournalFragment | null;
  logged(): string;
}

function rig(t: TestContext): Rig {
  const place = journalPlace(t);
  const journal = testJournal(t, place);
  const folder = path.dirname(place.file);
  const workspace = path.join(folder, 'ws');
  fs.mkdirSync(workspace);
  const file = path.join(folder, 'save_worker.log');
  const log = openLog({ component: 'save_worker', files: [file], level: 'INFO' });
  t.after(() => log[Symbol.dispose]());
  return {
    journal,
    log,
    workspace,
    add: (text, where = 'inline', copiedFor = undefined) => {
      const made = where === 'inline' ? textCapture(text) : capture([textFragment(spooledContent(place, text))]);
      const [id = 0] = recordCapture(journal, { ...made, workspace: copiedFor }).fragmentIds;
      recordJudgement(journal, id, saveIt);
      return id;
    },
    blobOf: (id) => {
      const content = contentPlaces(journal, id)[0];
      assert.ok(content !== undefined && 'file' in content);
      return content.file;
    },
    save: async (count, where = () => workspace, { disk, settled: heard, belongs = (copiedFor: string) => copiedFor, ...others } = {}) => {
      const order: number[] = [];
      const settled = Promise.withResolvers<void>();
      await using saving = startSaving(
        {
          ...others,
          journal,
          writer: directWriter(journal),
          log,
          workspace: where,
          belongs,
          folders: new WorkspaceFolders({ isUsed: () => true }),
          settled: (id) => {
            order.push(id);
            heard?.(order.length, () => saving.retryNow());
            if (order.length === count) settled.resolve();
          },
        },
        disk,
      );
      await settled.promise;
      return order;
    },
    fragment: (id) => readFragment(journal, id),
    logged: () => fs.readFileSync(file, 'utf8'),
  };
}

const withinTenSeconds = { timeout: 10_000 };

test('a missing content is damaged for good, and the next one is saved', withinTenSeconds, async (t) => {
  const { add, blobOf, save, fragment } = rig(t);
  const [gone, other] = [add('the content of a blob', 'blob'), add('saved all the same')];
  fs.rmSync(blobOf(gone));
  assert.deepEqual(await save(2), [gone, other]);
  const { state, reason, attempts } = fragment(gone) ?? {};
  assert.deepEqual({ state, reason, attempts }, { state: 'failed', reason: 'content_damaged', attempts: 1 });
  assert.equal(fragment(other)?.state, 'saved');
});

test('a content replaced by a pipe, a folder or a link blocks no other save', {
  ...withinTenSeconds,
  skip: withoutFifo,
}, async (t) => {
  const { add, blobOf, save, fragment } = rig(t);
  const strange = ['pipe', 'folder', 'link'].map((kind) => ({ kind, id: add(`a content for the ${kind}`.repeat(2_000), 'blob') }));
  const other = add('saved all the same');
  for (const { kind, id } of strange) {
    const blob = blobOf(id);
    fs.rmSync(blob);
    if (kind === 'pipe') makeFifo(blob);
    else if (kind === 'folder') fs.mkdirSync(blob);
    else fs.symlinkSync('/nowhere', blob);
  }
  await save(4);
  for (const { kind, id } of strange) assert.equal(fragment(id)?.state, 'failed', kind);
  assert.equal(fragment(other)?.state, 'saved');
});

test('a bug that one save triggers fails only that save, and the log says where', withinTenSeconds, async (t) => {
  const { add, workspace, save, fragment, logged } = rig(t);
  const [first, second] = [add('the first one'), add('the second one')];
  let asked = 0;
  const realPath = async (file: string): Promise<string> => {
    asked += 1;
    if (asked === 1) throw new TypeError('no error of the system');
    return realDisk.realPath(file);
  };
  await save(2, () => workspace, { disk: { ...realDisk, realPath } });
  assert.deepEqual([fragment(first)?.reason, fragment(second)?.state], ['io_error', 'saved']);
  assert.match(logged(), /"event":"save failed unexpectedly"/);
});

test('a row that accepts no result does not delay the next one, and is not tried in a tight loop', withinTenSeconds, async (t) => {
  const { add, journal, save, fragment, logged } = rig(t);
  const [stuck, other] = [add('stuck'), add('saved all the same')];
  journal
    .statement(`CREATE TEMP TRIGGER refused BEFORE UPDATE ON main.fragments WHEN old.id = ${stuck} BEGIN SELECT raise(ABORT, 'no'); END`)
    .run();
  assert.deepEqual(await save(1), [other]);
  assert.equal(fragment(stuck)?.state, 'kept');
  assert.equal(logged().split('"event":"save not recorded"').length - 1, 1);
});

/** The real disk, whose first flush waits until it is released. */
function heldUpDisk(): { readonly disk: Disk; readonly release: () => void } {
  const released = Promise.withResolvers<void>();
  let syncs = 0;
  const sync = async (file: number): Promise<void> => {
    syncs += 1;
    if (syncs === 1) await released.promise;
    await realDisk.sync(file);
  };
  return { disk: { ...realDisk, sync }, release: () => released.resolve() };
}

test(
  'a disk that does not respond delays only that save, and its file is recorded when it completes after all',
  withinTenSeconds,
  async (t) => {
    const { add, workspace, save, fragment } = rig(t);
    const [slow, other] = [add('the slow one'), add('saved meanwhile')];
    const { disk, release } = heldUpDisk();
    const settled = (count: number): void => {
      if (count !== 2) return;
      assert.deepEqual([fragment(slow)?.reason, fragment(other)?.state], ['busy', 'saved']);
      release();
    };
    assert.deepEqual(await save(3, () => workspace, { disk, saveWithinMs: 500, settled }), [slow, other, slow]);
    assert.deepEqual([fragment(slow)?.state, fragment(slow)?.duplicate], ['saved', false]);
    assert.deepEqual(fs.readdirSync(path.join(workspace, 'other')).sort(), ['saved-meanwhile.txt', 'the-slow-one.txt']);
  },
);

test('a fragment deleted while its disk did not respond leaves no file when it does', withinTenSeconds, async (t) => {
  const { add, workspace, journal, save, fragment, logged } = rig(t);
  const [slow, other] = [add('the slow one'), add('saved meanwhile')];
  const { disk, release } = heldUpDisk();
  const settled = (count: number): void => {
    if (count !== 2) return;
    assert.ok(deleteFragment(journal, slow));
    release();
  };
  await save(3, () => workspace, { disk, saveWithinMs: 500, settled });
  assert.equal(fragment(other)?.state, 'saved');
  assert.match(logged(), /"recorded":false.*"event":"saved"/);
  assert.deepEqual(fs.readdirSync(path.join(workspace, 'other')), ['saved-meanwhile.txt']);
});

test('a worker that has changed its WorkSpace while a disk did not respond leaves no timer behind', withinTenSeconds, async (t) => {
  const { add, journal, log, workspace } = rig(t);
  const closed = path.join(path.dirname(workspace), 'closed');
  fs.writeFileSync(closed, '');
  add('a save that is waiting to be tried again');
  const [released, failed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let lists = 0;
  const list = async (folder: string): Promise<string[]> => {
    await released.promise;
    const names = await realDisk.list(folder);
    lists += 1;
    return names;
  };
  const timers = (): number => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
  const before = timers();
  let here = workspace;
  {
    const folders = new WorkspaceFolders({ isUsed: () => true });
    const settled = () => failed.resolve();
    const parts = { journal, writer: directWriter(journal), log, workspace: () => here, belongs: () => here, folders, settled };
    await using saving = startSaving(parts, {
      ...realDisk,
      list: (folder) => (folder === workspace ? list(folder) : realDisk.list(folder)),
    });
    here = closed;
    saving.look();
    await failed.promise;
    await new Promise(setImmediate);
    here = workspace;
    released.resolve();
    await until('the end of the sweep', () => lists === 2);
    await new Promise(setImmediate);
  }
  assert.equal(timers(), before);
});

test('a file that would use up the disk waits for room, and a small one after it does not', async (t) => {
  const { workspace, add, save, fragment } = rig(t);
  using disk = tryMountSmallDisk(workspace, '4m');
  if (disk === null) return t.skip('takes the right to mount a tmpfs');
  const large = add('x'.repeat(4 * 1024 * 1024 - 100_000), 'blob');
  const small = add('a small one');
  await save(2);
  assert.deepEqual([fragment(large)?.state, fragment(large)?.reason], ['failed', 'disk_full']);
  assert.equal(fragment(small)?.state, 'saved');
});

test(
  'a WorkSpace whose disk does not respond delays no save into another one, and its own saves happen later',
  withinTenSeconds,
  async (t) => {
    const { add, workspace, save, fragment } = rig(t);
    const ids = ['one', 'two', 'three'].map((which) => add(`the ${which} that waits`));
    const released = Promise.withResolvers<void>();
    let isAway = true;
    const sync = async (file: number): Promise<void> => {
      if (isAway) await released.promise;
      await realDisk.sync(file);
    };
    const other = path.join(path.dirname(workspace), 'other');
    fs.mkdirSync(other);
    await save(6, () => (isAway ? workspace : other), {
      disk: { ...realDisk, sync },
      saveWithinMs: 1_000,
      settled: (count, again) => {
        if (count !== ids.length) return;
        isAway = false;
        again();
      },
    });
    released.resolve();
    for (const id of ids) assert.equal(fragment(id)?.state, 'saved');
    assert.equal(fs.readdirSync(path.join(other, 'other')).length, ids.length);
  },
);

test('a WorkSpace in which each call hangs in turn blocks nobody, and its saves happen once it responds', withinTenSeconds, async (t) => {
  for (const operation of [
    'open',
    'read',
    'write',
    'close',
    'link',
    'unlink',
    'makeDirectory',
    'statusAt',
    'statusOf',
    'realPath',
    'list',
  ] as const) {
    const { add, workspace, save, fragment } = rig(t);
    const released = Promise.withResolvers<void>();
    const isBelow = (subject: unknown): boolean => typeof subject !== 'string' || subject.startsWith(workspace);
    const disk = {
      ...realDisk,
      [operation]: async (...args: unknown[]) => {
        if (isBelow(args[0])) await released.promise;
        return (realDisk[operation] as (...given: unknown[]) => unknown)(...args);
      },
    } as Disk;
    const id = add(`the one that waits for ${operation}`);
    let changes = 0;
    const saving = save(1, () => workspace, {
      disk,
      slowAfterMs: 1,
      paceChanged: () => {
        changes += 1;
        released.resolve();
      },
    });
    assert.deepEqual(await saving, [id], operation);
    assert.equal(fragment(id)?.state, 'saved', operation);
    assert.ok(changes > 0 || operation === 'read', operation);
  }
});

test('a save goes into the WorkSpace that it was copied for, whichever is active, and into the active one if that is gone', async (t) => {
  const { workspace, add, save, fragment } = rig(t);
  const [other, gone] = ['other', 'gone'].map((name) => path.join(path.dirname(workspace), name)) as [string, string];
  fs.mkdirSync(other);
  const ids = [
    add('copied for the active one', 'inline', workspace),
    add('copied for the other one', 'inline', other),
    add('copied for one that is gone', 'inline', gone),
    add('copied by an earlier Hub'),
    add('copied for the other one as well', 'inline', other),
  ];
  await save(5, () => workspace, { belongs: (copiedFor) => (copiedFor === gone ? workspace : copiedFor) });
  assert.deepEqual(
    ids.map((id) => path.resolve(fragment(id)?.savedPath ?? '', '../..')),
    [workspace, other, workspace, workspace, other],
  );
  assert.equal(fs.existsSync(gone), false);
});

test(
  'a save that has to wait for its WorkSpace delays none into another one, and is tried again by itself',
  withinTenSeconds,
  async (t) => {
    const { workspace, add, save, fragment } = rig(t);
    const other = path.join(path.dirname(workspace), 'other');
    fs.writeFileSync(other, 'a file in its place');
    const waiting = add('waits for its WorkSpace', 'inline', other);
    const done = add('saved at once', 'inline', workspace);
    await save(3, () => workspace, {
      settled: (count) => {
        if (count !== 2) return;
        assert.deepEqual([fragment(waiting)?.state, fragment(done)?.state], ['failed', 'saved']);
        fs.rmSync(other);
      },
    });
    assert.equal(path.resolve(fragment(waiting)?.savedPath ?? '', '../..'), other);
  },
);

test('the queue tells for which folder saves wait that is not the active WorkSpace', async (t) => {
  const { journal, log, workspace, add } = rig(t);
  const other = path.join(path.dirname(workspace), 'other');
  fs.writeFileSync(other, 'not a folder');
  add('waits for the other one', 'inline', other);
  const failed = Promise.withResolvers<void>();
  await using saving = startSaving({
    ...{ journal, writer: directWriter(journal), log, workspace: () => workspace },
    ...{
      belongs: (copiedFor: string) => copiedFor,
      folders: new WorkspaceFolders({ isUsed: () => true }),
      settled: () => failed.resolve(),
    },
  });
  await failed.promise;
  assert.equal(saving.waitsElsewhere(), other);
  const third = path.join(path.dirname(workspace), 'third');
  fs.writeFileSync(third, 'not a folder either');
  add('waits for a third one', 'inline', third);
  assert.equal(saving.waitsElsewhere(), null, 'none of several is named as the only one');
});
