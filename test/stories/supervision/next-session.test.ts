/** Hub outlives the session of its desktop, and the next one has another display, another key and another bus: a launch from there takes Hub along. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { promisify } from 'node:util';
import { askLine } from '../../../src/base/pipes/ask-line.ts';
import type { HubStatus } from '../../../src/contract/supervisor.ts';
import { Desktop, withoutDesktop } from '../../harness/desktop/desktop.ts';
import { missingPrograms } from '../../harness/desktop/session-bus.ts';
import { TrayHost } from '../../harness/desktop/tray-host.ts';
import { startKeyedDisplay } from '../../harness/desktop/x-display.ts';
import { TestHub } from '../../harness/hub.ts';
import { ClipboardOwner } from '../../harness/owners/clipboard-owner.ts';
import { until } from '../../harness/until.ts';

const run = promisify(execFile);
const hubWindow = '(.* – )?Hub';

describe('the next session', { skip: withoutDesktop() || missingPrograms('xauth', 'xclip') }, () => {
  let keys = '';
  const variable = process.env.XAUTHORITY;
  before(() => {
    keys = mkdtempSync(path.join(os.tmpdir(), 'hub-keys-'));
    // For the test itself, which is on every display.
    process.env.XAUTHORITY = path.join(keys, 'all');
    writeFileSync(process.env.XAUTHORITY, '', { mode: 0o600 });
  });
  after(() => {
    if (variable === undefined) delete process.env.XAUTHORITY;
    else process.env.XAUTHORITY = variable;
    rmSync(keys, { recursive: true, force: true });
  });

  /** A desktop with a key of its own, which ends with the test. */
  async function session(t: TestContext): Promise<Desktop> {
    const display = await startKeyedDisplay(keys);
    await run('xauth', ['-f', path.join(keys, 'all'), 'merge', display.authorityFile]);
    const desktop = await Desktop.start(undefined, display);
    t.after(() => desktop[Symbol.asyncDispose]());
    return desktop;
  }

  async function pasted({ env }: Desktop): Promise<string | null> {
    const words = ['-selection', 'clipboard', '-o', '-t', 'UTF8_STRING'];
    return run('xclip', words, { env, timeout: 5_000 }).then(
      ({ stdout }) => stdout,
      () => null,
    );
  }

  /** Copies a text there, and waits until Hub has it. */
  async function copied(hub: TestHub, { display }: Desktop, text: string): Promise<ClipboardOwner> {
    const owner = await ClipboardOwner.start(display);
    await owner.own({ UTF8_STRING: { content: { text } } });
    await hub.fragment((fragment) => fragment.text === text && fragment.state !== 'captured');
    return owner;
  }

  it('has the window, the shortcut, the tray icon and the clipboard, with the copy that was on the last one', async (t) => {
    const [first, second] = [await session(t), await session(t)];
    await using tray = await TrayHost.start(second.env);
    await using hub = new TestHub(first.place, { withWindow: true });
    const started = await hub.start();
    await until('window on the first desktop', async () => (await first.windows(hubWindow))[0]);
    const owner = await copied(hub, first, 'copied in the first session');

    Object.assign(hub.env, second.place);
    const early = await hub.command(['start']);
    assert.equal(early.status, 0, early.stderr);
    assert.ok(early.stdout.includes(`Hub is on the display ${first.display}; to move it`), early.stdout);
    assert.deepEqual(pidsOf(await hub.until(() => true)), pidsOf(started), 'a display that answers keeps Hub');

    await first.kill();
    await owner.kill();
    await hub.until(({ components }) => components.find(({ id }) => id === 'clipboard')?.state === 'degraded');
    const moved = await hub.command(['start']);
    assert.equal(moved.status, 0, moved.stderr);
    assert.ok(moved.stdout.includes(`Hub moves to this desktop, to the display ${second.display}.`), moved.stdout);
    assert.match(moved.stdout, /clipboard +running\n/);

    const window = await until('window on the second desktop', async () => (await second.windows(hubWindow))[0]);
    await tray.item();
    await until('copy of the first session', async () => (await pasted(second)) === 'copied in the first session');
    (await copied(hub, second, 'copied in the second session'))[Symbol.asyncDispose]();
    assert.equal((await hub.fragments()).length, 2, 'the copy that was put back is no new one');

    await hub.command(['action', 'toggle']);
    await until('hidden window', async () => (await second.windows(hubWindow)).length === 0);
    await second.key('ctrl+shift+v');
    await until('picker', async () => (await second.windows(hubWindow)).includes(window));

    const kept = ['supervisor', 'save_worker', 'web_listener'];
    const only = (status: HubStatus) => pidsOf(status).filter(([id]) => kept.includes(String(id)));
    assert.deepEqual(only(await hub.until(() => true)), only(started), 'what needs no desktop is not restarted');
    assert.ok(!hub.logs().includes(second.place.XAUTHORITY ?? '') && !hub.logs().includes(second.place.DBUS_SESSION_BUS_ADDRESS));
    assert.deepEqual(await hub.stop(), []);
  });

  it('gets a Hub that was started without any display, and one whose display hangs', async (t) => {
    const [first, second] = [await session(t), await session(t)];
    await using hub = new TestHub({}, { withWindow: true });
    await hub.start();
    Object.assign(hub.env, first.place);
    const launched = await hub.command(['run']);
    assert.equal(launched.status, 0, launched.stderr);
    assert.match(launched.stdout, /already running for .+ Hub moves to this desktop/);
    await until('window on the first desktop', async () => (await first.windows(hubWindow))[0]);

    first.halt();
    Object.assign(hub.env, second.place);
    const again = await hub.command(['run']);
    assert.equal(again.status, 0, again.stderr);
    assert.match(again.stdout, /Hub moves to this desktop/);
    await until('window on the second desktop', async () => (await second.windows(hubWindow))[0]);
    await hub.until(({ components }) => components.every(({ state }) => state === 'running'));
  });

  it('shares no Hub with another one: one gets it, the other is told where it is and can fetch it', async (t) => {
    const [first, second, third] = [await session(t), await session(t), await session(t)];
    await using hub = new TestHub(first.place);
    await hub.start();
    await first.kill();
    const from = async (desktop: Desktop, ...words: readonly string[]) => {
      Object.assign(hub.env, desktop.place);
      return hub.command(words);
    };
    const started = await Promise.all([from(second, 'start'), from(third, 'start')]);
    assert.deepEqual(
      started.map(({ status }) => status),
      [0, 0],
      started.map(({ stderr }) => stderr).join(),
    );
    const [here, there] = started[0]?.stdout.includes('moves to this desktop') ? [second, third] : [third, second];
    assert.equal(started.filter(({ stdout }) => stdout.includes('moves to this desktop')).length, 1);
    assert.equal(started.filter(({ stdout }) => stdout.includes(`Hub is on the display ${here.display};`)).length, 1);
    (await copied(hub, here, 'copied here'))[Symbol.asyncDispose]();

    const fetched = await from(there, 'restart', '--desktop');
    assert.deepEqual([fetched.status, fetched.stdout], [0, `Hub moves to this desktop, to the display ${there.display}.\n`]);
    await hub.until(({ components }) => components.find(({ id }) => id === 'clipboard')?.state === 'running');
    await until('copy of the other desktop', async () => (await pasted(there)) === 'copied here');
    (await copied(hub, there, 'copied there'))[Symbol.asyncDispose]();
    assert.equal((await hub.fragments()).length, 2);
  });

  it('that names no display, or one that nobody can reach, changes nothing', async (t) => {
    const first = await session(t);
    await using hub = new TestHub(first.place);
    const pids = pidsOf(await hub.start());
    const fetch = async (env: Readonly<Record<string, string>>) => {
      Object.assign(hub.env, { DISPLAY: '', ...env });
      return hub.command(['restart', '--desktop']);
    };
    const nowhere = await fetch({});
    assert.deepEqual([nowhere.status, nowhere.stdout], [1, '']);
    assert.match(nowhere.stderr, /^hub: there is no desktop here/);
    const wrong = await fetch({ DISPLAY: ':59535' });
    assert.deepEqual([wrong.status, wrong.stderr], [1, 'hub: Hub cannot reach the display :59535 and stays where it is.\n']);
    const keyless = await fetch({ ...first.place, XAUTHORITY: path.join(keys, 'none') });
    assert.match(keyless.stderr, /cannot reach the display/);
    const environments = [
      null,
      [],
      {},
      { DISPLAY: 1 },
      { DISPLAY: ':1\n' },
      { DISPLAY: ':1', LD_PRELOAD: '/x' },
      { DISPLAY: 'x'.repeat(300) },
    ];
    for (const environment of environments) {
      const asked = await askLine(hub.places.pipe('supervisor'), { op: 'desktop', environment, isAsked: true }, { timeoutMs: 10_000 });
      assert.deepEqual(asked, { ok: true, value: { ok: false, error: 'bad_request' } });
    }
    const sneaked = { message: 'exit', desktop: first.place };
    assert.deepEqual(await askLine(hub.places.pipe('single-instance'), sneaked, { timeoutMs: 10_000 }), {
      ok: true,
      value: { ok: false, error: 'bad_request' },
    });
    assert.deepEqual(pidsOf(await hub.until(() => true)), pids);
  });
});

function pidsOf({ components }: HubStatus): readonly (readonly [string, number | null])[] {
  return components.map(({ id, pid }) => [id, pid] as const);
}
