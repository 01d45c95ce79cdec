import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import * as os from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { until } from '../../test/harness/until.ts';
import { askLine } from './ask-line.ts';
import { serveLines } from './line-pipe.ts';
import type { PipePlace } from './pipe-place.ts';

function pipePath(t: TestContext): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hub-place-'));
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'a.sock');
}

async function serve(t: TestContext, path: string, name: string, place: Partial<PipePlace> = {}): Promise<AsyncDisposable> {
  const pipe = await serveLines({ path, answer: () => name, lookEveryMs: 50, ...place });
  assert.ok(pipe.ok);
  t.after(() => pipe.value[Symbol.asyncDispose]());
  return pipe.value;
}

async function whoAnswers(file: string): Promise<unknown> {
  const asked = await askLine(file, 1, { timeoutMs: 10_000 });
  return asked.ok ? asked.value : asked.reason;
}

/** Leaves a socket as a process does that is killed. */
async function leaveSocket(file: string): Promise<void> {
  const program = `require('net').createServer().listen(${JSON.stringify(file)}, () => process.kill(process.pid, 'SIGKILL'))`;
  await once(spawn(process.execPath, ['-e', program]), 'exit');
  assert.ok(fs.lstatSync(file).isSocket());
}

test('the socket is for its user alone, and nothing else is left beside it, then or at the end', async (t) => {
  const file = pipePath(t);
  const pipe = await serve(t, file, 'first');
  assert.equal(fs.lstatSync(file).mode & 0o777, 0o600);
  assert.deepEqual(fs.readdirSync(path.dirname(file)), ['a.sock']);
  await pipe[Symbol.asyncDispose]();
  assert.deepEqual(fs.readdirSync(path.dirname(file)), []);
});

test('a socket that a killed process left is taken over', async (t) => {
  const file = pipePath(t);
  await leaveSocket(file);
  await serve(t, file, 'next');
  assert.equal(await whoAnswers(file), 'next');
});

test('a live pipe is never taken, not even from a server that is halted', async (t) => {
  const file = pipePath(t);
  await serve(t, file, 'first');
  assert.deepEqual(await serveLines({ path: file, answer: () => 'second' }), { ok: false, reason: 'in-use', detail: file });
  assert.equal(await whoAnswers(file), 'first');
  const other = pipePath(t);
  const program = `require('net').createServer().listen(${JSON.stringify(other)}, () => console.log('up'))`;
  const halted = spawn(process.execPath, ['-e', program]);
  t.after(() => halted.kill('SIGKILL'));
  await once(halted.stdout, 'data');
  halted.kill('SIGSTOP');
  assert.deepEqual(await serveLines({ path: other, answer: () => 1 }), { ok: false, reason: 'in-use', detail: other });
});

test('a file, a folder, a link and a fifo are refused and left alone', async (t) => {
  const file = pipePath(t);
  const other = `${file}.other`;
  const make: readonly (() => unknown)[] = [
    () => fs.writeFileSync(file, 'precious'),
    () => fs.mkdirSync(file),
    () => fs.symlinkSync(other, file),
    () => once(spawn('mkfifo', [file]), 'exit'),
  ];
  for (const makeIt of make) {
    await makeIt();
    const before = fs.lstatSync(file);
    assert.deepEqual(await serveLines({ path: file, answer: () => 1 }), { ok: false, reason: 'not-a-socket', detail: file });
    assert.equal(fs.lstatSync(file).ino, before.ino);
    fs.rmSync(file, { recursive: true });
  }
});

test("another user's socket is refused and left alone", async (t) => {
  if (process.getuid?.() !== 0) return t.skip('only root can give a socket away');
  const file = pipePath(t);
  await leaveSocket(file);
  fs.chownSync(file, 65_534, 65_534);
  assert.deepEqual(await serveLines({ path: file, answer: () => 1 }), { ok: false, reason: 'not-ours', detail: file });
  assert.ok(fs.existsSync(file));
});

