import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { openActiveWindow } from '../../src/platform/active-window/index.ts';
import { ClipboardOwner } from '../harness/clipboard-owner.ts';
import { until } from '../harness/until.ts';
import { startXDisplay, withoutXvfb } from '../harness/x-display.ts';

describe('the active window on X11', { skip: withoutXvfb() }, () => {
  it('is none without a window manager, and then the one that it names', async () => {
    await using display = await startXDisplay();
    await using program = await ClipboardOwner.start(display.name);
    const opened = await openActiveWindow({ display: display.name });
    assert.ok(opened.ok);
    await using active = opened.value;
    assert.equal(await active.activeWindow(), null);
    await program.showWindow({ title: 'first title', className: 'Editor' });
    await program.showWindow({ title: 'second title', className: 'Browser' });
    // The server told us of both before it answers the next question.
    await active.activeWindow();
    assert.partialDeepStrictEqual(await active.activeWindow(), { name: 'Browser', pid: program.pid, windowTitle: 'second title' });
    await program.kill();
    await until('window that is not active any more', async () => (await active.activeWindow()) === null);
  });

  it('is not to be had without a display', async () => {
    assert.deepEqual(await openActiveWindow({ display: undefined }), { ok: false, reason: 'unsupported' });
    assert.deepEqual(await openActiveWindow({ display: ':987' }), { ok: false, reason: 'no-display' });
  });
});
