/** Memory of other processes as Linux counts it (proc(5)). Unknown for a process that has exited, or on another system. */
import { readFileSync, writeFileSync } from 'node:fs';

export const mebibyte: number = 1024 * 1024;

export interface Memory {
  /** Its own pages, and its share of the shared ones (PSS). In a sum over all processes, each page counts once. */
  readonly proportionalBytes: number;
  /** The memory that would become free if it ended (USS). */
  readonly privateBytes: number;
  readonly residentBytes: number;
}

export function tryMemory(pid: number): Memory | null {
  const text = tryRead(`/proc/${pid}/smaps_rollup`);
  if (text === null) return null;
  const bytes = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(text)?.[1] ?? Number.NaN) * 1_024;
  return {
    proportionalBytes: bytes('Pss'),
    privateBytes: bytes('Private_Clean') + bytes('Private_Dirty'),
    residentBytes: bytes('Rss'),
  };
}

/** The peak of resident memory, since the start or since `forgetPeak`. */
export function tryPeakBytes(pid: number): number | null {
  const peak = /^VmHWM:\s+(\d+) kB/m.exec(tryRead(`/proc/${pid}/status`) ?? '')?.[1];
  return peak === undefined ? null : Number(peak) * 1_024;
}

/** Resets the peak to the current value. */
export function forgetPeak(pid: number): void {
  try {
    writeFileSync(`/proc/${pid}/clear_refs`, '5');
  } catch {
    // then the peak is the one since the start
  }
}

function tryRead(file: string): string | null {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return null;
  }
}
