/**
 * A sequence of disk calls, run synchronously or asynchronously: the same code for a process that must have done them when it is killed, and for one
 * that must not wait for a disk. A generator yields each call and receives its result.
 */
import * as fs from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { promisify } from 'node:util';

interface FileCall<Value> {
  now(): Value;
  later(): Promise<Value>;
}

export type FileSteps<Value> = Generator<FileCall<unknown>, Value, unknown>;

/** For a generator of steps: the result of the call, or its exception. */
export function* resultOf<Value>(call: FileCall<Value>): FileSteps<Value> {
  return (yield call) as Value;
}

const bigint = { bigint: true } as const;
const later = {
  open: promisify(fs.open),
  close: promisify(fs.close),
  write: promisify(fs.write),
  rename: promisify(fs.rename),
  statusOf: (file: number): Promise<fs.BigIntStats> =>
    new Promise((resolve, reject) => fs.fstat(file, bigint, (error, status) => (error === null ? resolve(status) : reject(error)))),
} as const;

export const fileCalls = {
  open: (path: string, flags: string, mode: number): FileCall<number> => ({
    now: () => fs.openSync(path, flags, mode),
    later: () => later.open(path, flags, mode),
  }),
  close: (file: number): FileCall<void> => ({ now: () => fs.closeSync(file), later: () => later.close(file) }),
  /** How many bytes were written. */
  write: (file: number, bytes: Uint8Array): FileCall<number> => ({
    now: () => fs.writeSync(file, bytes),
    later: async () => (await later.write(file, bytes, 0, bytes.length, null)).bytesWritten,
  }),
  rename: (from: string, to: string): FileCall<void> => ({ now: () => fs.renameSync(from, to), later: () => later.rename(from, to) }),
  remove: (path: string): FileCall<void> => ({
    now: () => fs.rmSync(path, { force: true }),
    later: () => rm(path, { force: true }),
  }),
  statusAt: (path: string): FileCall<fs.BigIntStats> => ({
    now: () => fs.statSync(path, bigint),
    later: () => stat(path, bigint),
  }),
  statusOf: (file: number): FileCall<fs.BigIntStats> => ({
    now: () => fs.fstatSync(file, bigint),
    later: () => later.statusOf(file),
  }),
} as const;

/** Runs each step synchronously. Throws what the steps throw. */
export function runNow<Value>(steps: FileSteps<Value>): Value {
  for (let turn = steps.next(); ; ) {
    if (turn.done) return turn.value;
    const came = tryNow(turn.value);
    turn = 'error' in came ? steps.throw(came.error) : steps.next(came.value);
  }
}

/** Runs each step when the one before is done. Rejects with what the steps throw. */
export async function runLater<Value>(steps: FileSteps<Value>): Promise<Value> {
  for (let turn = steps.next(); ; ) {
    if (turn.done) return turn.value;
    const came = await turn.value.later().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    );
    turn = 'error' in came ? steps.throw(came.error) : steps.next(came.value);
  }
}

function tryNow(call: FileCall<unknown>): { readonly value: unknown } | { readonly error: unknown } {
  try {
    return { value: call.now() };
  } catch (error) {
    return { error };
  }
}
