/** A Wayland session whose compositor shows its clipboard to no program without a window: Hub watches the one of Xwayland, and says so. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { openClipboard } from '../../../src/platform/clipboard/index.ts';
import { HeadlessCompositor, withoutCompositor } from '../../harness/clipboards/headless-compositor.ts';
import { missingPrograms } from '../../harness/desktop/session-bus.ts';
import { TestHub } from '../../harness/hub.ts';

describe('the clipboard of Mutter', { skip: withoutCompositor('Mutter') || missingPrograms('xclip') }, () => {
  it('is seen through Xwayland: what a program copies there is captured, and the status says what can not be known', async () => {
    await using compositor = await HeadlessCompositor.start('Mutter');
    const { display, authorityFile } = await compositor.xwayland();
    await using hub = new TestHub({ ...compositor.place, DISPLAY: display, XAUTHORITY: authorityFile });
    await hub.start();
    const status = await hub.until(({ components }) =>
      components.some(({ id, reason }) => id === 'clipboard' && reason?.includes('Xwayland') === true),
    );
    assert.equal(status.components.find(({ id }) => id === 'clipboard')?.state, 'running');
    // Mutter gives its clipboard to the program with the keyboard, and has none here: a program in Xwayland copies.
    const env = { ...process.env, DISPLAY: display, XAUTHORITY: authorityFile };
    const copying = spawn('xclip', ['-selection', 'clipboard'], { env, stdio: ['pipe', 'ignore', 'ignore'] });
    copying.stdin?.end('of a program in Xwayland');
    await once(copying, 'exit');
    await hub.source(({ clipboardFragments }) => clipboardFragments[0]?.text === 'of a program in Xwayland');
  });

  it('is not seen without Xwayland', async () => {
    await using compositor = await HeadlessCompositor.start('Mutter');
    const opened = await openClipboard({ platform: 'linux', display: undefined, waylandDisplay: compositor.place.WAYLAND_DISPLAY });
    assert.partialDeepStrictEqual(opened, { ok: false, reason: 'wayland' });
  });
});
