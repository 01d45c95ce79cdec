/**
 * Calls of a disk, one after the other, which are done at once or without being waited for: one way of doing things for a process that has to have
 * done them when it is killed, and for one that must not wait for a disk. A generator yields each call and is given what came of it.
 */
import * as fs from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { promisify } from 'node:util';

interface FileCall<Value> {
  now(): Value;
  later(): Promise<Value>;
}

export type Steps<Value> = Generator<FileCall<unknown>, Value, unknown>;

/** For a generator of steps: what came of the call, or what it throws. */
export function* ask<Value>(call: FileCall<Value>): Steps<Value> {
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

export const files = {
  open: (path: string, flags: string, mode: number): FileCall<number> => ({
    now: () => fs.openSync(path, flags, mode),
    later: () => later.open(path, flags, mode),
  }),
  close: (file: number): FileCall<void> => ({ now: () => fs.closeSync(file), later: () => later.close(file) }),
  /** How much of it was written. */
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

/** Does each step at once. Throws what the steps throw. */
export function runNow<Value>(steps: Steps<Value>): Value {
  for (let turn = steps.next(); ; ) {
    if (turn.done) return turn.value;
    const came = tryNow(turn.value);
    turn = 'error' in came ? steps.throw(came.error) : steps.next(came.value);
  }
}

/** Does each step when the disk has done the one before. Rejects with what the steps throw. */
export async function runLater<Value>(steps: Steps<Value>): Promise<Value> {
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
