/** Where the pipes of a Hub are, and who is kept out of them: with real processes, users, folders and signals. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { type PipeName, pipeNames } from '../../src/platform/locations.ts';
import { isAlive, TestHub } from '../harness/hub.ts';
import { connectAsNobody, sendAndReadLines, stateOf, uidOfNobody } from '../harness/pipes.ts';
import { temporaryHome } from '../harness/temporary-home.ts';
import { until } from '../harness/until.ts';

const skip = process.platform === 'win32' && 'sockets that are files';
const skipUnlessRoot = process.getuid?.() !== 0 && 'only root can be another user';
const allOk = pipeNames.map(() => 'ok');

function temporaryFolder(t: TestContext, name = ''): string {
  const root = temporaryHome(t);
  fs.chmodSync(root, 0o755);
  const folder = path.join(root, name);
  fs.mkdirSync(folder, { recursive: true });
  return folder;
}

/** A Hub whose sockets are in an existing folder that others may read, such as that of a session. */
function hubIn(runtime: string): TestHub & { readonly sockets: string } {
  const hub = new TestHub({ XDG_RUNTIME_DIR: runtime });
  const { sockets } = hub.places;
  assert.equal(path.dirname(sockets ?? ''), runtime);
  return Object.assign(hub, { sockets: sockets ?? '' });
}

function statesOf({ places }: TestHub, timeoutMs?: number): Promise<string[]> {
  return Promise.all(pipeNames.map((name) => stateOf(places, name, timeoutMs)));
}

/** Leaves a socket behind, like a process that is killed. */
async function leaveSocket(file: string): Promise<void> {
  const program = `require('net').createServer().listen(${JSON.stringify(file)}, () => process.kill(process.pid, 'SIGKILL'))`;
  await once(spawn(process.execPath, ['-e', program]), 'exit');
  assert.ok(fs.lstatSync(file).isSocket());
}

/** Everything about a file that a program could have changed, except times. */
function factsOf(file: string): object {
  const { ino, mode, uid, gid, size } = fs.lstatSync(file);
  return { ino, mode, uid, gid, size, content: fs.lstatSync(file).isFile() ? fs.readFileSync(file, 'utf8') : null };
}

/** Starts a Hub that has to refuse to start, and resolves to the one line that says why. */
async function refusalOf(hub: TestHub): Promise<string> {
  const { status, stdout, stderr } = await hub.command(['run']);
  assert.equal(status, 1, stdout + stderr);
  assert.match(stderr, /^hub: [^\n]+\n$/);
  return stderr.trimEnd();
}

test('another user reaches none of the pipes, which are for their owner alone', { skip: skip || skipUnlessRoot }, async (t) => {
  const open = path.join(temporaryFolder(t), 'open.sock');
  const server = net.createServer().listen(open);
  t.after(() => server.close());
  await once(server, 'listening');
  fs.chmodSync(open, 0o666);
  await using inHome = new TestHub();
  await using inSession = hubIn(temporaryFolder(t));
  for (const hub of [inHome, inSession]) {
    await hub.start();
    assert.deepEqual(await statesOf(hub), allOk);
    const files = pipeNames.map(hub.places.pipe);
    assert.deepEqual(await connectAsNobody([open, ...files]), ['connected', ...pipeNames.map(() => 'EACCES')]);
    assert.equal(fs.statSync(path.dirname(files[0] ?? '')).mode & 0o777, 0o700);
    for (const file of files) assert.equal(fs.lstatSync(file).mode & 0o777, 0o600);
  }
});

test('a folder for the sockets that somebody else could have made is refused in one line, and left as it is', { skip }, async (t) => {
  const makeIt: Readonly<Record<string, (at: string, elsewhere: string) => void>> = {
    'one that all may write to': (at) => fs.mkdirSync(at),
    'a link to a folder': (at, elsewhere) => fs.symlinkSync(elsewhere, at),
    'a link to nowhere': (at, elsewhere) => fs.symlinkSync(path.join(elsewhere, 'nowhere'), at),
    'a file': (at) => fs.writeFileSync(at, 'precious'),
    ...(skipUnlessRoot ? {} : { "another user's": (at) => fs.mkdirSync(at, { mode: 0o700 }) }),
  };
  for (const [kind, make] of Object.entries(makeIt)) {
    await using hub = hubIn(temporaryFolder(t));
    const elsewhere = temporaryFolder(t);
    make(hub.sockets, elsewhere);
    if (kind === 'one that all may write to') fs.chmodSync(hub.sockets, 0o777);
    if (kind === "another user's") fs.chownSync(hub.sockets, uidOfNobody, uidOfNobody);
    const before = factsOf(hub.sockets);
    const line = await refusalOf(hub);
    assert.ok(line.includes(hub.sockets) && line.includes('remove it'), `${kind}: ${line}`);
    assert.deepEqual(factsOf(hub.sockets), before, kind);
    assert.deepEqual(fs.readdirSync(elsewhere), [], kind);
    assert.equal(fs.statSync(elsewhere).mode & 0o777, 0o755, kind);
  }
});

