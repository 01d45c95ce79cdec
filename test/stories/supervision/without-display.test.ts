/** Without a display, only the clipboard and the window are missing: Hub reports the reason, everything else works, and a display that returns is used. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import type { HubStatus } from '../../../src/contract/supervisor.ts';
import { startXDisplay, withoutXvfb } from '../../harness/desktop/x-display.ts';
import { TestHub } from '../../harness/hub.ts';
import { ClipboardOwner } from '../../harness/owners/clipboard-owner.ts';

describe('Hub', () => {
  const surroundings: readonly (readonly [string, Readonly<Record<string, string>>])[] = [
    ['without DISPLAY', {}],
    ['with an empty DISPLAY', { DISPLAY: '' }],
    ['with a DISPLAY where nobody answers', { DISPLAY: ':59535' }],
    ['with a DISPLAY that is beyond the last one', { DISPLAY: ':59999' }],
    ['with a DISPLAY that is none', { DISPLAY: 'no display at all' }],
  ];
  for (const [name, env] of surroundings) {
    it(`${name} reports the reason, and does everything else`, async () => {
      await using hub = new TestHub(env);
      const status = await hub.start();
      assertDegraded(status);
      const saved = await hub.command(['save', '-', '--name', 'no-display.txt'], 'saved without any display');
      assert.equal(saved.status, 0, saved.stderr);
      assert.equal(readFileSync(saved.stdout.trim(), 'utf8'), 'saved without any display');
      const { items } = JSON.parse((await hub.command(['history', '--json'])).stdout);
      assert.equal(items.length, 1);
      assert.equal((await hub.health(() => true)).status, 'ok');
      const copied = await hub.command(['copy', items[0].id]);
      assert.equal(copied.status, 1);
      assert.match(copied.stderr, /^hub: .*clipboard.*\n$/);
      if (!env.DISPLAY) {
        const window = await hub.command(['restart', 'hub']);
        assert.deepEqual([window.status, window.stdout], [1, '']);
        assert.match(
          window.stderr,
          /^hub: hub could not be restarted: there is no display; for a window, run this in a desktop session: hub start\n$/,
        );
      }
      assert.deepEqual(await hub.stop(), []);
    });
  }

  it('continues when its display is killed, and captures copies again when the display is back', { skip: withoutXvfb() }, async () => {
    const display = await startXDisplay();
    await using hub = new TestHub({ DISPLAY: display.name });
    const before = await hub.start();
    assert.equal(stateOf(before).state, 'running');
    await display.kill();
    const without = await hub.until((status) => stateOf(status).state === 'degraded');
    assertDegraded(without);
    assert.equal((await hub.command(['save', '-', '--name', 'between.txt'], 'between two displays')).status, 0);

    await using again = await startXDisplay(display.name);
    const after = await hub.until((status) => stateOf(status).state === 'running');
    await using owner = await ClipboardOwner.start(again.name);
    const text = 'copied on the display that came back';
    await owner.own({ UTF8_STRING: { content: { text } } });
    await hub.fragment((fragment) => fragment.text === text && fragment.state === 'saved');
    const pids = ({ components }: HubStatus) => components.filter(({ id }) => id !== 'hub').map(({ id, pid }) => [id, pid]);
    assert.deepEqual(pids(after), pids(before), 'no other component may be restarted');
    assert.deepEqual(await hub.stop(), []);
  });
});

function stateOf({ components }: HubStatus) {
  const clipboard = components.find(({ id }) => id === 'clipboard');
  assert.ok(clipboard);
  return clipboard;
}

/** Asserts that the monitor and the shell are degraded or stopped with the reason, and everything else is running. */
function assertDegraded(status: HubStatus): void {
  const states = Object.fromEntries(status.components.map(({ id, state }) => [id, state]));
  assert.deepEqual(states, {
    supervisor: 'running',
    settings_host: 'running',
    save_worker: 'running',
    python_core: 'running',
    clipboard: 'degraded',
    web_listener: 'running',
    hub: 'stopped',
  });
  assert.match(stateOf(status).reason ?? '', /no display/);
}
