import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { MonitorRig } from '../../../../test/doubles/monitor-in-process.ts';
import { judged } from '../../../../test/doubles/temporary-journal.ts';
import { recordJudgement } from '../../../journal/fragments/fragment-states.ts';
import { readPresent } from '../../../journal/fragments/fragments.ts';
import { readLeft } from './left-copy.ts';

const word = 'kT9vQ2mX7pLzR4wB';

/** A monitor whose display ends after this was copied. What may come along is read in the same way as by the next monitor. */
async function ended(t: TestContext, text: string | null, before: (rig: MonitorRig) => Promise<void> = async () => {}) {
  const rig = new MonitorRig(t);
  await rig.start();
  if (text !== null) await rig.copy(text);
  if (text !== null) recordJudgement(rig.journal, 1, judged({ kind: 'keep', because: 'too_short' }));
  await before(rig);
  rig.clipboard.lose();
  await turn();
  assert.equal(readPresent(rig.journal).absence, 'unwatched');
  const file = path.join(rig.places.run, 'clipboard-session-left');
  return { rig, file, left: () => readLeft(file, rig.journal).map(({ id }) => id) };
}

test('what was on the clipboard when its display ended may come along', async (t) => {
  const { rig, left } = await ended(t, 'a text');
  assert.deepEqual(left(), [1]);
  rig.journal.statement("UPDATE fragments SET state = 'deleted'").run();
  assert.deepEqual(left(), [], 'not once it was deleted');
});

test('what may be a password does not come along, nor what was cleared, nor a copy before one that nobody may read', async (t) => {
  assert.deepEqual((await ended(t, word)).left(), []);
  const cleared = await ended(t, 'a text', async ({ clipboard }) => {
    clipboard.clear('request');
    await turn();
  });
  assert.deepEqual(cleared.left(), []);
  const concealed = await ended(t, 'a text', (rig) => rig.copy({ content: { 'text/plain': 'secret' }, concealed: true }));
  assert.deepEqual(concealed.left(), []);
  assert.deepEqual((await ended(t, null)).left(), []);
});

test('what may be a password does not come along either if it was put back and is not the newest copy; anything else does', async (t) => {
  for (const [text, expected] of [
    [word, []],
    ['a text', [1]],
  ] as const) {
    const rig = new MonitorRig(t);
    const { component } = await rig.start();
    for (const [at, copied] of [text, 'another text'].entries()) {
      await rig.copy(copied);
      recordJudgement(rig.journal, at + 1, judged({ kind: 'keep', because: 'too_short' }));
    }
    component.hear({ kind: 'offer', fragmentId: 1, requestId: 1 });
    await component.until(() => readPresent(rig.journal).fragments[0]?.id === 1);
    for (let turns = 0; turns < 3; turns += 1) await turn();
    rig.clipboard.lose();
    await turn();
    const left = readLeft(path.join(rig.places.run, 'clipboard-session-left'), rig.journal);
    assert.deepEqual(
      left.map(({ id }) => id),
      expected,
      text,
    );
  }
});

test('a copy of a pause does not come along', async (t) => {
  const rig = new MonitorRig(t);
  const running = await rig.start();
  await rig.copy('a text');
  await rig.pause(running);
  rig.clipboard.lose();
  await turn();
  assert.deepEqual(readLeft(path.join(rig.places.run, 'clipboard-session-left'), rig.journal), []);
});

test('a number in another journal is no copy of this one, and a file with anything else is none either', async (t) => {
  const { rig, file, left } = await ended(t, 'a text');
  rig.journal.statement('UPDATE captures SET copied_at = copied_at + 1').run();
  assert.deepEqual(left(), []);
  for (const content of ['', '{', '[]', '{"captureId":-1,"copiedAtMs":1}', '{"captureId":"1","copiedAtMs":1}', 'x'.repeat(100_000)]) {
    writeFileSync(file, content);
    assert.deepEqual(left(), []);
  }
});
