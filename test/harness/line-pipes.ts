/** Pipes of a test: a place for one, a server that answers lines, and a server that does anything else. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { askLine } from '../../src/base/pipes/ask-line.ts';
import { type LinePipeOptions, serveLines } from '../../src/base/pipes/line-server.ts';
import { temporaryHome } from './temporary-home.ts';

const patientMs = 10_000;

/** A place for a pipe, alone in its folder. */
export function pipePath(t: TestContext): string {
  return path.join(temporaryHome(t), 'a.sock');
}

/** Serves lines there until it is disposed of or the test ends. */
export async function servePipe(t: TestContext, options: LinePipeOptions): Promise<AsyncDisposable> {
  const pipe = await serveLines(options);
  assert.ok(pipe.ok);
  t.after(() => pipe.value[Symbol.asyncDispose]());
  return pipe.value;
}

/** The answer to one question, or why there is none. */
export async function answerOrReason(file: string, request: unknown): Promise<unknown> {
  const asked = await askLine(file, request, { timeoutMs: patientMs });
  return asked.ok ? asked.value : asked.reason;
}

/** A server with a given behaviour, which records what it receives. */
export async function scriptedPeer(t: TestContext, file: string, behave: (socket: net.Socket) => void): Promise<{ sent: string }> {
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
