import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import type { Reason } from '../../contract/journal.ts';
import { recordCapture } from '../../journal/captures.ts';
import type { Journal } from '../../journal/journal.ts';
import { recordJudgement, recordSaved, recordSaveFailure, retryNow } from '../../journal/progress.ts';
import { journalPlace, testJournal, textCapture } from '../../journal/test-journal.ts';
import { locate } from '../../platform/locations.ts';
import { surroundings } from '../../platform/surroundings.ts';
import { fakeComponent } from '../fake-component.ts';
import { type Probed, probeWorkspace } from './probe-workspace.ts';
import { SaveWatch } from './save-watch.ts';

const fine: Probed = { lack: null, freeBytes: 1e9 };
const times = { lookEveryMs: 5, lookAgainMs: 5, answersWithinMs: 10_000 } as const;

function rig(t: TestContext, given: { probe?: (workspace: string) => Promise<Probed>; answersWithinMs?: number } = {}) {
  const place = journalPlace(t);
  const journal = testJournal(t, place);
  const component = fakeComponent('save_worker', locate(surroundings({ HUB_HOME: path.dirname(place.file) })));
  const state = { mended: 0, probed: fine, workspace: '/the/workspace', isSlow: false };
  const watch = new SaveWatch({
    component,
    journal,
    workspace: () => state.workspace,
    isSlow: () => state.isSlow,
    mended: () => {
      state.mended += 1;
    },
    probe: given.probe ?? (async () => state.probed),
    times: { ...times, ...(given.answersWithinMs === undefined ? {} : { answersWithinMs: given.answersWithinMs }) },
  });
  t.after(() => watch[Symbol.dispose]());
  return { watch, component, journal, state };
}

/** A save that failed and waits for its next try. */
function heldUp(journal: Journal, reason: Reason = 'disk_full'): number {
  const [id = 0] = recordCapture(journal, textCapture('text')).fragmentIds;
  const verdict = { kind: 'save' } as const;
  recordJudgement(journal, id, { detection: null, embeddedFilename: null, pictureSize: null, verdict, index: { body: '', names: '' } });
  recordSaveFailure(journal, id, reason, Date.now() + 1e6);
  return id;
}

test('a WorkSpace that is away is told with nothing to save, and what waits is due as soon as it is back', async (t) => {
  const { watch, component, state } = rig(t);
  state.probed = { lack: 'missing', freeBytes: 0 };
  await watch.look();
  assert.match(component.conditions.at(-1) ?? '', /^the WorkSpace and the folder above it are missing/);
  assert.equal(state.mended, 0);
  state.probed = fine;
  await component.until(() => component.conditions.at(-1) === null);
  assert.equal(state.mended, 1);
});

test('a save that is held up is told at once, and no more once it has come through', async (t) => {
  const { watch, component, journal } = rig(t);
  await watch.look();
  const id = heldUp(journal);
  await watch.saved();
  assert.match(component.conditions.at(-1) ?? '', /is full; free some space on it \(1 save is waiting\)$/);
  recordSaved(journal, id, { workspace: '/w', sha256: 'a'.repeat(64), path: '/w/a', duplicate: false, atMs: 1 });
  await watch.saved();
  assert.equal(component.conditions.at(-1), null);
});

test('room on the disk makes what it did not take due, and the same room does not', async (t) => {
  const { watch, journal, state } = rig(t);
  await watch.look();
  heldUp(journal);
  await watch.saved();
  await watch.look();
  assert.equal(state.mended, 0);
  state.probed = { lack: null, freeBytes: 2e9 };
  await watch.look();
  assert.equal(state.mended, 1);
});

test('a drive that does not answer is said not to, and asked once', async (t) => {
  let asked = 0;
  const probe = (): Promise<Probed> => {
    asked += 1;
    return new Promise(() => {});
  };
  const { watch, component } = rig(t, { probe, answersWithinMs: 20 });
  await watch.look();
  await watch.look();
  assert.match(component.conditions.at(-1) ?? '', /is not responding/);
  assert.equal(asked, 1);
});

test('another WorkSpace is looked at while the drive of the one before does not answer', async (t) => {
  const probe = (workspace: string): Promise<Probed> => (workspace === '/away' ? new Promise(() => {}) : Promise.resolve(fine));
  const { watch, component, state } = rig(t, { probe, answersWithinMs: 20 });
  state.workspace = '/away';
  await watch.look();
  assert.match(component.conditions.at(-1) ?? '', /is not responding/);
  const underWay = watch.look();
  state.workspace = '/the/other';
  await watch.look();
  assert.deepEqual([component.conditions.at(-1), state.mended], [null, 1]);
  await underWay;
  assert.equal(component.conditions.at(-1), null, 'the answer of the one before came too late to count');
});

test('nothing is said of what does not change', async (t) => {
  const { watch, component } = rig(t);
  await watch.look();
  await watch.look();
  await watch.saved();
  assert.deepEqual(component.conditions, []);
});

test('a look finds what a save would', async (t) => {
  const folder = path.dirname(journalPlace(t).file);
  const at = (...names: string[]): string => path.join(folder, ...names);
  assert.equal((await probeWorkspace(folder)).lack, null);
  assert.equal((await probeWorkspace(at('made by the next save'))).lack, null);
  assert.equal((await probeWorkspace(at('drive', 'WorkSpace'))).lack, 'missing');
  fs.writeFileSync(at('file'), '');
  assert.equal((await probeWorkspace(at('file'))).lack, 'not-a-folder');
  assert.equal((await probeWorkspace(at('file', 'below'))).lack, 'not-a-folder');
});

test('a look finds a folder that may not be written to', { skip: process.getuid?.() === 0 && 'root may write anywhere' }, async (t) => {
  const folder = path.join(path.dirname(journalPlace(t).file), 'closed');
  fs.mkdirSync(folder, { mode: 0o500 });
  assert.equal((await probeWorkspace(folder)).lack, 'not-writable');
});

test('a save that failed is told by what a look finds now, and not by what the last one found', async (t) => {
  const { watch, component, journal, state } = rig(t);
  await watch.look();
  heldUp(journal, 'missing_directory');
  state.probed = { lack: 'not-a-folder', freeBytes: 0 };
  await watch.saved();
  assert.deepEqual(component.conditions.length, 1);
  assert.match(component.conditions[0] ?? '', /^the WorkSpace is not a folder, a file is in its place/);
});

test('what is tried again at once is not told before it has failed again', async (t) => {
  const { watch, component, journal } = rig(t);
  heldUp(journal);
  retryNow(journal);
  await watch.look();
  assert.deepEqual(component.conditions, []);
});

test('a closed WorkSpace with a folder that takes files lacks nothing', {
  skip: process.getuid?.() === 0 && 'root may write anywhere',
}, async (t) => {
  const folder = path.join(path.dirname(journalPlace(t).file), 'closed');
  fs.mkdirSync(path.join(folder, 'text'), { recursive: true });
  fs.chmodSync(folder, 0o555);
  assert.equal((await probeWorkspace(folder)).lack, null);
  fs.chmodSync(path.join(folder, 'text'), 0o555);
  assert.equal((await probeWorkspace(folder)).lack, 'not-writable');
  fs.chmodSync(folder, 0o755);
});

test('a WorkSpace that takes long is said to, until it does not', async (t) => {
  const { watch, component, state } = rig(t);
  state.isSlow = true;
  await watch.look();
  assert.match(component.conditions.at(-1) ?? '', /takes more than 5 seconds for a file/);
  state.isSlow = false;
  await watch.look();
  assert.deepEqual([component.conditions.at(-1), state.mended], [null, 0]);
});
