import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import net from 'node:net';
import * as os from 'node:os';
import path from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { askLine } from './ask-line.ts';
import { deferred } from './deadline.ts';
import { type LinePipeOptions, serveLines } from './line-pipe.ts';

const patientMs = 10_000;

function pipePath(t: TestContext): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hub-pipe-'));
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'a.sock');
}

async function serve(t: TestContext, options: Partial<LinePipeOptions> = {}): Promise<string> {
  const file = options.path ?? pipePath(t);
  const pipe = await serveLines({ answer: (request) => ({ ok: true, request }), ...options, path: file });
  assert.ok(pipe.ok);
  t.after(() => pipe.value[Symbol.asyncDispose]());
  return file;
}

/** The answer to one question, or null. */
async function answerOf(file: string, request: unknown): Promise<unknown> {
  const asked = await askLine(file, request, { timeoutMs: patientMs });
  return asked.ok ? asked.value : null;
}

/** Writes the pieces one by one, ends, and resolves to all that came back. */
async function converse(file: string, pieces: readonly (string | Buffer)[]): Promise<string[]> {
  const socket = net.connect(file);
  socket.on('error', () => {});
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  for (const piece of pieces) await new Promise((written) => socket.write(piece, written));
  socket.end();
  await once(socket, 'close');
  return text.split('\n').slice(0, -1);
}

