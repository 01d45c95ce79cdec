/**
 * Rights of named pipes on Windows (https://learn.microsoft.com/windows/win32/ipc/named-pipe-security-and-access-rights). All instances of a
 * pipe share one security descriptor, so that any handle to it changes it for those that Node waits with.
 */
import { type Handle, native } from '../windows/native.ts';
import { currentUserSid, isNone, userSidOf } from '../windows/user.ts';
import type { PipeSecurity } from './interface.ts';

const access = { readControl: 0x0002_0000, writeDac: 0x0004_0000, readAttributes: 0x0080 } as const;
const openExisting = 3;
const revision = 1;
/** DACL_SECURITY_INFORMATION, and PROTECTED_: nothing is inherited. */
const dacl = 0x0000_0004;
const protectedDacl = 0x8000_0000;
const descriptorBytes = 4_096;

export function windowsPipeSecurity(): PipeSecurity {
  return {
    protect: (pipe) => {
      const user = currentUserSid();
      return user !== null && (withPipe(pipe, access.readControl | access.writeDac, (handle) => admitOnly(handle, user)) ?? false);
    },
    isOurs: (pipe) => {
      const user = currentUserSid();
      return user !== null && (withPipe(pipe, access.readAttributes, (handle) => serverOf(handle) === user) ?? true);
    },
  };
}

/** Null where there is no such pipe. Where there is one that may not be opened, `use` gets a handle of none, and finds nothing. */
function withPipe<Value>(pipe: string, rights: number, use: (handle: Handle) => Value): Value | null {
  const { kernel32 } = native();
  const handle = kernel32.CreateFileW(pipe, rights, 0, null, openExisting, 0, null);
  if (isNone(handle)) return kernel32.GetLastError() === fileNotFound ? null : use(null);
  try {
    return use(handle);
  } finally {
    kernel32.CloseHandle(handle);
  }
}

const fileNotFound = 2;

/** Nobody from the network (NU), this user, the system (SY). */
function admitOnly(handle: Handle, user: string): boolean {
  const { kernel32, advapi32 } = native();
  const wanted = `D:P(D;;GA;;;NU)(A;;GA;;;${user})(A;;GA;;;SY)`;
  const descriptor: Handle[] = [null];
  if (!advapi32.ConvertStringSecurityDescriptorToSecurityDescriptorW(wanted, revision, descriptor, null)) return false;
  try {
    return advapi32.SetKernelObjectSecurity(handle, dacl | protectedDacl, descriptor[0] ?? null) && admitsOnly(handle, user);
  } finally {
    kernel32.LocalFree(descriptor[0] ?? null);
  }
}

/** What the system says of it afterwards: every entry that admits somebody is this user's or the system's, and it inherits none. */
function admitsOnly(handle: Handle, user: string): boolean {
  const text = describeRights(handle);
  if (text === null || !text.startsWith('D:P')) return false;
  const entries = [...text.matchAll(/\(([^)]*)\)/g)].map(([, entry = '']) => entry.split(';'));
  const admitted = entries.filter(([kind]) => kind !== 'D').map((entry) => entry[5]);
  return admitted.length > 0 && admitted.every((who) => who === user || who === 'SY');
}

/** The DACL in the language of security descriptors (SDDL); null where it can't be read. */
function describeRights(handle: Handle): string | null {
  const { advapi32 } = native();
  const descriptor = Buffer.alloc(descriptorBytes);
  if (!advapi32.GetKernelObjectSecurity(handle, dacl, descriptor, descriptor.length, Buffer.alloc(4))) return null;
  const text: (string | null)[] = [null];
  const told = advapi32.ConvertSecurityDescriptorToStringSecurityDescriptorW(descriptor, revision, dacl, text, null);
  return told ? (text[0] ?? null) : null;
}

function serverOf(handle: Handle): string | null {
  const pid = Buffer.alloc(4);
  return native().kernel32.GetNamedPipeServerProcessId(handle, pid) ? userSidOf(pid.readUInt32LE()) : null;
}
