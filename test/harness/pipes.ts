/** Clients of Hub's pipes: one that changes nothing, one that sends any bytes, and one that is another user. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { type AskFailure, askLine } from '../../src/base/pipes/ask-line.ts';
import type { PipeName, Places } from '../../src/platform/locations.ts';

/** The uid of the user nobody, who owns nothing. */
export const uidOfNobody = 65_534;

const patientMs = 10_000;

/** For each pipe, a request that changes nothing and is answered with `ok`. */
export const harmlessRequests: Readonly<Record<PipeName, object>> = {
  supervisor: { op: 'status' },
  'single-instance': { message: 'restore' },
  'settings-host': { op: 'catalog' },
  'web-listener': { op: 'pairings' },
};

/** `ok` if the pipe answers correctly, otherwise how the request failed. */
export async function stateOf(places: Places, name: PipeName, timeoutMs: number = patientMs): Promise<'ok' | 'wrong' | AskFailure> {
  const asked = await askLine(places.pipe(name), harmlessRequests[name], { timeoutMs });
  if (!asked.ok) return asked.reason;
  return (asked.value as { ok?: unknown } | null)?.ok === true ? 'ok' : 'wrong';
}

/** Sends the bytes, ends its side, and resolves to the lines received until the other side ended. Never rejects. */
export async function sendAndReadLines(pipe: string, bytes: string | Uint8Array): Promise<readonly string[]> {
  const socket = net.connect(pipe);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk) => {
    text += chunk;
  });
  socket.on('error', () => {}).setTimeout(patientMs, () => socket.destroy());
  socket.end(bytes);
  await new Promise((resolve) => socket.once('close', resolve));
  return text.split('\n').slice(0, -1);
}

/** The results when a program of the user nobody connects to each of the files: `connected`, or the code of the error. Needs root. */
export async function connectAsNobody(files: readonly string[]): Promise<unknown> {
  const program = `
    const connect = (file) => new Promise((resolve) => {
      const socket = require('net').connect(file, () => resolve('connected')).on('error', (error) => resolve(error.code));
      socket.setTimeout(10_000, () => resolve('silence'));
    });
    Promise.all(${JSON.stringify(files)}.map(connect)).then((seen) => process.stdout.write(JSON.stringify(seen), () => process.exit()));`;
  const words = [`--reuid=${uidOfNobody}`, `--regid=${uidOfNobody}`, '--clear-groups', '--', process.execPath, '-e', program];
  const child = spawn('setpriv', words, { cwd: '/', stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  await once(child, 'close');
  return JSON.parse(printed);
}
