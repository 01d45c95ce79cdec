/** Text that is selected and not copied, in a whole Hub: off, on, and kept apart from the copies; with a real editor too. */
import assert from 'node:assert/strict';
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import type { FragmentList } from '../../src/contract/bridge.ts';
import { startHubDesk } from '../harness/desktop/hub-desk.ts';
import { withoutXvfb } from '../harness/desktop/x-display.ts';
import type { TestHub } from '../harness/hub.ts';
import { ClipboardOwner } from '../harness/owners/clipboard-owner.ts';
import { until } from '../harness/until.ts';

const text = (words: string) => ({ UTF8_STRING: { content: { text: words } } });

function isThere(program: string, arg: string): boolean {
  return spawnSync(program, [arg], { stdio: 'ignore' }).error === undefined;
}
const withoutEditor = isThere('mousepad', '--version') && isThere('xdotool', '--version') ? false : 'mousepad or xdotool is not installed';

async function list(hub: TestHub, q = ''): Promise<readonly FragmentList['items'][number][]> {
  const items = JSON.parse((await hub.command(q === '' ? ['history', '--json'] : ['search', '--json', q])).stdout) as FragmentList;
  return items.items;
}

describe('selected text', { skip: withoutXvfb() }, () => {
  it('is kept from the moment at which it is turned on, apart from the copies, and can be put on the clipboard', async () => {
    await using desk = await startHubDesk();
    const { hub, owner, display } = desk;
    await using selecting = await ClipboardOwner.start(display.name, 'PRIMARY');
    await owner.own(text('what was copied and stays there'));
    await until('the copy', async () => (await list(hub))[0]?.state === 'saved');
    const [before, source] = [await list(hub), (await hub.request('GET', '/source')).body.toString()];
    await selecting.own(text('selected while it is off'));
    await hub.command(['config', 'set', 'hub', 'primary_selection.capture', 'true']);
    await selecting.own(text('selected, and long enough for a file'));
    const selected = await until('the selection', async () => (await list(hub, 'is:selected')).find(({ state }) => state === 'kept'));
    assert.partialDeepStrictEqual(selected, { selection: 'primary', reason: 'selected', text: 'selected, and long enough for a file' });
    assert.equal((await list(hub, 'is:selected')).length, 1);
    assert.deepEqual(
      [await list(hub), (await hub.request('GET', '/source')).body.toString(), await list(hub, 'selected')],
      [before, source, []],
    );
    assert.equal((await hub.command(['copy', selected.id])).status, 0);
    const pasted = execFileSync('xclip', ['-selection', 'clipboard', '-o'], { env: { ...process.env, DISPLAY: display.name } });
    assert.equal(pasted.toString(), 'selected, and long enough for a file');
    const asked = (await selecting.requests()).UTF8_STRING;
    await hub.command(['config', 'set', 'hub', 'primary_selection.capture', 'false']);
    await selecting.own(text('selected while it is off again'));
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    assert.deepEqual([(await selecting.requests()).UTF8_STRING, (await list(hub, 'is:selected')).length], [asked, 1]);
  });

  it('of an editor, selected with the keyboard', { skip: withoutEditor }, async () => {
    await using desk = await startHubDesk();
    const { hub, display } = desk;
    await hub.command(['config', 'set', 'hub', 'primary_selection.capture', 'true']);
    const env = {
      ...process.env,
      DISPLAY: display.name,
      HOME: hub.root,
      GDK_BACKEND: 'x11',
      NO_AT_BRIDGE: '1',
      GSETTINGS_BACKEND: 'memory',
    };
    const file = path.join(hub.root, 'letter.txt');
    writeFileSync(file, 'harbour of Brest\n');
    const editor = spawn('dbus-run-session', ['--', 'mousepad', '--disable-server', file], { env, stdio: 'ignore' });
    try {
      const xdotool = (...args: readonly string[]): string => execFileSync('xdotool', args, { env }).toString();
      await until('the editor', () => spawnSync('xdotool', ['search', '--onlyvisible', '--name', 'letter'], { env }).status === 0);
      const id = xdotool('search', '--onlyvisible', '--name', 'letter').split('\n')[0] ?? '';
      xdotool('windowfocus', '--sync', id);
      xdotool('key', 'ctrl+Home');
      for (let at = 0; at < 7; at += 1) xdotool('key', 'shift+Right');
      const selected = await until('the selection', async () => (await list(hub, 'is:selected'))[0]);
      assert.equal(selected.text, 'harbour');
      assert.deepEqual(await list(hub), []);
    } finally {
      editor.kill();
    }
  });
});
