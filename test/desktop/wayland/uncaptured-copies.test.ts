/** Copies that are not captured in sway, and what comes after them: nobody is told there who copies. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { after, before, describe, it, type TestContext } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { readCounters } from '../../../src/journal/captures/counters.ts';
import { listFragments } from '../../../src/journal/fragments/listing.ts';
import { openClipboard } from '../../../src/platform/clipboard/index.ts';
import { MonitorRig, type RunningMonitor } from '../../doubles/monitor-in-process.ts';
import { WaylandDesktop, withoutWayland } from '../../harness/desktop/wayland-desktop.ts';
import { ClipboardOwner } from '../../harness/owners/clipboard-owner.ts';
import { until } from '../../harness/until.ts';

const text = (words: string) => ({ 'text/plain': { content: { text: words } } });
/** Until what follows is another copy. */
const settlesMs = 1_200;

describe('a copy that is not captured under Wayland', { skip: withoutWayland() }, () => {
  let desktop: WaylandDesktop;
  before(async () => {
    desktop = await WaylandDesktop.start();
  });
  after(() => desktop?.[Symbol.asyncDispose]());

  const program = (): Promise<ClipboardOwner> => ClipboardOwner.startOnWayland(desktop.place.WAYLAND_DISPLAY);

  async function watched(t: TestContext): Promise<{ readonly rig: MonitorRig; readonly running: RunningMonitor }> {
    const rig = new MonitorRig(t);
    const waylandDisplay = desktop.place.WAYLAND_DISPLAY;
    return { rig, running: await rig.start(() => openClipboard({ platform: 'linux', display: undefined, waylandDisplay })) };
  }

  function ignoreNext(rig: MonitorRig, { component }: RunningMonitor): void {
    writeFileSync(rig.places.ignoreNext, '');
    component.hear({ kind: 'act', verb: 'ignore-next-copy' });
  }

  /** A later copy is captured, and is all that is. */
  async function onlyThisIsCaptured(rig: MonitorRig, owner: ClipboardOwner): Promise<void> {
    await pause(settlesMs);
    await owner.own(text('after it'));
    await until('the next copy', () => rig.captured().length > 0);
    assert.deepEqual(rig.captured(), ['after it']);
  }

  it('is not captured either when its program announces it again, or another one takes it over', async (t) => {
    const { rig, running } = await watched(t);
    await using owner = await program();
    await using manager = await program();
    await pause(settlesMs); // what comes at once after an empty clipboard may be an earlier copy
    ignoreNext(rig, running);
    await owner.own(text('CANARY'));
    await owner.own({ ...text('CANARY'), 'text/html': { content: { text: '<b>CANARY</b>' } } });
    await manager.own(text('CANARY'));
    await onlyThisIsCaptured(rig, owner);
  });

  it('does not come back when its program has ended: neither a concealed one, nor one of a pause', async (t) => {
    for (const isConcealed of [true, false]) {
      const { rig, running } = await watched(t);
      await using owner = await program();
      await using manager = await program();
      if (!isConcealed) await rig.pause(running);
      const mark = { 'x-kde-passwordManagerHint': { content: { text: 'secret' } } };
      await owner.own({ ...text('CANARY'), ...(isConcealed && mark) });
      await pause(300);
      if (!isConcealed) await rig.resume(running);
      await owner.kill();
      await pause(50);
      await manager.own(text('CANARY'));
      await onlyThisIsCaptured(rig, manager);
      await running.monitor[Symbol.asyncDispose]();
      await manager.kill();
    }
  });

  it('because Hub itself has put it there does not use up that the next one is ignored', async (t) => {
    const { rig, running } = await watched(t);
    await using owner = await program();
    for (const words of ['first', 'second']) {
      await owner.own(text(words));
      await until('a copy', () => rig.captured().includes(words));
    }
    ignoreNext(rig, running);
    for (const [fragmentId, requestId] of [
      [1, 3],
      [2, 4],
    ] as const)
      running.component.hear({ kind: 'offer', fragmentId, requestId });
    await pause(300);
    assert.equal(readCounters(rig.journal).gone, 0);
    await owner.own(text('CANARY'));
    await pause(settlesMs);
    assert.deepEqual(rig.captured(), ['first', 'second']);
  });

  it('because its program refuses it is missed, and erases no password before it', async (t) => {
    const { rig } = await watched(t);
    await using owner = await program();
    await owner.own(text('vT7#qLm2!xRz9Kp'));
    await until('a copy', () => rig.captured().length === 1);
    await owner.own({ 'text/plain': { manner: 'refuse' }, 'text/html': { manner: 'refuse' } });
    await until('a missed copy', () => readCounters(rig.journal).missed === 1);
    assert.deepEqual(
      listFragments(rig.journal, { limit: 9 }).map(({ state }) => state),
      ['captured'],
    );
  });
});
