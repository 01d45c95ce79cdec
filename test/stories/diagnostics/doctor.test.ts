/** `hub doctor` finds what is really broken, says what to do, and lets nothing hide the rest. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import type { HubStatus } from '../../../src/contract/supervisor.ts';
import type { CheckFinding } from '../../../src/diagnostics/doctor/check.ts';
import { connectX } from '../../../src/platform/x11/connection.ts';
import { deadDisk } from '../../harness/dead-disk.ts';
import { type HubDesk, startHubDesk } from '../../harness/desktop/hub-desk.ts';
import { WaylandDesktop, withoutWayland } from '../../harness/desktop/wayland-desktop.ts';
import { startXDisplay, withoutXvfb } from '../../harness/desktop/x-display.ts';
import { filesBelow, TestHub } from '../../harness/hub.ts';
import { temporaryHome } from '../../harness/temporary-home.ts';

const scripts = path.join(import.meta.dirname, '../../../tools/diagnostics');

interface Told {
  readonly ok: boolean;
  readonly checks: readonly { readonly id: string; readonly title: string; readonly findings: readonly CheckFinding[] }[];
}

/** What the doctor finds, with these checks or with all. */
async function examined(
  hub: TestHub,
  ...ids: readonly string[]
): Promise<{ status: number | null; found(id: string): readonly CheckFinding[] } & Told> {
  const { status, stdout, stderr } = await hub.command(['doctor', ...ids, '--json']);
  assert.equal(stderr, '');
  const told = JSON.parse(stdout) as Told;
  for (const { findings } of told.checks)
    for (const { verdict, mend, says } of findings)
      assert.ok(verdict !== 'failure' || (mend ?? '') !== '', `a failure without a mend: ${says}`);
  return { status, ...told, found: (id) => told.checks.find((check) => check.id === id)?.findings ?? assert.fail(id) };
}

/** The one failure of a check. */
async function failureOf(hub: TestHub, id: string): Promise<CheckFinding> {
  const { status, found } = await examined(hub, id);
  const [failure, ...others] = found(id).filter(({ verdict }) => verdict === 'failure');
  assert.ok(failure !== undefined, JSON.stringify(found(id)));
  assert.deepEqual([others, status], [[], 1]);
  return failure;
}

/** A program of another name that listens on a free port until the test ends. */
async function foreignServer(t: TestContext): Promise<{ port: number; pid: number }> {
  const server = spawn(process.execPath, [
    '-e',
    "process.title = 'stranger'; const s = require('node:net').createServer().listen(0, '127.0.0.1', () => console.log(s.address().port))",
  ]);
  t.after(() => void server.kill('SIGKILL'));
  const [line] = (await once(server.stdout, 'data')) as [Buffer];
  return { port: Number(line.toString()), pid: server.pid ?? 0 };
}

