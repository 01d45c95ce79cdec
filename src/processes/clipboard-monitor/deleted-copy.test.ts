/** A user who deletes a copy does not see it again unless they copy it again, even if processes restart or a clipboard manager takes it over. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { MonitorRig, type RunningMonitor } from '../../../test/doubles/monitor-in-process.ts';
import { contentFilterDocument } from '../../contract/documents/content-filter.ts';
import { readPresent } from '../../journal/fragments/fragments.ts';
import { listFragments } from '../../journal/fragments/listing.ts';
import { deleteFragment } from '../../journal/keeping/delete-fragments.ts';

function deleteNewest({ journal }: MonitorRig): void {
  deleteFragment(journal, listFragments(journal, { limit: 1 })[0]?.id ?? 0);
}

async function restart(rig: MonitorRig, { monitor }: RunningMonitor): Promise<RunningMonitor> {
  await monitor[Symbol.asyncDispose]();
  const running = await rig.start();
  await turn();
  return running;
}

describe('a copy that was deleted', () => {
  test('is ignored by a monitor that starts and finds it, and captured when it is copied again', async (t) => {
    const rig = new MonitorRig(t);
    const first = await rig.start();
    await rig.copy('gone');
    deleteNewest(rig);
    const second = await restart(rig, first);
    const third = await restart(rig, second);
    assert.deepEqual([rig.captured(), readPresent(rig.journal).absence], [[], 'deleted']);
    assert.ok(third.component.logged.every((line) => !/^(?:ERROR|CRITICAL)/.test(line)));
    await rig.copy('gone');
    assert.deepEqual(rig.captured(), ['gone']);
  });

  test('while no monitor ran is ignored by the next one; what was copied after the deletion is captured', async (t) => {
    const rig = new MonitorRig(t);
    const { monitor } = await rig.start();
    await rig.copy('gone');
    await monitor[Symbol.asyncDispose]();
    deleteNewest(rig);
    const second = await restart(rig, await rig.start());
    assert.deepEqual(rig.captured(), []);
    await second.monitor[Symbol.asyncDispose]();
    await rig.clipboard.copy({ content: { 'text/plain': 'while none watched' } });
    await rig.start();
    await turn();
    assert.deepEqual(rig.captured(), ['while none watched']);
  });

  test('during a pause is shown as deleted after it, and does not come back at a start', async (t) => {
    const rig = new MonitorRig(t);
    const running = await rig.start();
    await rig.copy('gone');
    await rig.pause(running);
    deleteNewest(rig);
    await rig.resume(running);
    assert.equal(readPresent(rig.journal).absence, 'deleted');
    await restart(rig, running);
    assert.deepEqual([rig.captured(), readPresent(rig.journal).absence], [[], 'deleted']);
  });

  test('stays away if a monitor in between was not allowed to read it', async (t) => {
    const rig = new MonitorRig(t);
    const first = await rig.start();
    const copy = { content: { 'text/plain': 'gone' }, owner: { name: 'editor', executable: '/usr/bin/editor' } };
    await rig.copy(copy);
    deleteNewest(rig);
    rig.filter = contentFilterDocument.parse({ excluded_app_names: ['editor'] });
    const second = await restart(rig, first);
    assert.equal(readPresent(rig.journal).absence, 'excluded');
    rig.filter = contentFilterDocument.parse({});
    await restart(rig, second);
    assert.deepEqual(rig.captured(), []);
  });

  test('does not hide what Hub put on the clipboard after it', async (t) => {
    const rig = new MonitorRig(t);
    const running = await rig.start();
    await rig.copy('other');
    await rig.copy('gone');
    deleteNewest(rig);
    running.component.hear({ kind: 'offer', fragmentId: 1, requestId: 1 });
    await running.component.until(() => running.component.said.some(({ message }) => message.kind === 'offered'));
    await running.monitor[Symbol.asyncDispose]();
    await rig.clipboard.copy({ content: { 'text/plain': 'gone' } });
    await rig.start();
    await turn();
    assert.deepEqual(rig.captured(), ['other', 'gone']);
  });
});

test('is neither kept nor shown if a monitor finds it concealed, however often it starts', async (t) => {
  const rig = new MonitorRig(t);
  const first = await rig.start();
  await rig.copy({ content: { 'text/plain': 'secret' }, concealed: true });
  await restart(rig, await restart(rig, first));
  assert.deepEqual([rig.captured(), readPresent(rig.journal).absence], [[], 'concealed']);
});
