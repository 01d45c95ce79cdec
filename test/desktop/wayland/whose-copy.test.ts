/** A real Hub in KWin, which tells which window is active only to programs that a desktop entry permits it, and in labwc, which tells every program. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { HeadlessCompositor, withoutCompositor } from '../../harness/clipboards/headless-compositor.ts';
import { missingPrograms } from '../../harness/desktop/session-bus.ts';
import { TestHub } from '../../harness/hub.ts';
import { ClipboardOwner } from '../../harness/owners/clipboard-owner.ts';
import { until } from '../../harness/until.ts';

for (const { kind, tellsProgram } of [
  { kind: 'KWin', tellsProgram: true },
  { kind: 'labwc', tellsProgram: false },
] as const) {
  describe(`copies in ${kind}`, { skip: withoutCompositor(kind) || missingPrograms('wl-copy', 'mousepad') }, () => {
    let compositor: HeadlessCompositor;
    let hub: TestHub;

    before(async () => {
      compositor = await HeadlessCompositor.start(kind);
      hub = new TestHub({ ...compositor.place, XDG_DATA_HOME: compositor.dataHome });
      await hub.start();
    });
    after(async () => {
      await hub?.[Symbol.asyncDispose]();
      await compositor?.[Symbol.asyncDispose]();
    });

    async function copy(content: string) {
      await once(spawn('wl-copy', [content], { env: compositor.env, stdio: 'ignore' }), 'exit');
      const { clipboardFragments } = await hub.source((told) => told.clipboardFragments[0]?.text === content);
      return clipboardFragments[0]?.source.app;
    }

    function editor(name: string): ChildProcess {
      const file = path.join(hub.root, name);
      writeFileSync(file, 'a text');
      return spawn('mousepad', ['--disable-server', file], { env: { ...compositor.env, GDK_BACKEND: 'wayland' }, stdio: 'ignore' });
    }

    it('have the active window as their source: its name, its title and, where the compositor tells it, its program', async () => {
      const entries = existsSync(compositor.dataHome) ? readdirSync(path.join(compositor.dataHome, 'applications')) : [];
      assert.equal(entries.filter((name) => name.startsWith('hub-windows-')).length, tellsProgram ? 1 : 0);
      const first = editor('first.txt');
      let count = 0;
      const found = await until('the editor as the source', async () => {
        count += 1;
        const app = await copy(`copy ${count}`);
        return app?.windowTitle?.includes('first.txt') ? app : undefined;
      });
      assert.match(found.name ?? '', /mousepad/i);
      assert.equal(path.basename(found.executable ?? ''), tellsProgram ? 'mousepad' : '');
      assert.equal(found.pid, tellsProgram ? first.pid : null);
      const second = editor('second.txt');
      await until('the next window as the source', async () => {
        count += 1;
        return (await copy(`copy ${count}`))?.windowTitle?.includes('second.txt') || undefined;
      });
      const gone = [once(first, 'exit'), once(second, 'exit')];
      first.kill('SIGKILL');
      second.kill('SIGKILL');
      await Promise.all(gone);
      await until('no source without a window', async () => {
        count += 1;
        return (await copy(`copy ${count}`))?.name === null || undefined;
      });
    });

    it('come back after their program and its window have gone', async () => {
      const paste = () => spawnSync('wl-paste', ['--no-newline'], { env: compositor.env, timeout: 5_000, encoding: 'utf8' }).stdout;
      const child = editor('fourth.txt');
      const owner = await ClipboardOwner.startOnWayland(compositor.place.WAYLAND_DISPLAY);
      let count = 0;
      await until('the window as the source', async () => {
        count += 1;
        await owner.own({ 'text/plain': { content: { text: `owned ${count}` } } });
        const { clipboardFragments } = await hub.source((told) => told.clipboardFragments[0]?.text === `owned ${count}`);
        return clipboardFragments[0]?.source.app?.windowTitle?.includes('fourth.txt') || undefined;
      });
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await Promise.all([owner.kill(), gone]);
      await until('the copy of a program that has gone', () => paste() === `owned ${count}` || undefined);
    });

    // The last one: with such a rule, what is copied before the window of the editor is active is not read.
    it('are judged by the rules about programs: an excluded one is not read, another one is', async () => {
      hub.setDocument('config/content-filter.json', { excluded_app_names: ['mousepad', 'org.xfce.mousepad'] });
      const child = editor('third.txt');
      await until('a copy of the excluded program that is not read', async () => {
        await once(spawn('wl-copy', ['CANARY'], { env: compositor.env, stdio: 'ignore' }), 'exit');
        return (await hub.source(() => true)).absence === 'excluded' || undefined;
      });
      hub.setDocument('config/content-filter.json', { excluded_app_names: ['another program'] });
      assert.match((await copy('of a program that no rule excludes'))?.name ?? '', /mousepad/i);
      child.kill('SIGKILL');
    });
  });
}
