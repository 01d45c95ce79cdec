import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import type net from 'node:net';
import path from 'node:path';
import { test } from 'node:test';
import { pipePath, scriptedPeer } from '../../../test/harness/line-pipes.ts';
import { askLine } from './ask-line.ts';

const patient = { timeoutMs: 10_000 };

test('a timeout longer than a timer allows is a long one, and not zero', async (t) => {
  const file = pipePath(t);
  // A time that no timer holds becomes 1 ms, and a timer of 1 ms runs before this one, which is set later.
  await scriptedPeer(t, file, (socket) => void setTimeout(() => socket.write('"late"\n'), 100));
  for (const timeoutMs of [2 ** 31, 2 ** 40, Number.POSITIVE_INFINITY])
    assert.deepEqual(await askLine(file, 1, { timeoutMs }), { ok: true, value: 'late' });
});

test('a question ends when its signal does, before or while it waits', async (t) => {
  const file = pipePath(t);
  const waiting = new AbortController();
  const heard = await scriptedPeer(t, file, (socket) => void socket.once('data', () => waiting.abort()));
  const noAnswer = { ok: false, reason: 'no-answer' };
  assert.deepEqual(await askLine(file, 'before', { timeoutMs: Number.POSITIVE_INFINITY, signal: AbortSignal.abort() }), noAnswer);
  assert.deepEqual(await askLine(file, 'while', { timeoutMs: Number.POSITIVE_INFINITY, signal: waiting.signal }), noAnswer);
  assert.equal(heard.sent, '"while"\n');
});

test('an answer that is not JSON, not UTF-8, too long, incomplete or missing counts as none', async (t) => {
  const behaviours: readonly ((socket: net.Socket) => void)[] = [
    (socket) => socket.write('not JSON\n'),
    (socket) => socket.write(Buffer.from([0x22, 0xff, 0x22, 0x0a])),
    (socket) => socket.write('x'.repeat(70_000)),
    (socket) => socket.destroy(),
    (socket) => socket.end('{"half":'),
  ];
  for (const behave of behaviours) {
    const file = pipePath(t);
    await scriptedPeer(t, file, behave);
    assert.deepEqual(await askLine(file, 1, patient), { ok: false, reason: 'no-answer' });
  }
});

test('a question that is not JSON is not sent', async (t) => {
  const file = pipePath(t);
  const heard = await scriptedPeer(t, file, (socket) => void socket.once('data', () => socket.write('1\n')));
  const circle: { self?: unknown } = {};
  circle.self = circle;
  for (const request of [circle, undefined, 1n, () => 1]) assert.equal((await askLine(file, request, patient)).ok, false);
  assert.ok((await askLine(file, 'good', patient)).ok);
  assert.equal(heard.sent, '"good"\n');
});

test('nothing is sent to a socket whose folder is open to others', async (t) => {
  const file = pipePath(t);
  const heard = await scriptedPeer(t, file, (socket) => void socket.once('data', () => socket.write('{"ok":true}\n')));
  for (const mode of [0o777, 0o750, 0o701, 0o1777]) {
    fs.chmodSync(path.dirname(file), mode);
    assert.deepEqual(await askLine(file, 'secret', patient), { ok: false, reason: 'not-ours' });
  }
  fs.chmodSync(path.dirname(file), 0o700);
  assert.deepEqual(await askLine(file, 'asked', patient), { ok: true, value: { ok: true } });
  assert.equal(heard.sent, '"asked"\n');
});