describe('the doctor, without a running Hub', () => {
  const idle = (t: TestContext, env: Readonly<Record<string, string>> = {}): TestHub => {
    const hub = new TestHub({ HOME: path.join('/nowhere', 'at', 'all'), ...env });
    mkdirSync(path.dirname(hub.workspace), { recursive: true });
    t.after(() => hub[Symbol.asyncDispose]());
    return hub;
  };

  it('finds what holds a port, with its process, and names another port', async (t) => {
    const { port, pid } = await foreignServer(t);
    const hub = idle(t, { HUB_BRIDGE_PORT: String(port) });
    const { word, says, mend } = await failureOf(hub, 'bridge-port');
    assert.deepEqual(
      [word, says.includes(String(pid)), mend?.includes(`kill ${pid}`), mend?.includes('HUB_BRIDGE_PORT=')],
      ['held', true, true, true],
    );
    assert.equal((await examined(hub, 'web-port')).status, 0);
  });

  it('finds that there is no display, or a dead one', async (t) => {
    assert.equal((await failureOf(idle(t), 'display')).word, 'none');
    assert.equal((await failureOf(idle(t, { DISPLAY: ':4711' }), 'display')).word, 'unreachable');
    assert.equal((await failureOf(idle(t, { WAYLAND_DISPLAY: '/nowhere/wayland-0' }), 'display')).word, 'compositor-silent');
    assert.equal((await failureOf(idle(t, { WAYLAND_DISPLAY: 'wayland-0' }), 'display')).word, 'no-runtime-folder');
  });

  it('finds a compositor that shows its clipboard, and one that hangs', { skip: withoutWayland() }, async (t) => {
    await using desktop = await WaylandDesktop.start();
    const { WAYLAND_DISPLAY, XDG_RUNTIME_DIR } = desktop.place;
    const hub = idle(t, { WAYLAND_DISPLAY, XDG_RUNTIME_DIR });
    assert.deepEqual(
      (await examined(hub, 'display')).found('display').map(({ verdict, word }) => [verdict, word]),
      [['ok', 'wayland']],
    );
    desktop.halt(true);
    assert.equal((await failureOf(hub, 'display')).word, 'compositor-silent');
  });

  it('finds a WorkSpace that is a file, or cannot be reached', async (t) => {
    const hub = idle(t);
    writeFileSync(hub.workspace, '');
    assert.equal((await failureOf(hub, 'workspace')).word, 'no-folder');
    assert.equal((await failureOf(idle(t, { HUB_WORKSPACE: '/proc/at/all' }), 'workspace')).word, 'missing');
  });

  it('finds a WorkSpace that may not be written', { skip: process.getuid?.() !== 0 && 'only root can mount' }, async (t) => {
    const hub = idle(t);
    mkdirSync(hub.workspace);
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'ro,size=1m', 'none', hub.workspace]);
    if (mounted.status !== 0) return t.skip('nothing can be mounted here');
    try {
      assert.equal((await failureOf(hub, 'workspace')).word, 'read-only');
    } finally {
      spawnSync('umount', [hub.workspace]);
    }
  });

  it('finds a home that others may read or write, and a link in it', async (t) => {
    const hub = idle(t);
    mkdirSync(hub.places.run, { recursive: true, mode: 0o700 });
    chmodSync(hub.places.home, 0o700);
    assert.equal((await examined(hub, 'home')).status, 0);
    chmodSync(hub.places.run, 0o755);
    const { word, mend } = await failureOf(hub, 'home');
    assert.equal(word, 'readable-by-others');
    assert.equal(spawnSync('sh', ['-c', mend ?? '']).status, 0, 'the mend is a command');
    assert.equal((await examined(hub, 'home')).status, 0, 'and it mends it');
    chmodSync(hub.places.run, 0o777);
    assert.equal((await failureOf(hub, 'home')).word, 'writable-by-others');
    rmSync(hub.places.run, { recursive: true });
    symlinkSync('/tmp', hub.places.run);
    assert.equal((await failureOf(hub, 'home')).word, 'link');
  });

  it('finds a document that is not valid, and quotes nothing of it', async (t) => {
    const hub = idle(t);
    hub.setDocument('config/hub.json', '{"save": "a value of the user"');
    const { word, says, mend } = await failureOf(hub, 'configuration');
    assert.deepEqual([word, mend], ['document-not-json', 'hub config edit hub']);
    assert.doesNotMatch(says, /a value/);
  });

  it('finds a clock that was set back', async (t) => {
    const hub = idle(t);
    mkdirSync(path.dirname(hub.places.clock), { recursive: true });
    writeFileSync(hub.places.clock, JSON.stringify({ seenMs: Date.now() + 30 * 86_400_000, aheadMs: 0 }));
    assert.equal((await failureOf(hub, 'clock')).word, 'set-back');
  });

  it('notes a socket that a Hub left, and says what it cannot examine without one', async (t) => {
    const hub = idle(t);
    const socket = hub.places.pipe('supervisor');
    mkdirSync(path.dirname(socket), { recursive: true, mode: 0o700 });
    const left = spawn(process.execPath, [
      '-e',
      `require('node:net').createServer().listen(${JSON.stringify(socket)}, () => process.kill(process.pid, 'SIGKILL'))`,
    ]);
    await once(left, 'exit');
    const { found, status } = await examined(hub, 'pipes', 'components', 'versions', 'extension');
    const words = ['pipes', 'components', 'versions', 'extension'].map((check) => found(check).map(({ word }) => word));
    assert.deepEqual([words, status], [[['stale'], ['skipped'], ['skipped'], ['skipped']], 0]);
  });

  it('notes another clipboard manager that runs', {
    skip: process.platform !== 'linux' && 'by the names of processes on Linux',
  }, async (t) => {
    // The doctor looks at those of its own desktop.
    const display = { DISPLAY: ':4711' };
    const hub = idle(t, display);
    const program = path.join(hub.root, 'copyq');
    copyFileSync('/bin/sleep', program);
    const other = spawn(program, ['60'], { env: { ...process.env, ...display } });
    t.after(() => void other.kill('SIGKILL'));
    await once(other, 'spawn');
    const { found, status } = await examined(hub, 'other-managers');
    assert.ok(found('other-managers').some(({ says, verdict }) => verdict === 'note' && says.includes(`${other.pid}`)));
    assert.equal(status, 0);
  });

  it('refuses a check that does not exist, and says which ones there are', async (t) => {
    const { status, stderr } = await idle(t).command(['doctor', 'jurnal']);
    assert.equal(status, 2);
    assert.match(stderr, /unknown check 'jurnal'.*journal/);
  });
});

