import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { X11ActiveWindow } from '../../src/platform/x11/active-window.ts';
import { Atoms } from '../../src/platform/x11/atoms.ts';
import { connectX } from '../../src/platform/x11/connection.ts';
import { windowAtoms } from '../../src/platform/x11/window-properties.ts';
import { startXDisplay, withoutXvfb } from '../harness/desktop/x-display.ts';
import { ClipboardOwner } from '../harness/owners/clipboard-owner.ts';
import { until } from '../harness/until.ts';

/** The active window of this display, read over a separate connection. */
async function openActiveWindow(display: string) {
  const opened = await connectX(display);
  assert.ok(opened.ok);
  const connection = opened.value;
  const atoms = await Atoms.intern(connection, windowAtoms);
  assert.ok(atoms !== null);
  const active = new X11ActiveWindow(connection, atoms);
  const close = async () => {
    active.stop();
    await connection.close();
  };
  return { active, [Symbol.asyncDispose]: close };
}

describe('the active window on X11', { skip: withoutXvfb() }, () => {
  it('is null without a window manager, and then the one that it names', async () => {
    await using display = await startXDisplay();
    await using program = await ClipboardOwner.start(display.name);
    await using opened = await openActiveWindow(display.name);
    const { active } = opened;
    assert.equal(await active.facts(), null);
    await program.showWindow({ title: 'first title', className: 'Editor' });
    await program.showWindow({ title: 'second title', className: 'Browser' });
    // The server has sent us both events before it answers the next request.
    await active.title();
    assert.partialDeepStrictEqual(await active.facts(), { className: 'Browser', pid: program.pid });
    assert.deepEqual(await active.title(), { title: 'second title', isComplete: true });
    await program.kill();
    await until('window that is not active any more', async () => (await active.facts()) === null);
  });
});
