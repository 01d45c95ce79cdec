/** Waiting for an exact moment, for programs that copy one after the other. */
import { setTimeout as pause } from 'node:timers/promises';

const cell = new Int32Array(new SharedArrayBuffer(4));

/** Node's timers have a resolution of a millisecond. The rest is slept in the kernel, which takes no processor time from the measured programs. */
export async function until(atMs: number): Promise<void> {
  const wholeMs = Math.floor(atMs - performance.now()) - 1;
  if (wholeMs > 0) await pause(wholeMs);
  const leftMs = atMs - performance.now();
  if (leftMs > 0) Atomics.wait(cell, 0, 0, leftMs);
}
