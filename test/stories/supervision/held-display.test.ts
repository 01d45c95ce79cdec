/** A display that another program holds for a while: nothing of Hub answers through it, and none of that is a failure. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { connectX } from '../../../src/platform/x11/connection.ts';
import { withoutDesktop } from '../../harness/desktop/desktop.ts';
import { WindowRig } from '../../harness/desktop/window-rig.ts';
import { ClipboardOwner } from '../../harness/owners/clipboard-owner.ts';
import { until } from '../../harness/until.ts';

/** Several times what a component or a page may be silent for. */
const heldForMs = 30_000;

describe('a display that another program holds', { skip: withoutDesktop() }, () => {
  let rig: WindowRig;
  before(async () => {
    rig = await WindowRig.open({ HUB_DEBUG: '1' });
  });
  after(() => rig?.[Symbol.asyncDispose]());

  const components = async () =>
    (await rig.hub.until(() => true)).components.map(({ id, state, pid, restarts }) => ({ id, state, pid, restarts }));
  const shell = async () => (await components()).find(({ id }) => id === 'hub');

  it('costs no process, and everything is back after it', async () => {
    const usual = await components();
    const holder = await connectX(rig.desktop.display);
    assert.ok(holder.ok);
    holder.value.order((client) => client.GrabServer());
    await holder.value.getSelectionOwner(1);
    // The page has something to draw, and then the toolkit a window to show: both wait.
    for (const verb of ['cycle-top-panel', 'toggle']) {
      await rig.hub.command(['action', verb]);
      await pause(heldForMs / 2);
    }
    await holder.value.close();
    await until('answering window', async () => (await shell())?.state === 'running');
    await using owner = await ClipboardOwner.start(rig.desktop.display);
    await owner.own({ UTF8_STRING: { content: { text: 'copied after it' } } });
    await rig.hub.source(({ clipboardFragments }) => clipboardFragments[0]?.text === 'copied after it');
    assert.deepEqual(await components(), usual);
    await rig.act('restore');
    await rig.shown();
  });

  it('does not excuse a shell or a page that hangs while the display answers', async () => {
    for (const hung of [(pid: number) => pid, pageOf]) {
      const { pid, restarts = 0 } = (await shell()) ?? {};
      assert.ok(typeof pid === 'number');
      await rig.act('restore');
      await until('page that has been answered', () => new RegExp(`"pid":${pid},.*"page answered"`).test(rig.hub.logs()));
      process.kill(hung(pid), 'SIGSTOP');
      // A view is on its way to it.
      void rig.hub.command(['action', 'cycle-top-panel']);
      const isAnother = async (): Promise<boolean> => {
        const now = await shell();
        return now?.state === 'running' && now.pid !== pid && now.restarts === restarts + 1;
      };
      await until('another shell', isAnother, 60_000);
    }
  });
});

/** WebKit's process for the page, of this shell. */
function pageOf(shell: number): number {
  const of = (pid: string): string => {
    try {
      return readFileSync(path.join('/proc', pid, 'stat'), 'utf8');
    } catch {
      return '';
    }
  };
  const pages = readdirSync('/proc').filter((pid) => {
    const [, name = '', parent = ''] = /\((.*)\) \S (\d+) /.exec(of(pid)) ?? [];
    return name.startsWith('WebKitWebProces') && Number(parent) === shell;
  });
  assert.equal(pages.length, 1);
  return Number(pages[0]);
}