describe('the doctor of a running Hub', { skip: withoutXvfb() }, () => {
  let desk: HubDesk;
  let hub: TestHub;
  before(async () => {
    desk = await startHubDesk();
    ({ hub } = desk);
    await desk.owner.own({ UTF8_STRING: { content: { text: 'a text that is long enough to be saved, by the doctor of a Hub' } } });
    await hub.fragment(({ state }) => state === 'saved');
  });
  after(() => desk?.[Symbol.asyncDispose]());

  it('finds nothing wrong, and says it in lines and as JSON', async () => {
    const { found, status, ok } = await examined(hub);
    for (const id of [
      'hub',
      'components',
      'pipes',
      'versions',
      'bridge-port',
      'web-port',
      'display',
      'clipboard',
      'home',
      'workspace',
      'configuration',
      'clock',
      'journal',
      'large-contents',
      'retention',
    ])
      for (const { verdict, says } of found(id)) assert.notEqual(verdict, 'failure', `${id}: ${says}`);
    assert.deepEqual([found('clipboard')[0]?.word, found('journal')[0]?.verdict, found('extension')[0]?.word], ['readable', 'ok', 'none']);
    assert.equal(status, ok ? 0 : 1);
    const { stdout } = await hub.command(['doctor', 'hub', 'journal']);
    assert.match(stdout, /^ok +Hub +is running\nok +Journal +is intact\n\nNothing is wrong\.\n$/);
  });

  it('tests the bridge: saves, reads back, finds the gates closed, and leaves nothing', async () => {
    const before = [hub.savedFiles(), (await hub.fragments()).map(({ id }) => id), readdirSync(hub.workspace)];
    const { found, status } = await examined(hub, 'bridge');
    assert.deepEqual([found('bridge').map(({ word }) => word), status], [['saved', 'gate-closed', 'gate-closed'], 0]);
    assert.deepEqual([hub.savedFiles(), (await hub.fragments()).map(({ id }) => id), readdirSync(hub.workspace)], before);
  });

  it('is behind the scripts in tools/diagnostics, which exit with its status', () => {
    const run = (script: string, ...words: readonly string[]) =>
      spawnSync(process.execPath, [path.join(scripts, `${script}.mjs`), ...words], { env: hub.env, timeout: 120_000, encoding: 'utf8' });
    assert.equal(run('component-test').status, 0);
    assert.equal(JSON.parse(run('component-test', '--json').stdout).checks.length, 4);
    assert.deepEqual(
      run('restart-components', 'web_listener', '--json')
        .stdout.trim()
        .split('\n')
        .map((line) => JSON.parse(line).componentId),
      ['web_listener'],
    );
    for (const script of ['component-test', 'restart-components']) assert.match(run(script, '--help').stdout, /^Usage: hub \w+/m);
    assert.match(run('bridge-test').stdout, /Nothing is wrong/);
    assert.deepEqual([run('restart-components', 'save_worker', 'nobody').status, run('restart-components', 'save_worker').status], [1, 0]);
    const folder = path.join(hub.root, 'for-others');
    assert.match(run('archive-logs', '--output', folder).stdout, /hub-logs-\d{4}-\d\d-\d\d-\d{6}\.zip/);
    assert.match(run('support-package', '--output', folder, '--preset', 'minimal').stdout, /hub-support-\d{4}-\d\d-\d\d-\d{6}\.zip/);
    assert.equal(JSON.parse(run('health-check', '--json').stdout).checks.length > 15, true);
    const other = { ...hub.env, HUB_HOME: path.join(hub.root, 'nothing') };
    assert.equal(spawnSync(process.execPath, [path.join(scripts, 'component-test.mjs')], { env: other }).status, 3);
  });

  it('finds a content that is missing, without disturbing the Hub that runs', async () => {
    await desk.owner.own({ UTF8_STRING: { content: { text: `${'a long text that becomes a file of its own\n'.repeat(8_000)}end` } } });
    await hub.fragment(({ bytes, state }) => bytes > 200_000 && state === 'saved');
    const [blob = ''] = filesBelow(hub.places.blobs);
    const restarts = async () => (await hub.until(() => true)).components.map((component) => component.restarts);
    const earlier = await restarts();
    rmSync(path.join(hub.places.blobs, blob));
    assert.equal((await failureOf(hub, 'large-contents')).word, 'missing');
    assert.deepEqual(await restarts(), earlier);
  });

  it('finds a program that holds the clipboard and does not answer', async () => {
    process.kill(desk.owner.pid, 'SIGSTOP');
    try {
      assert.equal((await failureOf(hub, 'clipboard')).word, 'silent');
    } finally {
      process.kill(desk.owner.pid, 'SIGCONT');
    }
  });

  it('finds a component that was given up, and its mend starts it again', async () => {
    const listener = ({ components }: HubStatus) => components.find(({ id }) => id === 'web_listener');
    let killed = 0;
    // Each process as soon as it is there, until no more are started.
    for (;;) {
      const one = listener(
        await hub.until((status) => listener(status)?.state === 'failed' || (listener(status)?.pid ?? killed) !== killed),
      );
      if (one?.state === 'failed') break;
      killed = one?.pid ?? 0;
      process.kill(killed, 'SIGKILL');
    }
    const { says, mend } = await failureOf(hub, 'components');
    assert.match(says, /^web_listener: failed/);
    assert.equal(mend, 'hub restart web_listener');
    assert.equal((await hub.command(['restart', 'web_listener'])).status, 0);
    assert.equal((await examined(hub, 'components')).status, 0);
  });

  it('finds a damaged journal', async () => {
    assert.deepEqual(await hub.stop(), []);
    const file = openSync(hub.places.journal, 'r+');
    for (let page = 1; page < 8; page += 1) writeSync(file, Buffer.alloc(512, 0xab), 0, 512, page * 4_096);
    closeSync(file);
    const { word, mend } = await failureOf(hub, 'journal');
    assert.equal(word, 'damaged');
    assert.match(mend ?? '', /hub start/);
    assert.equal((await examined(hub, 'node', 'clock')).status, 0, 'the others are not hidden by it');
  });
});

