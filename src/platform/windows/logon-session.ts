/** The logon of this process's user: each has its own clipboard. */
import { type Handle, nativeLibrary } from './native.ts';

/** TOKEN_QUERY; TokenStatistics of TOKEN_INFORMATION_CLASS; the AuthenticationId of TOKEN_STATISTICS, behind the TokenId. */
const tokenQuery = 0x0008;
const tokenStatistics = 10;
const statisticsBytes = 56;
const logonAt = 8;
/** SystemTimeOfDayInformation of NtQuerySystemInformation, which begins with the time of the start. */
const timeOfDay = 3;
const timeOfDayBytes = 48;

/**
 * Another one after each logon, and the same for all of its processes: the number of the logon, which begins again when the computer starts, and the time
 * of that start. Null if Windows does not tell.
 */
export function logonSession(): string | null {
  const [kernel32, advapi32] = [nativeLibrary('kernel32'), nativeLibrary('advapi32')];
  const token: Handle[] = [null];
  if (!advapi32.OpenProcessToken(kernel32.GetCurrentProcess(), tokenQuery, token)) return null;
  try {
    const statistics = Buffer.alloc(statisticsBytes);
    if (!advapi32.GetTokenInformation(token[0] ?? null, tokenStatistics, statistics, statistics.length, Buffer.alloc(4))) return null;
    const times = Buffer.alloc(timeOfDayBytes);
    if (nativeLibrary('ntdll').NtQuerySystemInformation(timeOfDay, times, times.length, null) !== 0) return null;
    return `${statistics.readBigUInt64LE(logonAt).toString(16)}-${times.readBigUInt64LE(0).toString(16)}`;
  } finally {
    kernel32.CloseHandle(token[0] ?? null);
  }
}
