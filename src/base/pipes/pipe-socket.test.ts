import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { answerOrReason, pipePath, servePipe } from '../../../test/harness/line-pipes.ts';
import { makeFifo, withoutFifo } from '../../../test/harness/strange-files.ts';
import { until } from '../../../test/harness/until.ts';
import { serveLines } from './line-server.ts';
import type { PipePlace } from './pipe-socket.ts';

const serve = (t: TestContext, path: string, name: string, place: Partial<PipePlace> = {}): Promise<AsyncDisposable> =>
  servePipe(t, { path, answer: () => name, lookEveryMs: 50, ...place });

const whoAnswers = (file: string): Promise<unknown> => answerOrReason(file, 1);

test('the socket is private to its user, and nothing else is left beside it, then or at the end', async (t) => {
  const file = pipePath(t);
  const pipe = await serve(t, file, 'first');
  assert.equal(fs.lstatSync(file).mode & 0o777, 0o600);
  assert.deepEqual(fs.readdirSync(path.dirname(file)), ['a.sock']);
  await pipe[Symbol.asyncDispose]();
  assert.deepEqual(fs.readdirSync(path.dirname(file)), []);
});

test('a file, a folder, a link and a fifo are refused and left alone', { skip: withoutFifo }, async (t) => {
  const file = pipePath(t);
  const other = `${file}.other`;
  const make: readonly (() => unknown)[] = [
    () => fs.writeFileSync(file, 'precious'),
    () => fs.mkdirSync(file),
    () => fs.symlinkSync(other, file),
    () => makeFifo(file),
  ];
  for (const makeIt of make) {
    await makeIt();
    const before = fs.lstatSync(file);
    assert.deepEqual(await serveLines({ path: file, answer: () => 1 }), { ok: false, reason: 'not-a-socket', detail: file });
    assert.equal(fs.lstatSync(file).ino, before.ino);
    fs.rmSync(file, { recursive: true });
  }
});

test('a server that closes late leaves the socket of the next one', async (t) => {
  const file = pipePath(t);
  const old = await serve(t, file, 'old', { lookEveryMs: 2_000_000_000 });
  fs.unlinkSync(file);
  await serve(t, file, 'new');
  await old[Symbol.asyncDispose]();
  assert.equal(await whoAnswers(file), 'new');
});

test('a live server, or anything else, in the place of a lost socket is left alone, and reported once', async (t) => {
  const file = pipePath(t);
  const disturbed: string[] = [];
  await serve(t, file, 'first', { onDisturbed: (what) => disturbed.push(what) });
  fs.unlinkSync(file);
  const intruder = net.createServer((socket) => socket.on('error', () => {}).end('"intruder"\n')).listen(file);
  t.after(() => intruder.close());
  await until('word of it', () => disturbed.length > 0);
  // Another one checks as often: by its second check this one has checked again.
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

test('a disk that does not respond does not delay closing', { timeout: 10_000 }, async (t) => {
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
