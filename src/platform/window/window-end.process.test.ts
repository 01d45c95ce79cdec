import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Desktop, withoutDesktop } from '../../../test/harness/desktop/desktop.ts';
import { until } from '../../../test/harness/until.ts';
import { connectX } from '../x11/connection.ts';
import { eventMask } from '../x11/protocol.ts';
import { WindowEnds } from './window-end.ts';

test('the end of a window is told once, also of one that is gone already, and not after it is watched no more', {
  skip: withoutDesktop(),
}, async () => {
  await using desktop = await Desktop.start();
  const opened = await connectX(desktop.display);
  assert.ok(opened.ok);
  await using program = opened.value;
  await using ends = new WindowEnds(desktop.display);
  const [first, second, third] = [program.createWindow(0), program.createWindow(0), program.createWindow(0)];
  await program.getSelectionOwner(1);
  const told: string[] = [];
  ends.watch(first, () => told.push('first'));
  ends.watch(third, () => told.push('third'));
  ends.watch(second, () => told.push('second'))();
  for (const window of [first, third])
    await until('watching', async () => {
      const asked = await program.request<{ allEventMasks: number }>((client, reply) => client.GetWindowAttributes(window, reply));
      return ((asked?.allEventMasks ?? 0) & eventMask.structure) !== 0;
    });
  program.destroyWindow(second);
  program.destroyWindow(first);
  await until('the first', () => told.includes('first'));
  ends.watch(first, () => told.push('gone before'));
  await until('the one that was gone before', () => told.includes('gone before'));
  assert.deepEqual(told, ['first', 'gone before']);
});
