/** A real Hub in sway: copies of commands and of a program with a window, in the journal with their source, put back, and kept when their program exits. */
import assert from 'node:assert/strict';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { noDetails } from '../../../src/base/log.ts';
import { askCompositor } from '../../../src/platform/wayland/ask-compositor.ts';
import { WaylandConnection } from '../../../src/platform/wayland/connection.ts';
import { missingPrograms } from '../../harness/desktop/session-bus.ts';
import { WaylandDesktop, withoutWayland } from '../../harness/desktop/wayland-desktop.ts';
import { TestHub } from '../../harness/hub.ts';
import { ClipboardOwner } from '../../harness/owners/clipboard-owner.ts';
import { until } from '../../harness/until.ts';

const run = promisify(execFile);

describe('copies under Wayland', { skip: withoutWayland() || missingPrograms('wl-copy', 'mousepad') }, () => {
  let desktop: WaylandDesktop;
  let hub: TestHub;

  before(async () => {
    desktop = await WaylandDesktop.start();
    hub = new TestHub(desktop.place);
    await hub.start();
  });
  after(async () => {
    await hub?.[Symbol.asyncDispose]();
    await desktop?.[Symbol.asyncDispose]();
  });

  const current = (content: string) =>
    hub.source(({ clipboardFragments }) => clipboardFragments[0]?.text === content && clipboardFragments[0].state !== 'captured');

  /** Leaves an owner in the background, which ends with its copy. */
  async function wlCopy(...words: readonly string[]): Promise<void> {
    const child = spawn('wl-copy', words, { env: desktop.env, stdio: 'ignore' });
    await once(child, 'exit');
  }

  const pasted = async (): Promise<string> => (await run('wl-paste', ['--no-newline'], { env: desktop.env, timeout: 5_000 })).stdout;

  async function seenByDoctor(): Promise<string> {
    const { stdout } = await hub.command(['doctor', 'clipboard', '--json']);
    return JSON.parse(stdout).checks.find(({ id }: { readonly id: string }) => id === 'clipboard')?.findings[0]?.word;
  }

  /** A program with a window in which this text is selected. */
  async function editor(content: string): Promise<ChildProcess> {
    const file = path.join(hub.root, 'notes.txt');
    writeFileSync(file, content);
    const child = spawn('mousepad', ['--disable-server', file], { env: { ...desktop.env, GDK_BACKEND: 'wayland' }, stdio: 'ignore' });
    await until('window of the editor', async () =>
      (await desktop.windows()).some(({ name, focused }) => name?.includes('notes.txt') && focused),
    );
    return child;
  }

  it('of commands are captured one after the other', async () => {
    await wlCopy('of a command');
    await current('of a command');
    await wlCopy('of another one');
    assert.equal((await current('of another one')).clipboardFragments.length, 1);
    await hub.until(({ components }) => components.some(({ id, state }) => id === 'clipboard' && state === 'running'));
  });

  it('are seen by the doctor, who asks for no content: a program may give it out only once', async () => {
    await using owner = await ClipboardOwner.startOnWayland(desktop.place.WAYLAND_DISPLAY);
    await owner.own({ 'text/plain': { content: { text: 'seen by the doctor' } } });
    await current('seen by the doctor');
    const before = await owner.requests();
    assert.equal(await seenByDoctor(), 'shown');
    assert.deepEqual(await owner.requests(), before);
  });

  it('have the active window as their source, and outlive it with their program', async () => {
    const child = await editor('open here');
    const owner = await ClipboardOwner.startOnWayland(desktop.place.WAYLAND_DISPLAY);
    await owner.own({ 'text/plain': { content: { text: 'of an editor' } } });
    const { clipboardFragments } = await current('of an editor');
    const app = clipboardFragments[0]?.source.app;
    assert.match(app?.name ?? '', /mousepad/i);
    assert.match(app?.windowTitle ?? '', /notes\.txt/);
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
    await until('no window', async () => (await desktop.windows()).length === 0);
    await owner.kill();
    await until('the copy of a program that has gone', async () => (await pasted().catch(() => '')) === 'of an editor');
  });

  it('that are cleared by their program are not brought back, and concealed ones never were in the journal', async () => {
    const child = await editor('an editor that stays');
    await wlCopy('to be cleared');
    await current('to be cleared');
    await wlCopy('--clear');
    await hub.source(({ clipboardFragments }) => clipboardFragments.length === 0);
    await assert.rejects(pasted());
    assert.equal(await seenByDoctor(), 'empty');
    const owner = await ClipboardOwner.startOnWayland(desktop.place.WAYLAND_DISPLAY);
    await owner.own({ 'text/plain': { content: { text: 'CANARY' } }, 'x-kde-passwordManagerHint': { content: { text: 'secret' } } });
    await wlCopy('after it');
    await current('after it');
    assert.ok(!JSON.stringify(await hub.bridge.fragments({ limit: 50 })).includes('CANARY'));
    await owner.kill();
    child.kill('SIGKILL');
  });

  it('do not end because this process was late: the compositor has answered meanwhile', async () => {
    const connected = WaylandConnection.connect(desktop.place.WAYLAND_DISPLAY, noDetails);
    assert.ok(connected.ok);
    assert.equal(await connected.value.sync(), true);
    const answered = connected.value.sync(50);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
    assert.equal(await answered, true);
    connected.value.close();
    const asked = askCompositor(desktop.place.WAYLAND_DISPLAY, 50);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
    assert.ok((await asked)?.has('wl_compositor'));
  });

  it('end with their compositor, which is said, and everything else keeps running', async () => {
    await desktop.kill();
    const status = await hub.until(({ components }) => components.some(({ id, state }) => id === 'clipboard' && state === 'degraded'));
    assert.match(status.components.find(({ id }) => id === 'clipboard')?.reason ?? '', /display/);
  });
});
