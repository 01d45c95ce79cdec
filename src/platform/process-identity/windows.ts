/** Windows: processes are identified by the time of their creation, in units of 100 ns since 1601 (GetProcessTimes). */
import { nativeLibrary } from '../windows/native.ts';
import { isNone } from '../windows/process-user.ts';
import type { ProcessIdentity } from './interface.ts';

const queryLimitedInformation = 0x1000;
/** The exit code of a process that has not exited (STILL_ACTIVE). */
const stillActive = 259;

export function windowsProcessIdentity(): ProcessIdentity {
  return {
    startOf: (pid) => {
      if (!Number.isInteger(pid) || pid <= 0 || pid > 0xffff_ffff) return null;
      try {
        return createdAt(pid);
      } catch {
        return null;
      }
    },
  };
}

function createdAt(pid: number): string | null {
  const kernel32 = nativeLibrary('kernel32');
  const handle = kernel32.OpenProcess(queryLimitedInformation, false, pid);
  if (isNone(handle)) return null;
  try {
    const [created, unused, code] = [Buffer.alloc(8), Buffer.alloc(8), Buffer.alloc(4)];
    if (!kernel32.GetExitCodeProcess(handle, code) || code.readUInt32LE() !== stillActive) return null;
    return kernel32.GetProcessTimes(handle, created, unused, unused, unused) ? String(created.readBigUInt64LE()) : null;
  } finally {
    kernel32.CloseHandle(handle);
  }
}
