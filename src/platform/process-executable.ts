/** Which program a process runs. */
import { readlinkSync } from 'node:fs';

/** The executable of a process of this machine; null if it is gone or another user's. /proc is in memory, so this does not block. */
export function executableOf(pid: number | null): string | null {
  if (pid === null || process.platform !== 'linux') return null;
  try {
    return readlinkSync(`/proc/${pid}/exe`).replace(/ \(deleted\)$/, '');
  } catch {
    return null;
  }
}
