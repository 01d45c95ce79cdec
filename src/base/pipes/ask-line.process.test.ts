import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { pipePath, scriptedPeer } from '../../../test/harness/line-pipes.ts';
import { askLine } from './ask-line.ts';

const patient = { timeoutMs: 10_000 };

test('a question to nobody is absent: no file, a file that is not a socket, the socket of a dead process, a path that is too long', async (t) => {
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

test('a question to a halted peer ends in time', async (t) => {
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

test('nothing is sent to a socket of another user, and that user can send nothing to ours', async (t) => {
  if (process.getuid?.() !== 0) return t.skip('only root can be another user');
  const file = pipePath(t);
  const heard = await scriptedPeer(t, file, (socket) => socket.write('{"ok":true}\n'));
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
