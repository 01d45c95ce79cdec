import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { MonitorRig } from '../../../test/doubles/monitor-in-process.ts';
import { done, failed, type Outcome } from '../../base/outcome.ts';
import type { Clipboard, OpenFailure } from '../../platform/clipboard/index.ts';

const whyPaused = 'capture is paused; resume it with: hub resume';

describe('a monitor that starts', () => {
  test('during a pause is paused, and after it ignores what was on the clipboard', async (t) => {
    const rig = new MonitorRig(t);
    rig.mark();
    await rig.copy('secret');
    const running = await rig.start();
    await turn();
    assert.deepEqual([rig.captured(), running.component.notes.every((note) => note === whyPaused)], [[], true]);
    assert.deepEqual(running.component.said.at(-1)?.message, { kind: 'captured', captureId: null });
    await rig.resume(running);
    await turn();
    assert.deepEqual(rig.captured(), []);
    await rig.copy('after');
    assert.deepEqual(rig.captured(), ['after']);
  });

  test('after a pause during which another one ran ignores what it finds, until something else is copied', async (t) => {
    const rig = new MonitorRig(t);
    const first = await rig.start();
    await rig.copyDuringPause(first, 'secret');
    await first.monitor[Symbol.asyncDispose]();
    const second = await rig.start();
    await turn();
    assert.deepEqual(rig.captured(), []);
    await rig.copy('after');
    await second.monitor[Symbol.asyncDispose]();
    await rig.clipboard.copy({ content: { 'text/plain': 'while none watched' } });
    await rig.start();
    await rig.clipboard.copy({ content: { 'text/plain': 'next' } });
    await turn();
    assert.deepEqual(rig.captured(), ['after', 'while none watched', 'next']);
  });

  test('after a pause during which none ran ignores what it finds', async (t) => {
    const rig = new MonitorRig(t);
    rig.mark();
    await rig.copy('secret');
    rig.unmark();
    await rig.start();
    await turn();
    assert.deepEqual(rig.captured(), []);
    await rig.copy('after');
    assert.deepEqual(rig.captured(), ['after']);
  });

  test('without a display during a pause reports both', async (t) => {
    const rig = new MonitorRig(t);
    rig.mark();
    const running = await rig.start(async () => failed('no-xfixes'));
    const lack = 'the X server has no XFixes extension';
    assert.deepEqual([running.component.conditions.at(-1), running.component.notes.at(-1)], [lack, whyPaused]);
    await rig.resume(running);
    assert.deepEqual([running.component.conditions.at(-1), running.component.notes.at(-1)], [lack, null]);
  });

  test('on a display that opens during a pause does not watch it', async (t) => {
    const rig = new MonitorRig(t);
    let open: (outcome: Outcome<Clipboard, OpenFailure>) => void = () => {};
    const opening = new Promise<Outcome<Clipboard, OpenFailure>>((resolve) => {
      open = resolve;
    });
    const { component, monitor } = rig.monitor(() => opening);
    const started = monitor.start();
    await rig.pause({ component, monitor });
    rig.unmark(); // so that only the monitor's own memory could prevent it
    open(done(rig.clipboard));
    await started;
    await rig.copy('secret');
    assert.deepEqual(rig.captured(), []);
    component.hear({ kind: 'act', verb: 'resume-capture' });
    await rig.copy('after');
    assert.deepEqual(rig.captured(), ['after']);
  });
});
