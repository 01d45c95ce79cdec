/** A Hub whose window can't be opened: it says why in one sentence everywhere, what to do about it, and does everything else. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { startXDisplay, withoutXvfb } from '../../harness/desktop/x-display.ts';
import { TestHub } from '../../harness/hub.ts';
import { temporaryHome } from '../../harness/temporary-home.ts';
import { until } from '../../harness/until.ts';

async function assertSaysWhy(env: Readonly<Record<string, string>>, why: string): Promise<void> {
  await using hub = new TestHub(env, { withWindow: true });
  const { components } = await hub.start();
  const window = components.find(({ id }) => id === 'hub');
  assert.deepEqual([window?.state, window?.reason, window?.restarts], ['stopped', why, 0]);
  assert.ok(hub.output.includes(`\n  no window: ${why}\n`), hub.output);
  const said = `Hub has no window: ${why}`;
  for (const verb of ['toggle', 'restore']) {
    const refused = await hub.command(['action', verb]);
    assert.deepEqual([refused.status, refused.stdout, refused.stderr], [1, '', `hub: ${said}\n`], verb);
  }
  const asJson = await hub.command(['action', 'toggle', '--json']);
  assert.deepEqual(JSON.parse(asJson.stdout), { ok: false, error: 'no_window', detail: said });
  const started = await hub.command(['start']);
  assert.equal(started.status, 0, started.stderr);
  assert.ok(started.stdout.includes(`stopped: ${why}\n`), started.stdout);
  assert.equal((await hub.command(['save', '-'], 'saved without a window')).status, 0);
}

describe('a Hub whose window can not be opened', { skip: process.platform !== 'linux' && 'needs X11' }, () => {
  it('says that its display does not answer', () => assertSaysWhy({ DISPLAY: ':59535' }, 'there is no display'));

  it('says which libraries are missing', { skip: withoutXvfb() }, async (t) => {
    await using display = await startXDisplay();
    const libraries = temporaryHome(t);
    writeFileSync(path.join(libraries, 'libwebkit2gtk-4.1.so.0'), ''); // the loader takes the first of this name, and refuses it
    await assertSaysWhy(
      { DISPLAY: display.name, LD_LIBRARY_PATH: libraries },
      'the window needs WebKitGTK; on Debian and Ubuntu, as root: apt-get install libwebkit2gtk-4.1-0 libxdo3',
    );
  });

  it('opens it, with its shortcut, once its display is back, as after somebody logs in anew', { skip: withoutXvfb() }, async () => {
    const display = await startXDisplay();
    await using hub = new TestHub({ DISPLAY: display.name, HUB_DEBUG: '1' }, { withWindow: true });
    await hub.start();
    const windowIs = (state: string) => hub.until(({ components }) => components.some(({ id, state: is }) => id === 'hub' && is === state));
    await display.kill();
    await windowIs('stopped');
    const held = hub.logs().split('"event":"shortcut"').length;
    await using _again = await startXDisplay(display.name);
    await windowIs('running');
    await until('shortcut', () => hub.logs().split('"event":"shortcut"').length > held);
    assert.equal((await hub.command(['action', 'toggle'])).status, 0);
  });
});
