/**
 * A thread that appends lines to files for a thread that must not wait for a disk for long (`src/base/rotated-files/urgent-lines.ts`). It only writes: what is
 * more, such as rotating, is up to the other one.
 */
import { closeSync, fstatSync, openSync, writeSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
import { type UrgentLine, urgentPlaces } from './urgent-lines.ts';

const state = workerData as Int32Array;

parentPort?.on('message', ({ ticket, path, bytes, fullBytes }: UrgentLine) => {
  Atomics.store(state, urgentPlaces.taken, ticket);
  Atomics.notify(state, urgentPlaces.taken);
  const isWritten = tryAppend(path, bytes, fullBytes);
  Atomics.store(state, urgentPlaces.failed, isWritten ? 0 : ticket);
  Atomics.store(state, urgentPlaces.done, ticket);
  Atomics.notify(state, urgentPlaces.done);
  parentPort?.postMessage({ ticket, isWritten });
});

function tryAppend(path: string, bytes: Uint8Array, fullBytes: number): boolean {
  try {
    const file = openSync(path, 'a', 0o600);
    try {
      return fstatSync(file).size <= fullBytes && writeSync(file, bytes) === bytes.length;
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}
