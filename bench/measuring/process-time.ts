/** Processor time of other processes as Linux counts it. */
import { readdirSync, readFileSync } from 'node:fs';

/**
 * Time that all threads of a process have run, in milliseconds; null if it has exited. From `/proc/PID/task/TID/schedstat`, in nanoseconds: `utime`
 * and `stime` of proc_pid_stat(5) are whole ticks of 10 ms, coarser than what an idle process uses in a minute.
 */
export function tryProcessorMs(pid: number): number | null {
  try {
    return readdirSync(`/proc/${pid}/task`).reduce((sum, thread) => sum + threadMs(pid, thread), 0);
  } catch {
    return null;
  }
}

function threadMs(pid: number, thread: string): number {
  return Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'latin1').split(' ')[0]) / 1e6;
}

/** `utime` plus `stime`, in milliseconds, for a cross-check; null if it has exited. */
export function tryTicksMs(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // The second field may hold spaces; the 14th and 15th are counted from after it. A tick is 10 ms on every Linux that Node runs on.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) * 10;
  } catch {
    return null;
  }
}
