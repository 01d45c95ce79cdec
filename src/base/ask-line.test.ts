import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import net from 'node:net';
import * as os from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { askLine } from './ask-line.ts';

const patient = { timeoutMs: 10_000 };

function pipePath(t: TestContext): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hub-ask-'));
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  return path.join(folder, 'a.sock');
}

/** A server that does with each client as told, and notes what it was sent. */
async function peer(t: TestContext, file: string, behave: (socket: net.Socket) => void): Promise<{ sent: string }> {
  const heard = { sent: '' };
  const server = net.createServer((socket) => {
    socket
      .on('error', () => {})
      .on('data', (chunk) => {
        heard.sent += chunk.toString();
      });
    behave(socket);
  });
  t.after(() => server.close());
  await once(server.listen(file), 'listening');
  return heard;
}

test('a question to nobody is absent: no file, a file that is no socket, a socket of the dead, a path that can be none', async (t) => {
  const file = pipePath(t);
  const absent = { ok: false, reason: 'absent' };
  assert.deepEqual(await askLine(file, 1, patient), absent);
  fs.writeFileSync(file, '');
  assert.deepEqual(await askLine(file, 1, patient), absent);
  fs.rmSync(file);
  const program = `require('net').createServer().listen(${JSON.stringify(file)}, () => process.kill(process.pid, 'SIGKILL'))`;
  await once(spawn(process.execPath, ['-e', program]), 'exit');
  assert.ok(fs.lstatSync(file).isSocket());
  assert.deepEqual(await askLine(file, 1, patient), absent);
  assert.deepEqual(await askLine(`/${'x'.repeat(300)}`, 1, patient), absent);
  assert.deepEqual(await askLine('', 1, patient), absent);
});

test('a question to a halted peer ends in its time', async (t) => {
  const file = pipePath(t);
  const program = `require('net').createServer().listen(${JSON.stringify(file)}, () => console.log('up'))`;
  const halted = spawn(process.execPath, ['-e', program]);
  t.after(() => halted.kill('SIGKILL'));
  await once(halted.stdout, 'data');
  halted.kill('SIGSTOP');
  for (const timeoutMs of [200, 0, -1, Number.NaN]) {
    const startedAtMs = performance.now();
    assert.deepEqual(await askLine(file, 1, { timeoutMs }), { ok: false, reason: 'no-answer' });
    assert.ok(performance.now() - startedAtMs < 5_000);
  }
});

test('a time that is longer than a timer can be is a long time, and not none', async (t) => {
  const file = pipePath(t);
  await peer(t, file, (socket) => void setTimeout(() => socket.write('"late"\n'), 100));
  for (const timeoutMs of [2 ** 31, 2 ** 40, Number.POSITIVE_INFINITY])
    assert.deepEqual(await askLine(file, 1, { timeoutMs }), { ok: true, value: 'late' });
});

test('a question ends when its signal does, before or while it waits', async (t) => {
  const file = pipePath(t);
  const heard = await peer(t, file, () => {});
  assert.deepEqual(await askLine(file, 1, { ...patient, signal: AbortSignal.abort() }), { ok: false, reason: 'no-answer' });
  assert.equal(heard.sent, '');
  assert.deepEqual(await askLine(file, 1, { ...patient, signal: AbortSignal.timeout(50) }), { ok: false, reason: 'no-answer' });
});

test('no answer is one that is not JSON, not UTF-8, too long, half, or none', async (t) => {
  const behaviours: readonly ((socket: net.Socket) => void)[] = [
    (socket) => socket.write('not JSON\n'),
    (socket) => socket.write(Buffer.from([0x22, 0xff, 0x22, 0x0a])),
    (socket) => socket.write('x'.repeat(70_000)),
    (socket) => socket.destroy(),
    (socket) => socket.end('{"half":'),
  ];
  for (const behave of behaviours) {
    const file = pipePath(t);
    await peer(t, file, behave);
    assert.deepEqual(await askLine(file, 1, patient), { ok: false, reason: 'no-answer' });
  }
});

test('a question that is no JSON is not sent', async (t) => {
  const file = pipePath(t);
  const heard = await peer(t, file, (socket) => socket.write('1\n'));
  const circle: { self?: unknown } = {};
  circle.self = circle;
  for (const request of [circle, undefined, 1n, () => 1]) assert.equal((await askLine(file, request, patient)).ok, false);
  assert.equal(heard.sent, '');
});

test('nothing is sent to a socket whose folder is open to others', async (t) => {
  const file = pipePath(t);
  const heard = await peer(t, file, (socket) => socket.write('{"ok":true}\n'));
  assert.deepEqual(await askLine(file, 'secret', patient), { ok: true, value: { ok: true } });
  for (const mode of [0o777, 0o750, 0o701, 0o1777]) {
    fs.chmodSync(path.dirname(file), mode);
    heard.sent = '';
    assert.deepEqual(await askLine(file, 'secret', patient), { ok: false, reason: 'not-ours' });
    assert.equal(heard.sent, '');
  }
});

test('nothing is sent to a socket of another user, and that user can send nothing to ours', async (t) => {
  if (process.getuid?.() !== 0) return t.skip('only root can be another user');
  const file = pipePath(t);
  const heard = await peer(t, file, (socket) => socket.write('{"ok":true}\n'));
  const asking = `import { askLine } from ${JSON.stringify(path.join(import.meta.dirname, 'ask-line.ts'))};
    console.log(JSON.stringify(await askLine(${JSON.stringify(file)}, 'secret', { timeoutMs: 10_000 })));`;
  const askAsNobody = async (): Promise<unknown> => {
    const words = [
      '--reuid=65534',
      '--regid=65534',
      '--clear-groups',
      '--',
      process.execPath,
      '--input-type=module-typescript',
      '-e',
      asking,
    ];
    const child = spawn('setpriv', words, { stdio: ['ignore', 'pipe', 'inherit'] });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    await once(child, 'close');
    return JSON.parse(output);
  };
  assert.deepEqual(await askAsNobody(), { ok: false, reason: 'not-ours' }, 'a folder that nobody else may enter');
  fs.chownSync(path.dirname(file), 65_534, 65_534);
  assert.deepEqual(await askAsNobody(), { ok: false, reason: 'not-ours' }, 'a foreign socket in a folder of their own');
  assert.equal(heard.sent, '');
  fs.chownSync(file, 65_534, 65_534);
  assert.deepEqual(await askAsNobody(), { ok: true, value: { ok: true } });
});
