import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { MonitorRig } from '../../../../test/doubles/monitor-in-process.ts';
import { readCounters } from '../../../journal/captures/counters.ts';
import { readPresent } from '../../../journal/fragments/fragments.ts';
import type { ClipboardWatchOptions, CopyEvent, NewOwner } from '../../../platform/clipboard/index.ts';

/** A monitor whose clipboard reports what the test says, and when. */
async function watched(t: TestContext, before = 'before') {
  const rig = new MonitorRig(t);
  const captured: { options: ClipboardWatchOptions | null } = { options: null };
  const watch = rig.clipboard.watch.bind(rig.clipboard);
  rig.clipboard.watch = (options) => {
    captured.options = options as unknown as ClipboardWatchOptions;
    return watch(options);
  };
  const running = await rig.start();
  await rig.copy(before);
  // The copy before is of another moment.
  rig.journal.statement('UPDATE present SET copied_at = copied_at - 5000').run();
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let ordinal = 1;
  const owner = (more: Partial<NewOwner> = {}): number => {
    ordinal += 1;
    captured.options?.isWanted?.({ initial: false, clearedBy: null, client: 7, ordinal, atMs: Date.now(), ...more });
    return ordinal;
  };
  const tell = (event: CopyEvent): void => captured.options?.onEvent(event);
  const says = (): string | null => {
    const { fragments, absence } = readPresent(rig.journal);
    return fragments.length > 0 ? 'a copy' : absence;
  };
  const pass = async (ms: number): Promise<void> => {
    t.mock.timers.tick(ms);
    for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
  };
  return { rig, running, owner, tell, says, pass };
}

const made = (ordinal: number) => ({ ordinal, copiedAtMs: Date.now(), initial: false });

test('while the owner of a copy is slow, the copy before is not shown as what is on the clipboard, and what comes of it is said then', async (t) => {
  const { rig, owner, tell, says, pass } = await watched(t);
  const ordinal = owner();
  await pass(300);
  assert.equal(says(), 'a copy', 'most are there by then');
  await pass(200);
  assert.equal(says(), 'being-read');
  tell({ kind: 'missed', ...made(ordinal), because: 'owner-silent', program: 'gimp' });
  await pass(0);
  assert.equal(says(), 'unreadable');
  assert.equal(readCounters(rig.journal).missed, 1);
});

test('a slow copy that is there at last is what is on the clipboard', async (t) => {
  const { rig, owner, says, pass } = await watched(t);
  owner();
  await pass(500);
  assert.equal(says(), 'being-read');
  await rig.copy('at last');
  assert.deepEqual([says(), rig.captured().at(-1)], ['a copy', 'at last']);
});

test('of a copy that was replaced, nothing is said any more', async (t) => {
  const { rig, owner, tell, says, pass } = await watched(t);
  const slow = owner();
  await pass(100);
  await rig.copy('the next one');
  await pass(1_000);
  assert.equal(says(), 'a copy');
  tell({ kind: 'missed', ...made(slow), copiedAtMs: Date.now() - 1_000, because: 'gone-unread' });
  await pass(0);
  assert.equal(says(), 'a copy');
});

test('what turns out to be no copy leaves the one before', async (t) => {
  const { owner, tell, says, pass } = await watched(t);
  const again = owner();
  await pass(500);
  assert.equal(says(), 'being-read');
  tell({ kind: 'refused', ...made(again), because: 'passed-over' });
  await pass(0);
  assert.equal(says(), 'a copy');
});

test('nothing is said during a pause, nor of a clipboard without an owner', async (t) => {
  const { rig, running, owner, says, pass } = await watched(t);
  owner();
  await rig.pause(running);
  await pass(1_000);
  assert.equal(says(), 'paused');
  await rig.resume(running);
  rig.clipboard.clear('request');
  await pass(1_000);
  assert.equal(says(), 'cleared');
});