describe('the doctor of a computer that hangs', () => {
  it('ends in time with a display that another program holds', { skip: withoutXvfb() }, async () => {
    await using display = await startXDisplay();
    await using hub = new TestHub({ DISPLAY: display.name });
    const opened = await connectX(display.name);
    assert.ok(opened.ok);
    await using holder = opened.value;
    holder.order((client) => client.GrabServer());
    await holder.internAtom('HELD');
    const { found } = await examined(hub, 'display', 'clipboard', 'node');
    assert.deepEqual([found('display')[0]?.verdict, found('node')[0]?.verdict], ['failure', 'ok']);
  });

  it('ends in time with a WorkSpace on a disk that does not answer, and says so', async (t) => {
    const folder = temporaryHome(t);
    const far = path.join(folder, 'far');
    mkdirSync(far);
    const disk = deadDisk(folder, [far]);
    if (disk === null) return t.skip('there is no C compiler');
    await using hub = new TestHub({ ...disk.env, HUB_WORKSPACE: path.join(far, 'WorkSpace') });
    disk.become('dead');
    const { word } = await failureOf(hub, 'workspace');
    assert.equal(word, 'no-answer');
    const { stdout, status } = await hub.command(['support-bundle', '--output', path.join(folder, 'out'), '--json']);
    assert.deepEqual([status, JSON.parse(stdout).ok], [0, true]);
    disk.become('well');
  });
});