test('if the path of a socket would be too long, the pipes are elsewhere, equally safe, and the log says so', { skip }, async (t) => {
  const long = temporaryFolder(t, 'x'.repeat(120));
  await using hub = new TestHub({ XDG_RUNTIME_DIR: long });
  assert.equal(hub.places.sockets, hub.places.run);
  await using longHome = new TestHub({ XDG_RUNTIME_DIR: long, HUB_HOME: path.join(long, 'home') });
  const short = longHome.places.sockets ?? '';
  assert.equal(path.dirname(short), os.tmpdir());
  t.after(() => fs.rmSync(short, { recursive: true, force: true }));
  // The name can be guessed, so somebody else may have created it first.
  fs.mkdirSync(short);
  fs.chmodSync(short, 0o777);
  assert.match(await refusalOf(longHome), / can be written by other users; remove it: it is the place of Hub’s sockets/);
  fs.rmdirSync(short);
  for (const moved of [hub, longHome]) {
    await moved.start();
    assert.deepEqual(await statesOf(moved), allOk);
    assert.match(moved.logs(), /the usual path of the sockets is too long/);
    assert.equal(fs.statSync(moved.places.sockets ?? '').mode & 0o777, 0o700);
  }
  assert.equal((await longHome.command(['status'])).status, 0);
});

test('sockets that a killed Hub left are taken over at once by the next one', { skip }, async (t) => {
  await using hub = new TestHub();
  await hub.start();
  process.kill(hub.supervisorPid, 'SIGKILL');
  await until('end of the pipes', async () => (await statesOf(hub)).every((state) => state === 'absent'));
  for (const name of ['supervisor', 'single-instance'] as const) assert.ok(fs.lstatSync(hub.places.pipe(name)).isSocket(), name);
  const startedAtMs = performance.now();
  const started = hub.start();
  await until('an answer', async () => (await stateOf(hub.places, 'single-instance')) === 'ok');
  const tookMs = performance.now() - startedAtMs;
  t.diagnostic(`the single-instance pipe answers after ${Math.round(tookMs)} ms`);
  assert.ok(tookMs < 10_000, 'it waited for something');
  await started;
  assert.deepEqual(await statesOf(hub), allOk);
});

test('what stands in the place of a pipe and is no socket of ours stops the start in one line, and stays', { skip }, async (t) => {
  const makeIt: Readonly<Record<string, (at: string) => unknown>> = {
    'a file': (at) => fs.writeFileSync(at, 'precious'),
    'a folder': (at) => fs.mkdirSync(at),
    'a link to nowhere': (at) => fs.symlinkSync(`${at}.nowhere`, at),
    'a fifo': (at) => once(spawn('mkfifo', [at]), 'exit'),
    ...(skipUnlessRoot ? {} : { "another user's socket": leaveSocket }),
  };
  for (const name of ['single-instance', 'supervisor'] as const) {
    for (const [kind, make] of Object.entries(makeIt)) {
      await using hub = hubIn(temporaryFolder(t));
      fs.mkdirSync(hub.sockets, { mode: 0o700 });
      const at = hub.places.pipe(name);
      await make(at);
      if (kind === "another user's socket") fs.chownSync(at, uidOfNobody, uidOfNobody);
      const before = factsOf(at);
      const line = await refusalOf(hub);
      assert.ok(line.startsWith(`hub: ${at} is `) && line.endsWith('; remove it'), `${kind}: ${line}`);
      assert.deepEqual(factsOf(at), before, kind);
    }
  }
});

test('a file in the place of the settings pipe costs that component and no other, and stays', { skip }, async (t) => {
  await using hub = hubIn(temporaryFolder(t));
  fs.mkdirSync(hub.sockets, { mode: 0o700 });
  const at = hub.places.pipe('settings-host');
  fs.writeFileSync(at, 'precious');
  const { components } = await hub.start();
  assert.deepEqual(
    components.flatMap(({ id, state }) => (state === 'failed' ? [id] : [])),
    ['settings_host'],
  );
  assert.equal(fs.readFileSync(at, 'utf8'), 'precious');
  fs.rmSync(at);
  assert.equal((await hub.command(['restart', 'settings_host'])).status, 0);
  assert.equal(await stateOf(hub.places, 'settings-host'), 'ok');
});

test('a pipe that another program serves is left to it', { skip }, async (t) => {
  for (const name of ['single-instance', 'supervisor'] as const) {
    await using hub = hubIn(temporaryFolder(t));
    fs.mkdirSync(hub.sockets, { mode: 0o700 });
    const at = hub.places.pipe(name);
    const other = net
      .createServer((socket) =>
        socket
          .on('error', () => {})
          .resume()
          .end('{"ok":true}\n'),
      )
      .listen(at);
    t.after(() => other.close());
    await once(other, 'listening');
    const before = factsOf(at);
    assert.match(await refusalOf(hub), /is served by another process; end that one$/);
    assert.deepEqual(factsOf(at), before);
    assert.equal(await stateOf(hub.places, name), 'ok', 'the other one still answers');
    await new Promise((resolve) => other.close(resolve));
  }
});

