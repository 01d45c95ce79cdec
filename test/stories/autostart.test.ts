/** The autostart of a real Hub: its entry, run as a desktop runs it at login. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { Desktop, withoutDesktop } from '../harness/desktop/desktop.ts';
import { TestHub } from '../harness/hub.ts';
import { until } from '../harness/until.ts';

describe('hub autostart', { skip: withoutDesktop() }, () => {
  it('starts this Hub with its window hidden, once, and says what is on the disk', async () => {
    await using desktop = await Desktop.start();
    await using hub = new TestHub(desktop.place, { withWindow: true });
    const config = path.join(hub.root, 'config home');
    Object.assign(hub.env, { XDG_CONFIG_HOME: config });
    const says = async (...word: readonly string[]): Promise<{ readonly autostart: boolean; readonly place: string }> => {
      const { status, stdout, stderr } = await hub.command(['autostart', ...word, '--json']);
      assert.equal(status, 0, stderr);
      return JSON.parse(stdout);
    };
    assert.equal((await says()).autostart, false);
    const { autostart, place } = await says('on');
    assert.ok(autostart && place.startsWith(path.join(config, 'autostart', 'hub-desktop-')));
    const exec = /^Exec=(.*)$/m.exec(readFileSync(place, 'utf8'))?.[1] ?? '';
    const stranger = Object.fromEntries(Object.entries(hub.env).filter(([variable]) => !variable.startsWith('HUB_')));
    // A desktop undoes the value's escapes; there are none here, and a shell reads these words like it.
    const login = (): ChildProcess => spawn('sh', ['-c', `exec ${exec}`], { env: stranger, stdio: 'ignore' });
    const session = login();
    try {
      await hub.until(({ components }) => components.every(({ state }) => state === 'running' || state === 'degraded'));
      assert.deepEqual(await desktop.windows('Hub'), []);
      const [code] = await once(login(), 'exit');
      assert.deepEqual([code, await desktop.windows('Hub')], [0, []], 'a second login changes nothing');
      assert.equal((await hub.command(['action', 'restore'])).status, 0);
      await until('window', async () => (await desktop.windows('Hub')).length === 1);
    } finally {
      await hub.command(['stop']);
      if (session.exitCode === null && session.signalCode === null) await once(session, 'exit');
    }
    rmSync(place);
    assert.equal((await says('status')).autostart, false);
    const wrong = await hub.command(['autostart', 'maybe']);
    assert.deepEqual([wrong.status, wrong.stderr], [2, 'hub: autostart takes one of: on, off, status\n']);
  });
});
