import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MonitorRig, type RunningMonitor } from '../../../test/doubles/monitor-in-process.ts';
import { recordJudgement } from '../../journal/fragments/fragment-states.ts';
import { readPresent } from '../../journal/fragments/fragments.ts';

let lastRequestId = 0;

/** Asks the monitor to keep what is on the clipboard. Resolves with its answer. */
async function keep({ component }: RunningMonitor, captureId: number | null = null): Promise<string> {
  const requestId = ++lastRequestId;
  component.hear({ kind: 'keep', requestId, captureId });
  const answer = () =>
    component.said.map(({ message }) => message).find((message) => message.kind === 'kept' && message.requestId === requestId);
  await component.until(() => answer() !== undefined);
  const found = answer();
  return found?.kind === 'kept' ? found.result : '';
}

const filtered = {
  detection: null,
  embeddedFilename: null,
  pictureSize: null,
  verdict: { kind: 'filter', because: 'secret_password' },
} as const;

test('a copy that the filter left out is kept while it is on the clipboard, exempt from the filter', async (t) => {
  const rig = new MonitorRig(t);
  const running = await rig.start();
  await rig.copy('first');
  await rig.copy('secret');
  const [fragment] = readPresent(rig.journal).fragments;
  assert.ok(fragment);
  recordJudgement(rig.journal, fragment.id, filtered);
  assert.equal(await keep(running, fragment.captureId - 1), 'gone', 'it is another copy');
  assert.equal(await keep(running, fragment.captureId), 'kept');
  const [kept] = readPresent(rig.journal).fragments;
  assert.deepEqual([kept?.isExempt, rig.captured().at(-1)], [true, 'secret']);
  assert.equal(await keep(running, fragment.captureId), 'gone', 'the one on the clipboard is kept already');
  await rig.copy('another');
  assert.equal(await keep(running, fragment.captureId), 'gone');
  assert.equal(readPresent(rig.journal).fragments[0]?.isExempt, false);
});

test('so is a copy from an excluded application, one that was ignored, and one from a pause that is over', async (t) => {
  const rig = new MonitorRig(t, { excluded_app_names: ['secrets'] });
  const running = await rig.start();
  await rig.copy({ content: { 'text/plain': 'of the application' }, owner: { name: 'Secrets', executable: '/usr/bin/secrets' } });
  assert.equal(await keep(running), 'kept');
  rig.filter = { ...rig.filter, excluded_app_names: [] } as typeof rig.filter;
  await rig.pause(running);
  await rig.copy('of the pause');
  assert.equal(await keep(running), 'paused');
  await rig.resume(running);
  assert.equal(await keep(running), 'kept');
  assert.deepEqual(rig.captured(), ['of the application', 'of the pause']);
});

test('nothing is kept of a pause that begins meanwhile', async (t) => {
  const rig = new MonitorRig(t, { excluded_app_names: ['secrets'] });
  const running = await rig.start();
  await rig.copy({ content: { 'text/plain': 'of the application' }, owner: { name: 'Secrets', executable: '/usr/bin/secrets' } });
  const answer = keep(running);
  rig.mark();
  assert.equal(await answer, 'paused');
  assert.deepEqual(rig.captured(), []);
});

test('what its owner marks as secret is never kept, and neither is what is not there', async (t) => {
  const rig = new MonitorRig(t);
  const running = await rig.start();
  assert.equal(await keep(running), 'gone');
  await rig.clipboard.copy({ content: { 'text/plain': 'secret' }, concealed: true });
  assert.equal(await keep(running), 'gone', 'it is not even asked for');
  rig.clipboard.clear();
  assert.equal(await keep(running), 'gone');
  assert.deepEqual(rig.captured(), []);
});