test('sockets that somebody removed are there again within seconds, and at the end there are none', { skip }, async (t) => {
  await using hub = hubIn(temporaryFolder(t));
  const before = await hub.start();
  for (const name of pipeNames) fs.unlinkSync(hub.places.pipe(name));
  assert.deepEqual(
    await statesOf(hub),
    pipeNames.map(() => 'absent'),
  );
  await until('all three pipes', async () => (await statesOf(hub)).every((state) => state === 'ok'));
  const after = await hub.until(() => true);
  assert.deepEqual(
    after.components.map(({ id, pid }) => ({ id, pid })),
    before.components.map(({ id, pid }) => ({ id, pid })),
    'by the same processes',
  );
  assert.deepEqual(await hub.stop(), []);
  assert.deepEqual(fs.readdirSync(hub.sockets), []);
});

test('a Hub that closes late does not remove the pipes of the next one', { skip }, async (t) => {
  await using hub = hubIn(temporaryFolder(t));
  const { components } = await hub.start();
  const late = components.flatMap(({ pid }) => (pid === null ? [] : [pid]));
  t.after(() => late.forEach(tryKill));
  for (const pid of late) process.kill(pid, 'SIGSTOP');
  // Somebody cleaned up under it, its lock and its record too: only so can there be two.
  for (const name of pipeNames) fs.unlinkSync(hub.places.pipe(name));
  for (const name of ['supervisor.lock', 'processes.json']) fs.rmSync(path.join(hub.places.run, name));
  await hub.start();
  const next = hub.supervisorPid;
  const before = pipeNames.map((name) => factsOf(hub.places.pipe(name)));
  process.kill(late[0] ?? 0, 'SIGTERM'); // the supervisor
  for (const pid of late) process.kill(pid, 'SIGCONT');
  await until('end of the late one', () => !late.some(isAlive));
  assert.deepEqual(
    pipeNames.map((name) => factsOf(hub.places.pipe(name))),
    before,
  );
  assert.deepEqual(await statesOf(hub), allOk);
  assert.equal((await hub.until(() => true)).components[0]?.pid, next);
});

test('a question to a Hub that is halted ends in its time, and the next one is answered once it goes on', { skip }, async () => {
  await using hub = new TestHub();
  const { components } = await hub.start();
  const halted = [hub.supervisorPid, components.find(({ id }) => id === 'settings_host')?.pid ?? 0];
  for (const pid of halted) process.kill(pid, 'SIGSTOP');
  try {
    const startedAtMs = performance.now();
    assert.deepEqual(await statesOf(hub, 500), ['no-answer', 'no-answer', 'no-answer', 'ok']);
    const tookMs = performance.now() - startedAtMs;
    assert.ok(tookMs > 450 && tookMs < 5_000, `${tookMs} ms`);
  } finally {
    for (const pid of halted) process.kill(pid, 'SIGCONT');
  }
  assert.deepEqual(await statesOf(hub), allOk);
});

test('no command sends anything to a socket that others could have put there', { skip }, async (t) => {
  await using hub = hubIn(temporaryFolder(t));
  fs.mkdirSync(hub.sockets, { mode: 0o700 });
  let heard = '';
  for (const name of pipeNames) await squat(t, hub, name, (text) => (heard += text));
  const commands = [['status'], ['stop'], ['restart', 'clipboard'], ['action', 'save-now']];
  fs.chmodSync(hub.sockets, 0o777);
  for (const words of commands) {
    const { status, stdout } = await hub.command(words);
    assert.ok(status !== null && status > 0, `hub ${words.join(' ')} ended with ${status}: ${stdout}`);
  }
  // These come after everything that a command may have sent.
  for (const name of pipeNames) await sendAndReadLines(hub.places.pipe(name), 'asked by the test');
  assert.equal(heard, 'asked by the test'.repeat(pipeNames.length));
  fs.chmodSync(hub.sockets, 0o700);
  await hub.command(['status']);
  assert.match(heard, /"op":"status"/, 'in a folder of its own the same command does ask');
});

/** Somebody who says yes to everything. */
async function squat(t: TestContext, hub: TestHub, name: PipeName, hear: (text: string) => void): Promise<void> {
  const squatter = net.createServer((socket) => {
    socket.on('error', () => {}).on('data', (chunk) => hear(chunk.toString()));
    socket.write('{"ok":true}\n');
  });
  t.after(() => squatter.close());
  await once(squatter.listen(hub.places.pipe(name)), 'listening');
}

function tryKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // has ended
  }
}
