import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises';
import type { FakeCopy } from '../../../../test/doubles/fake-clipboard.ts';
import { MonitorRig } from '../../../../test/doubles/monitor-in-process.ts';
import { judged } from '../../../../test/doubles/temporary-journal.ts';
import { until } from '../../../../test/harness/until.ts';
import { recordJudgement } from '../../../journal/fragments/fragment-states.ts';
import { readPresent } from '../../../journal/fragments/fragments.ts';
import { unjudgedFragments } from '../../../journal/fragments/judging-attempts.ts';

const keep = judged({ kind: 'keep', because: 'too_short' });

/** The core's part: judges what was copied. */
function judge(rig: MonitorRig, judgement = keep): void {
  for (const id of unjudgedFragments(rig.journal, 0, 10)) recordJudgement(rig.journal, id, judgement);
}

async function copied(t: TestContext, copy: string | FakeCopy, judgement = keep): Promise<MonitorRig> {
  const rig = new MonitorRig(t);
  await rig.start();
  await rig.copy(copy);
  judge(rig, judgement);
  return rig;
}

/** What Hub offers, by media type; null if it offers nothing. */
const offered = ({ clipboard }: MonitorRig) =>
  clipboard.offered?.map(({ mediaType, content }) => [mediaType, 'inline' in content ? content.inline.toString() : '']) ?? null;

const settled = (): Promise<void> => pause(40);

test('a copy stays on the clipboard in all its formats when its program exits, and is still the current one', async (t) => {
  const rig = await copied(t, { content: { 'text/plain': 'a text', 'text/html': '<b>a text</b>' } });
  rig.clipboard.clear('end');
  await until('an offer', () => offered(rig) !== null);
  assert.deepEqual(offered(rig), [
    ['text/plain', 'a text'],
    ['text/html', '<b>a text</b>'],
  ]);
  await settled();
  assert.equal(rig.present(), 1);
  assert.equal(rig.captured().length, 1, 'and is no new copy');
});

test('whoever clears the clipboard has cleared it', async (t) => {
  const rig = await copied(t, 'a text');
  rig.clipboard.clear('request');
  await settled();
  assert.deepEqual([offered(rig), rig.present()], [null, 0]);
});

test('a concealed copy goes with its program, and the copy before it does not come back', async (t) => {
  const rig = await copied(t, 'before');
  await rig.copy({ content: { 'text/plain': 'secret' }, concealed: true });
  rig.clipboard.clear('end');
  await settled();
  assert.deepEqual([offered(rig), rig.present()], [null, 0]);
});

test('what the filter left out goes with its program', async (t) => {
  const rig = await copied(t, 'ghp_secret', judged({ kind: 'filter', because: 'secret_password' }));
  rig.clipboard.clear('end');
  await settled();
  assert.equal(offered(rig), null);
});

test('a copy that is not judged yet is offered once it is, and not if it is left out', async (t) => {
  for (const [judgement, isOffered] of [
    [keep, true],
    [judged({ kind: 'filter', because: 'secret_password' }), false],
  ] as const) {
    const rig = new MonitorRig(t);
    await rig.start();
    await rig.copy('a text');
    rig.clipboard.clear('end');
    await settled();
    assert.equal(offered(rig), null);
    judge(rig, judgement);
    await until(
      'an end',
      () => offered(rig) !== null || rig.present() === 0 || readPresent(rig.journal).fragments[0]?.state === 'filtered',
    );
    await settled();
    assert.equal(offered(rig) !== null, isOffered);
  }
});

test('what may be a password goes with a command or a password manager, and stays if it is out of an editor', async (t) => {
  const word = 'kT9vQ2mX7pLzR4wB';
  for (const executable of ['/usr/bin/xclip', '/opt/Bitwarden/bitwarden', null]) {
    const rig = await copied(t, { content: { 'text/plain': word }, owner: { executable } });
    rig.clipboard.clear('end');
    await until('the note', () => rig.present() === 0);
    assert.equal(offered(rig), null);
  }
  const rig = await copied(t, { content: { 'text/plain': word }, owner: { executable: '/usr/bin/mousepad' } });
  rig.clipboard.clear('end');
  await until('an offer', () => offered(rig) !== null);
});

test('a journal that can not be read costs the take-over, and not the monitor', async (t) => {
  const rig = new MonitorRig(t);
  const { component } = await rig.start();
  await rig.copy('a text');
  judge(rig);
  rig.journal.statement('ALTER TABLE representations RENAME TO elsewhere').run();
  rig.clipboard.clear('end');
  await until('the note', () => rig.journal.statement('SELECT absence FROM present').get()?.absence === 'cleared');
  assert.equal(offered(rig), null);
  assert.ok(component.logged.some((line) => line.includes('not taken over')));
});

test('nothing is put on the clipboard once a pause has begun', async (t) => {
  const rig = new MonitorRig(t);
  const running = await rig.start();
  await rig.copy('a text');
  rig.clipboard.clear('end');
  await settled();
  await rig.pause(running);
  judge(rig);
  await pause(400);
  assert.equal(offered(rig), null);
});

test('a clipboard manager that copies what was taken over, is no new source and no new copy', async (t) => {
  const rig = await copied(t, { content: { 'text/plain': 'a text' }, owner: { name: 'mousepad', executable: '/usr/bin/mousepad' } });
  rig.clipboard.clear('end');
  await until('an offer', () => offered(rig) !== null);
  await settled();
  rig.journal.statement('UPDATE captures SET copied_at = copied_at - 60000').run();
  await rig.copy({ content: { 'text/plain': 'a text' }, owner: { name: 'copyq', executable: '/usr/bin/copyq' } });
  assert.deepEqual(
    readPresent(rig.journal).fragments.map(({ source, id }) => [id, source.app.name]),
    [[1, 'mousepad']],
  );
});

test('what is copied meanwhile is left alone', async (t) => {
  const rig = new MonitorRig(t);
  await rig.start();
  await rig.copy('first');
  rig.clipboard.clear('end');
  await rig.copy('second');
  judge(rig);
  await settled();
  assert.deepEqual([offered(rig), rig.present()], [null, 1]);
  assert.deepEqual(rig.captured(), ['first', 'second']);
});

test('during a pause nothing is taken over', async (t) => {
  const rig = new MonitorRig(t);
  const running = await rig.start();
  await rig.copy('before');
  judge(rig);
  await rig.pause(running);
  rig.clipboard.clear('end');
  await turn();
  await settled();
  assert.equal(offered(rig), null);
});
