/**
 * The system calls of Windows that Hub makes, through koffi, which is loaded when the first of them is made and never on another system. Only
 * what is here crosses the border: each function has the types of its page in the Windows API reference, and no callback.
 */
import { createRequire } from 'node:module';
import type { LibraryHandle } from 'koffi';

/** A HANDLE, or any pointer that only Windows looks into. */
export type Handle = bigint | number | null;

export interface Native {
  readonly kernel32: {
    GetCurrentProcess(): Handle;
    GetLastError(): number;
    OpenProcess(access: number, inherit: boolean, pid: number): Handle;
    GetProcessTimes(process: Handle, created: Buffer, exited: Buffer, kernel: Buffer, user: Buffer): boolean;
    GetExitCodeProcess(process: Handle, code: Buffer): boolean;
    CreateFileW(name: string, access: number, share: number, security: null, creation: number, flags: number, template: null): Handle;
    GetNamedPipeServerProcessId(pipe: Handle, pid: Buffer): boolean;
    CloseHandle(handle: Handle): boolean;
    LocalFree(memory: Handle): Handle;
  };
  readonly advapi32: {
    OpenProcessToken(process: Handle, access: number, token: Handle[]): boolean;
    GetTokenInformation(token: Handle, kind: number, into: Buffer, bytes: number, needed: Buffer): boolean;
    ConvertSidToStringSidW(sid: Handle, text: (string | null)[]): boolean;
    ConvertStringSecurityDescriptorToSecurityDescriptorW(text: string, revision: number, descriptor: Handle[], bytes: null): boolean;
    ConvertSecurityDescriptorToStringSecurityDescriptorW(
      descriptor: Buffer,
      revision: number,
      parts: number,
      text: (string | null)[],
      length: null,
    ): boolean;
    SetKernelObjectSecurity(object: Handle, parts: number, descriptor: Handle): boolean;
    GetKernelObjectSecurity(object: Handle, parts: number, into: Buffer, bytes: number, needed: Buffer): boolean;
  };
  readonly user32: {
    SetProcessDpiAwarenessContext(context: Handle): boolean;
    SetThreadDpiAwarenessContext(context: Handle): Handle;
    GetThreadDpiAwarenessContext(): Handle;
    AreDpiAwarenessContextsEqual(one: Handle, other: Handle): boolean;
  };
}

let loaded: Native | null = null;

/** Throws where koffi has no part for this processor, or a library lacks a function (a Windows before 10, version 1703). */
export function native(): Native {
  loaded ??= load();
  return loaded;
}

function load(): Native {
  const koffi = createRequire(import.meta.url)('koffi') as typeof import('koffi');
  const functions = <Functions>(library: string, prototypes: Readonly<Record<keyof Functions & string, string>>): Functions => {
    const handle: LibraryHandle = koffi.load(library);
    return Object.fromEntries(Object.values<string>(prototypes).map((text) => [nameOf(text), handle.func(text)])) as Functions;
  };
  return {
    kernel32: functions<Native['kernel32']>('kernel32.dll', {
      GetCurrentProcess: 'void* __stdcall GetCurrentProcess()',
      GetLastError: 'uint32 __stdcall GetLastError()',
      OpenProcess: 'void* __stdcall OpenProcess(uint32 access, bool inherit, uint32 pid)',
      GetProcessTimes:
        'bool __stdcall GetProcessTimes(void* process, _Out_ uint8* created, _Out_ uint8* exited, _Out_ uint8* kernel, _Out_ uint8* user)',
      GetExitCodeProcess: 'bool __stdcall GetExitCodeProcess(void* process, _Out_ uint8* code)',
      CreateFileW:
        'void* __stdcall CreateFileW(str16 name, uint32 access, uint32 share, void* security, uint32 creation, uint32 flags, void* template)',
      GetNamedPipeServerProcessId: 'bool __stdcall GetNamedPipeServerProcessId(void* pipe, _Out_ uint8* pid)',
      CloseHandle: 'bool __stdcall CloseHandle(void* handle)',
      LocalFree: 'void* __stdcall LocalFree(void* memory)',
    }),
    advapi32: functions<Native['advapi32']>('advapi32.dll', {
      OpenProcessToken: 'bool __stdcall OpenProcessToken(void* process, uint32 access, _Out_ void** token)',
      GetTokenInformation:
        'bool __stdcall GetTokenInformation(void* token, int kind, _Out_ uint8* into, uint32 bytes, _Out_ uint8* needed)',
      ConvertSidToStringSidW: 'bool __stdcall ConvertSidToStringSidW(void* sid, _Out_ str16* text)',
      ConvertStringSecurityDescriptorToSecurityDescriptorW:
        'bool __stdcall ConvertStringSecurityDescriptorToSecurityDescriptorW(str16 text, uint32 revision, _Out_ void** descriptor, void* bytes)',
      ConvertSecurityDescriptorToStringSecurityDescriptorW:
        'bool __stdcall ConvertSecurityDescriptorToStringSecurityDescriptorW(uint8* descriptor, uint32 revision, uint32 parts, _Out_ str16* text, void* length)',
      SetKernelObjectSecurity: 'bool __stdcall SetKernelObjectSecurity(void* object, uint32 parts, void* descriptor)',
      GetKernelObjectSecurity:
        'bool __stdcall GetKernelObjectSecurity(void* object, uint32 parts, _Out_ uint8* into, uint32 bytes, _Out_ uint8* needed)',
    }),
    user32: functions<Native['user32']>('user32.dll', {
      SetProcessDpiAwarenessContext: 'bool __stdcall SetProcessDpiAwarenessContext(intptr context)',
      SetThreadDpiAwarenessContext: 'intptr __stdcall SetThreadDpiAwarenessContext(intptr context)',
      GetThreadDpiAwarenessContext: 'intptr __stdcall GetThreadDpiAwarenessContext()',
      AreDpiAwarenessContextsEqual: 'bool __stdcall AreDpiAwarenessContextsEqual(intptr one, intptr other)',
    }),
  };
}

function nameOf(prototype: string): string {
  return /(\w+)\(/.exec(prototype)?.[1] ?? '';
}