describe('a line pipe', () => {
  test('answers each line once, however the lines are cut and joined', async (t) => {
    const file = await serve(t);
    const lines = ['{"n":1}\n', ' \r\n', '{"n":"é😀"}\r\n', '[]\n', 'null\n'];
    const expected = [
      '{"ok":true,"request":{"n":1}}',
      '{"ok":true,"request":{"n":"é😀"}}',
      '{"ok":true,"request":[]}',
      '{"ok":true,"request":null}',
    ];
    const bytes = Buffer.from(lines.join(''));
    assert.deepEqual(await converse(file, [bytes]), expected);
    assert.deepEqual(
      await converse(
        file,
        [...bytes].map((byte) => Buffer.of(byte)),
      ),
      expected,
    );
    const cuts = fc.uniqueArray(fc.nat(bytes.length), { maxLength: 6 }).map((at) => at.sort((a, b) => a - b));
    const check = fc.asyncProperty(cuts, async (at) => {
      const pieces = [0, ...at].map((from, piece) => bytes.subarray(from, at[piece] ?? bytes.length));
      assert.deepEqual(await converse(file, pieces), expected);
    });
    await fc.assert(check, { numRuns: 20 });
  });

  test('answers in the order of the questions, one at a time', async (t) => {
    let atWork = 0;
    const slowFirst = async (request: unknown): Promise<unknown> => {
      assert.equal(++atWork, 1);
      for (let turns = request === 1 ? 50 : 0; turns > 0; turns--) await new Promise(setImmediate);
      atWork -= 1;
      return request;
    };
    assert.deepEqual(await converse(await serve(t, { answer: slowFirst }), ['1\n2\n3\n']), ['1', '2', '3']);
  });

  test('says bad_request to what is not JSON in UTF-8, and to what has no answer', async (t) => {
    const file = await serve(t, { answer: () => undefined });
    const notUtf8 = Buffer.from([0x22, 0xff, 0x22, 0x0a]);
    const notJson = '{"ok":false,"error":"bad_request","detail":"not JSON"}';
    assert.deepEqual(await converse(file, ['{"content":"CANARY\n', notUtf8, '1\n']), [
      notJson,
      notJson,
      '{"ok":false,"error":"bad_request"}',
    ]);
  });

  test('says failed when the answer throws or can not be written as a line, and goes on', async (t) => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    const answers = new Map<unknown, () => unknown>([
      [1, () => assert.fail('CANARY')],
      [2, () => circle],
      [3, () => 'x'.repeat(200)],
      [4, () => 'fine'],
    ]);
    const file = await serve(t, { answer: (request) => answers.get(request)?.(), limits: { lineBytes: 100 } });
    const tooLong = '{"ok":false,"error":"failed","detail":"the answer is over 100 bytes"}';
    assert.deepEqual(await converse(file, ['1\n2\n3\n4\n']), [
      '{"ok":false,"error":"failed"}',
      '{"ok":false,"error":"failed"}',
      tooLong,
      '"fine"',
    ]);
  });

  test('takes a line of exactly the limit, and ends the connection at one byte more, after the answers before it', async (t) => {
    const file = await serve(t, { answer: (request) => String(request).length, limits: { lineBytes: 64 } });
    const line = (bytes: number): string => `"${'a'.repeat(bytes - 2)}"\n`;
    assert.deepEqual(await converse(file, [line(64), line(64)]), ['62', '62']);
    const refusal = '{"ok":false,"error":"bad_request","detail":"a line is at most 64 bytes"}';
    assert.deepEqual(await converse(file, [line(64) + line(65) + line(64)]), ['62', refusal]);
  });

  test('cuts off a flood without a newline, holds little of it, and serves others meanwhile', async (t) => {
    const file = await serve(t);
    const before = process.memoryUsage().rss;
    const flood = net.connect(file);
    flood.on('error', () => {});
    const chunk = Buffer.alloc(1024 * 1024, 'x');
    let sent = 0;
    const pour = (): void => {
      while (!flood.destroyed && sent < 300 && flood.write(chunk)) sent += 1;
    };
    flood.on('drain', () => {
      sent += 1;
      pour();
    });
    pour();
    assert.deepEqual(await answerOf(file, 1), { ok: true, request: 1 });
    if (!flood.closed) await new Promise((resolve) => flood.once('close', resolve));
    assert.ok(process.memoryUsage().rss - before < 64 * 1024 * 1024);
  });

  test('does not read ahead of a client that does not take its answers', async (t) => {
    let answered = 0;
    const answer = (): string => {
      answered += 1;
      return 'x'.repeat(60_000);
    };
    const file = await serve(t, { answer });
    const greedy = net.connect(file);
    greedy.on('error', () => {});
    greedy.pause();
    greedy.write('1\n'.repeat(20_000));
    assert.equal(await answerOf(file, 1).then(String), 'x'.repeat(60_000));
    assert.ok(answered < 2_000, `${answered} answers were made`);
    greedy.destroy();
  });

  test('survives clients that are killed before they read', async (t) => {
    const file = await serve(t);
    const program = `require('net').connect(${JSON.stringify(file)}).write('{"n":1}\\n'.repeat(5000), () => process.kill(process.pid, 'SIGKILL'))`;
    await Promise.all([1, 2, 3].map(() => once(spawn(process.execPath, ['-e', program]), 'exit')));
    for (let client = 0; client < 200; client++) {
      const socket = net.connect(file);
      socket.on('error', () => {});
      socket.write('1\n2\n', () => socket.destroy());
      await once(socket, 'close');
    }
    assert.deepEqual(await answerOf(file, 1), { ok: true, request: 1 });
  });

  test('gives the place of the client that was silent for longest to a new one, and cuts off all that stay silent', async (t) => {
    const file = await serve(t, { limits: { clients: 3, idleMs: 2_000 } });
    const ended: number[] = [];
    const silent: net.Socket[] = [];
    for (const number of [1, 2, 3]) {
      const socket = net.connect(file).on('error', () => {});
      socket.resume().once('close', () => ended.push(number));
      await once(socket, 'connect');
      silent.push(socket);
    }
    for (let more = 0; more < 2; more++) assert.deepEqual(await answerOf(file, 1), { ok: true, request: 1 });
    assert.equal(ended[0], 1);
    await Promise.all(silent.filter((socket) => !socket.closed).map((socket) => once(socket, 'close')));
    assert.deepEqual(ended.toSorted(), [1, 2, 3]);
  });

  test('lets nobody take the place of a client that waits for its answer', async (t) => {
    const release = deferred<string>();
    const asked = deferred<void>();
    const answer = (request: unknown): unknown => {
      if (request !== 'slow') return request;
      asked.resolve();
      return release.promise;
    };
    const file = await serve(t, { answer, limits: { clients: 1 } });
    const slow = answerOf(file, 'slow');
    await asked.promise;
    assert.equal(await answerOf(file, 1), null);
    release.resolve('late');
    assert.equal(await slow, 'late');
  });

  test('does not take waiting for a slow answer for silence', async (t) => {
    const asked = deferred<void>();
    const release = deferred<string>();
    const answer = (): Promise<string> => {
      asked.resolve();
      return release.promise;
    };
    const file = await serve(t, { answer, limits: { idleMs: 100 } });
    const slow = answerOf(file, 1);
    await asked.promise;
    // One that came later, and is silent, has had its time.
    const silent = net.connect(file).resume();
    await once(silent, 'close');
    release.resolve('late');
    assert.equal(await slow, 'late');
  });

  test('ends at once although clients are silent or an answer is under way', async (t) => {
    const file = pipePath(t);
    const asked = deferred<void>();
    const answer = (): Promise<never> => {
      asked.resolve();
      return new Promise(() => {});
    };
    const pipe = await serveLines({ path: file, answer });
    assert.ok(pipe.ok);
    const silent = net.connect(file).on('error', () => {});
    await once(silent, 'connect');
    const waiting = answerOf(file, 1);
    await asked.promise;
    await pipe.value[Symbol.asyncDispose]();
    assert.equal(await waiting, null);
    assert.equal(fs.existsSync(file), false);
  });
});
