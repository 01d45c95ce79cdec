/**
 * macOS, untested on a real one: `id -F` (id(1)) prints the full name, `dscl . -read` (dscl(1)) the record of the user in the local directory, whose
 * `JPEGPhoto` is the picture in hexadecimal. Only users of a directory have `EMailAddress`.
 */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { SystemProfile } from './interface.ts';
import { orNullAfter } from './or-null-after.ts';
import { pictureOf } from './picture-file.ts';

/** Runs a program and returns its output. Rejects if it is missing, fails, or the signal ends it. */
export type RunProgram = (program: string, words: readonly string[], signal: AbortSignal) => Promise<string>;

/** A picture of 1 MiB, with two digits per byte and its blanks. */
const mostPrintedBytes = 3 * 1024 * 1024;

const run: RunProgram = async (program, words, signal) =>
  (await promisify(execFile)(program, words, { signal, killSignal: 'SIGKILL', maxBuffer: mostPrintedBytes, encoding: 'utf8' })).stdout;

export async function macosProfile(userName: string, timeoutMs: number, ask: RunProgram = run): Promise<SystemProfile> {
  const record = (key: string): Promise<string | null> =>
    orNullAfter(timeoutMs, async (signal) =>
      recordValue(await ask('/usr/bin/dscl', ['.', '-read', `/Users/${userName}`, key], signal), key),
    );
  const [fullName, email, photo] = await Promise.all([
    orNullAfter(timeoutMs, (signal) => ask('/usr/bin/id', ['-F'], signal)),
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

/** The value of `KEY: value`, or of `KEY:` and the lines after it; empty if the record has none. */
export function recordValue(printed: string, key: string): string {
  return printed.startsWith(`${key}:`) ? printed.slice(key.length + 1).trim() : '';
}
