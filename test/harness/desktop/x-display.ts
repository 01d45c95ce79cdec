/** A private X server for a test: Xvfb, on a display number that it chooses, which ends with the test. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Readable } from 'node:stream';

export interface XDisplay extends AsyncDisposable {
  /** For example `:7`. */
  readonly name: string;
  /** The file with the key that it requires; undefined if it requires none. */
  readonly authorityFile?: string;
  /** It keeps its clients and answers nothing any more. */
  halt(): void;
  /** Ends the server at once, as a crash does. Resolves when it is gone. */
  kill(): Promise<void>;
}

/** Why Xvfb is not available, or false: a value for `skip` of `node:test`. */
export function withoutXvfb(): string | false {
  try {
    execFileSync('Xvfb', ['-help'], { stdio: 'ignore' });
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'Xvfb is not installed' : false;
  }
}

/**
 * Starts a server, on the display `again` if given. It writes its display number to a file descriptor once it accepts clients (Xserver(1),
 * `-displayfd`). `lacks` names an extension to disable; `serverKeys` is the file of the keys that it takes, anybody without one.
 */
export async function startXDisplay(again?: string, size = '1024x768', lacks?: string, serverKeys?: string): Promise<XDisplay> {
  const server = spawn(
    'Xvfb',
    [
      ...(again === undefined ? [] : [again]),
      ...['-displayfd', '3', '-screen', '0', `${size}x24`, '-nolisten', 'tcp', '-noreset'],
      ...(serverKeys === undefined ? ['-ac'] : ['-auth', serverKeys]),
      ...(lacks === undefined ? [] : ['-extension', lacks]),
    ],
    {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    },
  );
  const killWithUs = () => server.kill('SIGKILL');
  process.once('exit', killWithUs);
  const number = await displayNumber(server);
  const kill = async () => {
    process.off('exit', killWithUs);
    await end(server);
  };
  return { name: `:${number}`, kill, halt: () => void server.kill('SIGSTOP'), [Symbol.asyncDispose]: kill };
}

/** A server that requires a key, in a file of its own in this folder, as login managers write one for each session (xauth(1)). */
export async function startKeyedDisplay(folder: string): Promise<XDisplay & { readonly authorityFile: string }> {
  const cookie = randomBytes(16).toString('hex');
  const [serverKeys, authorityFile] = ['server', 'user'].map((whose) => path.join(folder, `${whose}-${cookie.slice(0, 8)}`)) as [
    string,
    string,
  ];
  const add = (file: string, display: string): void => {
    writeFileSync(file, '', { mode: 0o600 });
    execFileSync('xauth', ['-f', file, 'add', display, '.', cookie], { stdio: 'ignore' });
  };
  // The server takes every key in its file, whatever display it is for.
  add(serverKeys, ':0');
  const display = await startXDisplay(undefined, undefined, undefined, serverKeys);
  add(authorityFile, display.name);
  return { ...display, authorityFile };
}

async function displayNumber(server: ChildProcess): Promise<string> {
  const said = server.stdio[3] as Readable;
  const ended = once(server, 'exit').then(() => {
    throw new Error('Xvfb ended before it was ready');
  });
  const number = readLine(said);
  return Promise.race([number, ended]);
}

async function readLine(stream: Readable): Promise<string> {
  let text = '';
  for await (const chunk of stream) {
    text += String(chunk);
    if (text.includes('\n')) break;
  }
  return text.trim();
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}
