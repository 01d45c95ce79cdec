/** Whether more programs want to run than the machine can let run at once. */
import { readFileSync } from 'node:fs';
import os from 'node:os';

/** Of those that want to run, per core. With more, each waits longer than it runs. */
const busyPerCore = 2;

/**
 * By how many threads can run at this moment, which Linux tells (proc_loadavg(5)), and by the average of the last minute, which other systems tell as
 * well, and Windows does not. `loads` replaces the content of `/proc/loadavg`.
 */
export function isMachineBusy(loads: string = readLoads(), cores: number = os.availableParallelism()): boolean {
  const [average = 0, , , runnable = 0] = loads.split(' ').map(Number.parseFloat);
  return Math.max(average, runnable - 1) > busyPerCore * cores; // one of them is this one
}

function readLoads(): string {
  try {
    return readFileSync('/proc/loadavg', 'latin1');
  } catch {
    return os.loadavg().join(' ');
  }
}
