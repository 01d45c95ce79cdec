import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { fakeComponent } from '../../../test/doubles/fake-component.ts';
import { journalPlace, testJournal, textCapture } from '../../../test/doubles/temporary-journal.ts';
import type { FragmentReason } from '../../contract/journal.ts';
import { recordCapture } from '../../journal/captures/captures.ts';
import { makeWaitingSavesDue, recordJudgement, recordSaved, recordSaveFailure } from '../../journal/fragments/fragment-states.ts';
import type { Journal } from '../../journal/journal.ts';
import { locatePlaces } from '../../platform/locations.ts';
import { readSurroundings } from '../../platform/surroundings.ts';
import { type ProbedWorkspace, probeWorkspace } from './probe-workspace.ts';
import { SaveWatch } from './save-watch.ts';
import { WorkspaceFolders } from './workspace-folder.ts';

const fine: ProbedWorkspace = { lack: null, freeBytes: 1e9 };
const times = { lookEveryMs: 5, lookAgainMs: 5, answersWithinMs: 10_000 } as const;

function rig(t: TestContext, given: { probe?: (workspace: string) => Promise<ProbedWorkspace>; answersWithinMs?: number } = {}) {
  const place = journalPlace(t);
  const journal = testJournal(t, place);
  const component = fakeComponent('save_worker', locatePlaces(readSurroundings({ HUB_HOME: path.dirname(place.file) })));
  const state = { mended: 0, probed: fine, workspace: '/the/workspace', isSlow: false, elsewhere: null as string | null };
  const watch = new SaveWatch({
    component,
    journal,
    workspace: () => state.workspace,
    isSlow: () => state.isSlow,
    waitsElsewhere: () => state.elsewhere,
    mended: () => {
      state.mended += 1;
    },
    probe: given.probe ?? (async () => state.probed),
    times: { ...times, ...(given.answersWithinMs === undefined ? {} : { answersWithinMs: given.answersWithinMs }) },
  });
  t.after(() => watch[Symbol.dispose]());
  return { watch, component, journal, state };
}

/** A failed save that waits for its next attempt. */
function heldUp(journal: Journal, reason: FragmentReason = 'disk_full'): number {
  const [id = 0] = recordCapture(journal, textCapture('text')).fragmentIds;
  const verdict = { kind: 'save' } as const;
  recordJudgement(journal, id, { detection: null, embeddedFilename: null, pictureSize: null, verdict });
  recordSaveFailure(journal, id, reason, Date.now() + 1e6);
  return id;
}

test('a missing WorkSpace is reported even with nothing to save, and pending saves are due as soon as it is back', async (t) => {
  const { watch, component, state } = rig(t);
  state.probed = { lack: 'missing', freeBytes: 0 };
  await watch.look();
  assert.match(component.conditions.at(-1) ?? '', /^the WorkSpace and the folder above it are missing/);
  assert.equal(state.mended, 0);
  state.probed = fine;
  await component.until(() => component.conditions.at(-1) === null);
  assert.equal(state.mended, 1);
});

test('a save that is held up is reported at once, and no longer once it has succeeded', async (t) => {
  const { watch, component, journal } = rig(t);
  await watch.look();
  const id = heldUp(journal);
  await watch.saved();
  assert.match(component.conditions.at(-1) ?? '', /is full; free some space on it \(1 save is waiting\)$/);
  recordSaved(journal, id, { workspace: '/w', sha256: 'a'.repeat(64), path: '/w/a', duplicate: false, atMs: 1 });
  await watch.saved();
  assert.equal(component.conditions.at(-1), null);
});

