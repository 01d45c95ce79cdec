import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { describe, type TestContext, test } from 'node:test';
import { answerOrReason, pipePath, servePipe } from '../../../test/harness/line-pipes.ts';
import type { LinePipeOptions } from './line-server.ts';

const _patientMs = 10_000;

async function serve(t: TestContext, options: Partial<LinePipeOptions> = {}): Promise<string> {
  const file = options.path ?? pipePath(t);
  await servePipe(t, { answer: (request) => ({ ok: true, request }), ...options, path: file });
  return file;
}

describe('a line pipe', () => {
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
    assert.deepEqual(await answerOrReason(file, 1), { ok: true, request: 1 });
  });
});