test('a server that closes late leaves the socket of the next one', async (t) => {
  const file = pipePath(t);
  const old = await serve(t, file, 'old', { lookEveryMs: 2_000_000_000 });
  fs.unlinkSync(file);
  await serve(t, file, 'new');
  await old[Symbol.asyncDispose]();
  assert.equal(await whoAnswers(file), 'new');
});

test('a socket that somebody removed, or replaced by a dead one, is there again', async (t) => {
  const file = pipePath(t);
  const disturbed: string[] = [];
  await serve(t, file, 'first', { onDisturbed: (what) => disturbed.push(what) });
  const waiting = net.connect(file).on('error', () => {});
  await once(waiting, 'connect');
  fs.unlinkSync(file);
  await until('the socket again', async () => (await whoAnswers(file)) === 'first');
  waiting.write('1\n');
  assert.equal(String((await once(waiting, 'data'))[0]), '"first"\n', 'who was connected still is');
  waiting.destroy();
  fs.unlinkSync(file);
  await leaveSocket(file);
  await until('the socket again', async () => (await whoAnswers(file)) === 'first');
  assert.ok(disturbed.includes('bound-again'));
});

test('a live server, or something else, in the place of a lost socket is left alone, and told once', async (t) => {
  const file = pipePath(t);
  const disturbed: string[] = [];
  await serve(t, file, 'first', { onDisturbed: (what) => disturbed.push(what) });
  fs.unlinkSync(file);
  const intruder = net.createServer((socket) => socket.on('error', () => {}).end('"intruder"\n')).listen(file);
  t.after(() => intruder.close());
  await until('word of it', () => disturbed.length > 0);
  // Another one looks as often: by its second look this one has looked again.
  const besides = pipePath(t);
  const looks: string[] = [];
  await serve(t, besides, 'beside', { onDisturbed: (what) => looks.push(what) });
  for (const look of [1, 2]) {
    fs.unlinkSync(besides);
    await until('look', () => looks.length === look);
  }
  assert.deepEqual(disturbed, ['taken']);
  assert.equal(await whoAnswers(file), 'intruder');
});

test('the place of a server that had taken it, and was then killed, is taken back', async (t) => {
  const file = pipePath(t);
  const disturbed: string[] = [];
  await serve(t, file, 'first', { onDisturbed: (what) => disturbed.push(what) });
  fs.unlinkSync(file);
  const intruder = spawn(process.execPath, [
    '-e',
    `require('net').createServer().listen(${JSON.stringify(`${file}.new`)}, () => console.log('up'))`,
  ]);
  await once(intruder.stdout, 'data');
  fs.renameSync(`${file}.new`, file);
  await until('word of it', () => disturbed.includes('taken'));
  intruder.kill('SIGKILL');
  await once(intruder, 'exit');
  await until('the socket again', async () => (await whoAnswers(file)) === 'first');
  assert.equal(disturbed.at(-1), 'bound-again');
});

test('names that a killed process had not finished are cleared away, and fresh ones are not', async (t) => {
  const file = pipePath(t);
  const [old, fresh] = ['.0123abcd.sock', '.89abcdef.sock'].map((name) => path.join(path.dirname(file), name));
  assert.ok(old !== undefined && fresh !== undefined);
  await leaveSocket(old);
  await leaveSocket(fresh);
  const longAgo = new Date(Date.now() - 3_600_000);
  fs.utimesSync(old, longAgo, longAgo);
  await serve(t, file, 'first');
  assert.deepEqual(fs.readdirSync(path.dirname(file)).toSorted(), ['.89abcdef.sock', 'a.sock']);
});

test('a disk that does not answer holds up no end', { timeout: 10_000 }, async (t) => {
  const file = pipePath(t);
  const pipe = await serve(t, file, 'first', { lookEveryMs: 5 });
  let looks = 0;
  const lstat = t.mock.method(promises, 'lstat', () => {
    looks += 1;
    return new Promise(() => {});
  });
  syncBuiltinESMExports();
  t.after(() => {
    lstat.mock.restore();
    syncBuiltinESMExports();
  });
  await until('a look', () => looks > 0);
  await pipe[Symbol.asyncDispose]();
});