test('saves that failed for lack of space become due when there is more room, and not otherwise', async (t) => {
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

test('a drive that does not respond is reported as such, and checked once', async (t) => {
  let asked = 0;
  const probe = (): Promise<ProbedWorkspace> => {
    asked += 1;
    return new Promise(() => {});
  };
  const { watch, component } = rig(t, { probe, answersWithinMs: 20 });
  await watch.look();
  await watch.look();
  assert.match(component.conditions.at(-1) ?? '', /is not responding/);
  assert.equal(asked, 1);
});

test('another WorkSpace is checked while the drive of the previous one does not respond', async (t) => {
  const probe = (workspace: string): Promise<ProbedWorkspace> => (workspace === '/away' ? new Promise(() => {}) : Promise.resolve(fine));
  const { watch, component, state } = rig(t, { probe, answersWithinMs: 20 });
  state.workspace = '/away';
  await watch.look();
  assert.match(component.conditions.at(-1) ?? '', /is not responding/);
  const underWay = watch.look();
  state.workspace = '/the/other';
  await watch.look();
  assert.deepEqual([component.conditions.at(-1), state.mended], [null, 1]);
  await underWay;
  assert.equal(component.conditions.at(-1), null, 'the result for the previous one came too late to count');
});

test('an unchanged condition is not reported again', async (t) => {
  const { watch, component } = rig(t);
  await watch.look();
  await watch.look();
  await watch.saved();
  assert.deepEqual(component.conditions, []);
});

test('a check finds what a save would find', async (t) => {
  const folder = path.dirname(journalPlace(t).file);
  const at = (...names: string[]): string => path.join(folder, ...names);
  assert.equal((await probeWorkspace(folder, new WorkspaceFolders({ isUsed: () => true }))).lack, null);
  assert.equal((await probeWorkspace(at('made by the next save'), new WorkspaceFolders({ isUsed: () => true }))).lack, null);
  assert.equal((await probeWorkspace(at('drive', 'WorkSpace'), new WorkspaceFolders({ isUsed: () => true }))).lack, 'missing');
  fs.writeFileSync(at('file'), '');
  assert.equal((await probeWorkspace(at('file'), new WorkspaceFolders({ isUsed: () => true }))).lack, 'not-a-folder');
  assert.equal((await probeWorkspace(at('file', 'below'), new WorkspaceFolders({ isUsed: () => true }))).lack, 'not-a-folder');
});

test('a check finds a WorkSpace that was there and is gone, until it is there again', async (t) => {
  const workspace = path.join(path.dirname(journalPlace(t).file), 'ws');
  const folders = new WorkspaceFolders({ isUsed: () => true });
  const lacks: unknown[] = [];
  for (const change of [fs.mkdirSync, fs.rmdirSync, fs.mkdirSync]) {
    change(workspace);
    lacks.push((await probeWorkspace(workspace, folders)).lack);
  }
  assert.deepEqual(lacks, [null, 'removed', null]);
});

test('a check finds a folder that is not writable', { skip: process.getuid?.() === 0 && 'root may write anywhere' }, async (t) => {
  const folder = path.join(path.dirname(journalPlace(t).file), 'closed');
  fs.mkdirSync(folder, { mode: 0o500 });
  assert.equal((await probeWorkspace(folder, new WorkspaceFolders({ isUsed: () => true }))).lack, 'not-writable');
});

test('a failed save is reported by what the current check finds, not the last one', async (t) => {
  const { watch, component, journal, state } = rig(t);
  await watch.look();
  heldUp(journal, 'missing_directory');
  state.probed = { lack: 'not-a-folder', freeBytes: 0 };
  await watch.saved();
  assert.deepEqual(component.conditions.length, 1);
  assert.match(component.conditions[0] ?? '', /^the WorkSpace is not a folder, something else is in its place/);
});

test('a save that is tried again at once is not reported before it has failed again', async (t) => {
  const { watch, component, journal } = rig(t);
  heldUp(journal);
  makeWaitingSavesDue(journal);
  await watch.look();
  assert.deepEqual(component.conditions, []);
});

test('a read-only WorkSpace with a writable folder lacks nothing', {
  skip: process.getuid?.() === 0 && 'root may write anywhere',
}, async (t) => {
  const folder = path.join(path.dirname(journalPlace(t).file), 'closed');
  fs.mkdirSync(path.join(folder, 'text'), { recursive: true });
  fs.chmodSync(folder, 0o555);
  assert.equal((await probeWorkspace(folder, new WorkspaceFolders({ isUsed: () => true }))).lack, null);
  fs.chmodSync(path.join(folder, 'text'), 0o555);
  assert.equal((await probeWorkspace(folder, new WorkspaceFolders({ isUsed: () => true }))).lack, 'not-writable');
  fs.chmodSync(folder, 0o755);
});

test('a slow WorkSpace is reported until it is no longer slow', async (t) => {
  const { watch, component, state } = rig(t);
  state.isSlow = true;
  await watch.look();
  assert.match(component.conditions.at(-1) ?? '', /takes more than 5 seconds for a file/);
  state.isSlow = false;
  await watch.look();
  assert.deepEqual([component.conditions.at(-1), state.mended], [null, 0]);
});

test('a save that is held up for another WorkSpace than the active one is reported with its folder', async (t) => {
  const { watch, component, journal, state } = rig(t);
  state.elsewhere = '/media/stick';
  await watch.look();
  heldUp(journal, 'missing_directory');
  await watch.saved();
  assert.match(component.conditions.at(-1) ?? '', /^\/media\/stick, for which copies wait, .+ \(1 save is waiting\)$/);
});
