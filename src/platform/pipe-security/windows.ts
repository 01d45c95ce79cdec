/**
 * Rights of named pipes on Windows (https://learn.microsoft.com/windows/win32/ipc/named-pipe-security-and-access-rights). All instances of a pipe
 * share one security descriptor, so any handle changes it for those that Node waits with. Opening a pipe takes one of the few instances that its
 * server has ready, for whatever purpose, and Node makes another one ready when it sees ours close.
 */
import { type AccessEntry, readAccessList } from '../windows/access-list.ts';
import { type Handle, nativeLibrary } from '../windows/native.ts';
import { currentUserSid, isNone, userSidOf } from '../windows/process-user.ts';
import type { PipeSecurity } from './interface.ts';

const access = { readControl: 0x0002_0000, writeDac: 0x0004_0000, readAttributes: 0x0080 } as const;
const openExisting = 3;
/** SECURITY_SQOS_PRESENT | SECURITY_IDENTIFICATION: the server learns who we are, and can't act as us. */
const identificationOnly = 0x0011_0000;
const fileNotFound = 2;
const pipeBusy = 231;
/** While others are connecting. A halted server makes no instance ready, and nobody should wait long for that. */
const waits = { times: 4, eachMs: 50 } as const;
const revision = 1;
/** DACL_SECURITY_INFORMATION, and PROTECTED_: nothing is inherited. */
const dacl = 0x0000_0004;
const protectedDacl = 0x8000_0000;
const descriptorBytes = 4_096;
/** Everyone who comes over the network. */
const network = 'S-1-5-2';

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

/** Null if there is no such pipe. If it exists and can't be opened, `use` gets an invalid handle, and finds nothing. */
function withPipe<Value>(pipe: string, rights: number, use: (handle: Handle) => Value): Value | null {
  const kernel32 = nativeLibrary('kernel32');
  for (let waited = 0; ; waited += 1) {
    const handle = kernel32.CreateFileW(pipe, rights, 0, null, openExisting, identificationOnly, null);
    if (!isNone(handle)) {
      try {
        return use(handle);
      } finally {
        kernel32.CloseHandle(handle);
      }
    }
    const error = kernel32.GetLastError();
    if (error === fileNotFound) return null;
    if (error !== pipeBusy || waited === waits.times) return use(null);
    kernel32.WaitNamedPipeW(pipe, waits.eachMs);
  }
}

/** Nobody from the network, and this user. Not the system: it has access anyway, and none of it needs Hub. */
function admitOnly(handle: Handle, user: string): boolean {
  const [kernel32, advapi32] = [nativeLibrary('kernel32'), nativeLibrary('advapi32')];
  const wanted = `D:P(D;;GA;;;${network})(A;;GA;;;${user})`;
  const descriptor: Handle[] = [null];
  if (!advapi32.ConvertStringSecurityDescriptorToSecurityDescriptorW(wanted, revision, descriptor, null)) return false;
  try {
    return advapi32.SetKernelObjectSecurity(handle, dacl | protectedDacl, descriptor[0] ?? null) && admitsOnly(rightsOf(handle), user);
  } finally {
    kernel32.LocalFree(descriptor[0] ?? null);
  }
}

/** What the system must report afterwards: these two entries and no other, in this order, all with the same rights. */
export function admitsOnly(entries: readonly AccessEntry[] | null, user: string): boolean {
  const rights = entries?.[0]?.rights ?? 0;
  const found = entries?.map((entry) => `${entry.admits} ${entry.who} ${entry.rights === rights}`).join();
  return rights !== 0 && found === `false ${network} true,true ${user} true`;
}

function rightsOf(handle: Handle): readonly AccessEntry[] | null {
  const descriptor = Buffer.alloc(descriptorBytes);
  const told = nativeLibrary('advapi32').GetKernelObjectSecurity(handle, dacl, descriptor, descriptor.length, Buffer.alloc(4));
  return told ? readAccessList(descriptor) : null;
}

function serverOf(handle: Handle): string | null {
  const pid = Buffer.alloc(4);
  return nativeLibrary('kernel32').GetNamedPipeServerProcessId(handle, pid) ? userSidOf(pid.readUInt32LE()) : null;
}
