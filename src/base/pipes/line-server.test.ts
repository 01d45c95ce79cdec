import assert from 'node:assert/strict';
import { once } from 'node:events';
import * as fs from 'node:fs';
import net from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { answerOrReason, pipePath, servePipe } from '../../../test/harness/line-pipes.ts';
import { type LinePipeOptions, serveLines } from './line-server.ts';

const _patientMs = 10_000;

async function serve(t: TestContext, options: Partial<LinePipeOptions> = {}): Promise<string> {
  const file = options.path ?? pipePath(t);
  await servePipe(t, { answer: (request) => ({ ok: true, request }), ...options, path: file });
  return file;
}

/** Writes the pieces one by one, ends, and resolves to everything received. */
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

  test('answers questions in order, one at a time', async (t) => {
    let atWork = 0;
    const slowFirst = async (request: unknown): Promise<unknown> => {
      assert.equal(++atWork, 1);
      for (let turns = request === 1 ? 50 : 0; turns > 0; turns--) await new Promise(setImmediate);
      atWork -= 1;
      return request;
    };
    assert.deepEqual(await converse(await serve(t, { answer: slowFirst }), ['1\n2\n3\n']), ['1', '2', '3']);
  });

  test('answers bad_request to anything that is not JSON in UTF-8, and to unknown requests', async (t) => {
    const file = await serve(t, { answer: () => undefined });
    const notUtf8 = Buffer.from([0x22, 0xff, 0x22, 0x0a]);
    const notJson = '{"ok":false,"error":"bad_request","detail":"not JSON"}';
    assert.deepEqual(await converse(file, ['{"content":"CANARY\n', notUtf8, '1\n']), [
      notJson,
      notJson,
      '{"ok":false,"error":"bad_request"}',
    ]);
  });

  test('answers failed when the handler throws or its answer can not be serialized, and continues', async (t) => {
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

  test('disconnects a flood without a newline, buffers little of it, and serves others meanwhile', async (t) => {
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
    assert.deepEqual(await answerOrReason(file, 1), { ok: true, request: 1 });
    if (!flood.closed) await new Promise((resolve) => flood.once('close', resolve));
    assert.ok(process.memoryUsage().rss - before < 64 * 1024 * 1024);
  });

  test('does not read ahead from a client that does not read its answers', async (t) => {
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
    assert.equal(await answerOrReason(file, 1).then(String), 'x'.repeat(60_000));
    assert.ok(answered < 2_000, `${answered} answers were made`);
    greedy.destroy();
  });

  test('gives the place of the client that was silent longest to a new one, and disconnects all that stay silent', async (t) => {
    const file = await serve(t, { limits: { clients: 3, idleMs: 2_000 } });
    const ended: number[] = [];
    const silent: net.Socket[] = [];
    for (const number of [1, 2, 3]) {
      const socket = net.connect(file).on('error', () => {});
      socket.resume().once('close', () => ended.push(number));
      await once(socket, 'connect');
      silent.push(socket);
    }
    for (let more = 0; more < 2; more++) assert.deepEqual(await answerOrReason(file, 1), { ok: true, request: 1 });
    assert.equal(ended[0], 1);
    await Promise.all(silent.filter((socket) => !socket.closed).map((socket) => once(socket, 'close')));
    assert.deepEqual(ended.toSorted(), [1, 2, 3]);
  });

  test('gives away no place of a client that waits for its answer', async (t) => {
    const release = Promise.withResolvers<string>();
    const asked = Promise.withResolvers<void>();
    const answer = (request: unknown): unknown => {
      if (request !== 'slow') return request;
      asked.resolve();
      return release.promise;
    };
    const file = await serve(t, { answer, limits: { clients: 1 } });
    const slow = answerOrReason(file, 'slow');
    await asked.promise;
    assert.equal(await answerOrReason(file, 1), 'no-answer');
    release.resolve('late');
    assert.equal(await slow, 'late');
  });

  test('does not mistake waiting for a slow answer for silence', async (t) => {
    const asked = Promise.withResolvers<void>();
    const release = Promise.withResolvers<string>();
    const answer = (): Promise<string> => {
      asked.resolve();
      return release.promise;
    };
    const file = await serve(t, { answer, limits: { idleMs: 1_000 } });
    const slow = answerOrReason(file, 1);
    await asked.promise;
    // A client that came later, and is silent, has used up its time.
    const silent = net.connect(file).resume();
    await once(silent, 'close');
    release.resolve('late');
    assert.equal(await slow, 'late');
  });

  test('ends at once even if clients are silent or an answer is being sent', async (t) => {
    const file = pipePath(t);
    const asked = Promise.withResolvers<void>();
    const answer = (): Promise<never> => {
      asked.resolve();
      return new Promise(() => {});
    };
    const pipe = await serveLines({ path: file, answer });
    assert.ok(pipe.ok);
    const silent = net.connect(file).on('error', () => {});
    await once(silent, 'connect');
    const waiting = answerOrReason(file, 1);
    await asked.promise;
    await pipe.value[Symbol.asyncDispose]();
    assert.equal(await waiting, 'no-answer');
    assert.equal(fs.existsSync(file), false);
  });
});
