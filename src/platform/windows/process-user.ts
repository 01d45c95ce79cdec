/** The user of a Windows process, by security identifier. */
import { type Handle, nativeLibrary } from './native.ts';
import { sidText } from './sid-text.ts';

/** TOKEN_QUERY, PROCESS_QUERY_LIMITED_INFORMATION; TokenUser of TOKEN_INFORMATION_CLASS. */
const tokenQuery = 0x0008;
const queryLimitedInformation = 0x1000;
const tokenUser = 1;
/** SECURITY_MAX_SID_SIZE; TOKEN_USER with such a SID is shorter than the second one. */
const [longestSidBytes, tokenUserBytes] = [68, 256];

/** The SID of this process's user, as `S-1-5-21-…`. Null if Windows does not return it. */
export function currentUserSid(): string | null {
  return sidOf(nativeLibrary('kernel32').GetCurrentProcess());
}

/** The SID of the user of the process with that pid. Null if there is none, or it can't be queried. */
export function userSidOf(pid: number): string | null {
  const kernel32 = nativeLibrary('kernel32');
  const process = kernel32.OpenProcess(queryLimitedInformation, false, pid);
  if (isNone(process)) return null;
  try {
    return sidOf(process);
  } finally {
    kernel32.CloseHandle(process);
  }
}

/** Whether a call returned no handle: NULL, or INVALID_HANDLE_VALUE. */
export function isNone(handle: Handle): boolean {
  return handle === null || BigInt(handle) === 0n || BigInt.asIntN(64, BigInt(handle)) === -1n;
}

function sidOf(process: Handle): string | null {
  const [kernel32, advapi32] = [nativeLibrary('kernel32'), nativeLibrary('advapi32')];
  const token: Handle[] = [null];
  if (!advapi32.OpenProcessToken(process, tokenQuery, token)) return null;
  try {
    const user = Buffer.alloc(tokenUserBytes);
    if (!advapi32.GetTokenInformation(token[0] ?? null, tokenUser, user, user.length, Buffer.alloc(4))) return null;
    // TOKEN_USER begins with the pointer to its SID, which follows it in the same buffer.
    const sid = Buffer.alloc(longestSidBytes);
    kernel32.RtlMoveMemory(sid, user.readBigUInt64LE(), sid.length);
    return sidText(sid);
  } finally {
    kernel32.CloseHandle(token[0] ?? null);
  }
}
