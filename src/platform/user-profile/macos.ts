/**
 * macOS, untried on a real one: `id -F` (id(1)) prints the full name, `dscl . -read` (dscl(1)) the record of the user in the local directory,
 * whose `JPEGPhoto` is the picture in hexadecimal. `EMailAddress` is there for users of a directory alone.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Claims } from './interface.ts';
import { pictureOf } from './picture-file.ts';
import { soon } from './soon.ts';

/** Runs a program and gives what it printed. Rejects when there is none, it fails, or the signal ends it. */
export type Run = (program: string, words: readonly string[], signal: AbortSignal) => Promise<string>;

/** A picture of 1 MiB, two digits a byte and its blanks. */
const mostPrintedBytes = 3 * 1024 * 1024;

const run: Run = async (program, words, signal) =>
  (await promisify(execFile)(program, words, { signal, killSignal: 'SIGKILL', maxBuffer: mostPrintedBytes, encoding: 'utf8' })).stdout;

export async function macosProfile(userName: string, timeoutMs: number, ask: Run = run): Promise<Claims> {
  const record = (key: string): Promise<string | null> =>
    soon(timeoutMs, async (signal) => recordValue(await ask('/usr/bin/dscl', ['.', '-read', `/Users/${userName}`, key], signal), key));
  const [fullName, email, photo] = await Promise.all([
    soon(timeoutMs, (signal) => ask('/usr/bin/id', ['-F'], signal)),
    record('EMailAddress'),
    record('JPEGPhoto'),
  ]);
  return {
    displayName: fullName?.trim() ?? '',
    accountName: userName,
    emailOrUpn: email?.split(/\s/)[0] ?? '',
    picture: pictureOf(Buffer.from((photo ?? '').replaceAll(/\s/g, ''), 'hex')),
  };
}

/** The value of `KEY: value`, or of `KEY:` and the lines after it; empty where the record has none. */
export function recordValue(printed: string, key: string): string {
  return printed.startsWith(`${key}:`) ? printed.slice(key.length + 1).trim() : '';
}
