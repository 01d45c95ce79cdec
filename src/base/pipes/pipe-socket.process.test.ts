import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { answerOrReason, pipePath, servePipe } from '../../../test/harness/line-pipes.ts';
import { until } from '../../../test/harness/until.ts';
import { serveLines } from './line-server.ts';
import type { PipePlace } from './pipe-socket.ts';

const serve = (t: TestContext, path: string, name: string, place: Partial<PipePlace> = {}): Promise<AsyncDisposable> =>
  servePipe(t, { path, answer: () => name, lookEveryMs: 50, ...place });

const whoAnswers = (file: string): Promise<unknown> => answerOrReason(file, 1);

/** Leaves a socket behind, like a process that is killed. */
async function leaveSocket(file: string): Promise<void> {
  const program = `require('net').createServer().listen(${JSON.stringify(file)}, () => process.kill(process.pid, 'SIGKILL'))`;
  await once(spawn(process.execPath, ['-e', program]), 'exit');
  assert.ok(fs.lstatSync(file).isSocket());
}

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

test("another user's socket is refused and left alone", async (t) => {
  if (process.getuid?.() !== 0) return t.skip('only root can give a socket away');
  const file = pipePath(t);
  await leaveSocket(file);
  fs.chownSync(file, 65_534, 65_534);
  assert.deepEqual(await serveLines({ path: file, answer: () => 1 }), { ok: false, reason: 'not-ours', detail: file });
  assert.ok(fs.existsSync(file));
});

test('a socket that was removed, or replaced by a dead one, is created again', async (t) => {
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

test('the place is taken back from a server that had taken it and was then killed', async (t) => {
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

test('unfinished names of a killed process are removed, and fresh ones are not', async (t) => {
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
