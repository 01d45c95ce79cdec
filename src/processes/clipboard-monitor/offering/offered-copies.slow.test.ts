import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { MonitorRig } from '../../../../test/doubles/monitor-in-process.ts';
import { judged } from '../../../../test/doubles/temporary-journal.ts';
import { until } from '../../../../test/harness/until.ts';
import { recordJudgement } from '../../../journal/fragments/fragment-states.ts';

/** Longer than programs that exit wait for their copy. */
const judgedLateMs = 6_000;
/** Longer than a monitor waits after its start. */
const settledMs = 3_600;

for (const [session, isSame] of [
  ['first', true],
  ['second', false],
] as const)
  test(`a monitor that starts on a clipboard without an owner ${isSame ? 'offers the last copy again in the same session' : 'offers nothing in another session'}`, async (t) => {
    const rig = new MonitorRig(t);
    const { monitor } = await rig.start();
    await rig.copy('a text');
    recordJudgement(rig.journal, 1, judged({ kind: 'keep', because: 'too_short' }));
    await monitor[Symbol.asyncDispose]();
    rig.clipboard.clear('end'); // nobody hears it
    rig.clipboard.sessionName = session;
    await rig.start();
    rig.clipboard.clear('end', true);
    if (isSame) await until('an offer', () => rig.clipboard.offered !== null);
    else await pause(settledMs);
    assert.equal(rig.clipboard.offered !== null, isSame);
    assert.equal(rig.present(), isSame ? 1 : 0);
  });

test('a copy that is judged late is offered all the same, because nobody else has it any more', async (t) => {
  const rig = new MonitorRig(t);
  const { component } = await rig.start();
  await rig.copy('a text');
  rig.clipboard.clear('end');
  await pause(judgedLateMs);
  assert.ok(!component.logged.some((line) => line.includes('left by its program')), 'it was not given up before');
  recordJudgement(rig.journal, 1, judged({ kind: 'keep', because: 'too_short' }));
  await until('an offer', () => rig.clipboard.offered !== null);
});

test('a monitor that starts does not bring back what may be a password', async (t) => {
  const rig = new MonitorRig(t);
  const { monitor } = await rig.start();
  await rig.copy({ content: { 'text/plain': 'kT9vQ2mX7pLzR4wB' }, owner: { executable: '/usr/bin/mousepad' } });
  recordJudgement(rig.journal, 1, judged({ kind: 'keep', because: 'too_short' }));
  await monitor[Symbol.asyncDispose]();
  rig.clipboard.clear('end'); // nobody hears it
  await rig.start();
  rig.clipboard.clear('end', true);
  await until('the note', () => rig.present() === 0);
  assert.equal(rig.clipboard.offered, null);
});

test('the first monitor on a desktop that Hub has moved to offers what the display before had, and the next session gets nothing', async (t) => {
  for (const isMoved of [true, false]) {
    const rig = new MonitorRig(t);
    const { monitor } = await rig.start();
    await rig.copy('a text');
    recordJudgement(rig.journal, 1, judged({ kind: 'keep', because: 'too_short' }));
    rig.clipboard.lose();
    await monitor[Symbol.asyncDispose]();
    rig.clipboard.sessionName = 'second';
    await rig.start(undefined, isMoved ? { HUB_MOVED: '1' } : {});
    rig.clipboard.clear('end', true);
    if (isMoved) await until('an offer', () => rig.clipboard.offered !== null);
    else await pause(settledMs);
    assert.deepEqual([rig.clipboard.offered !== null, rig.present()], isMoved ? [true, 1] : [false, 0]);
  }
});
