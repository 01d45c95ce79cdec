/**
 * The system calls of Windows that Hub makes, through koffi, which is loaded with the first call and never on another system. Nothing else crosses
 * the border: each function has the types of its page in the Windows API reference, and no callback.
 */
import { createRequire } from 'node:module';

/** A HANDLE, or any pointer that only Windows looks into. */
export type Handle = bigint | number | null;

export interface NativeLibraries {
  readonly kernel32: {
    GetCurrentProcess(): Handle;
    GetLastError(): number;
    GetTickCount(): number;
    OpenProcess(access: number, inherit: boolean, pid: number): Handle;
    GetProcessTimes(process: Handle, created: Buffer, exited: Buffer, kernel: Buffer, user: Buffer): boolean;
    GetExitCodeProcess(process: Handle, code: Buffer): boolean;
    QueryFullProcessImageNameW(process: Handle, flags: number, name: Buffer, characters: Buffer): boolean;
    CreateFileW(name: string, access: number, share: number, security: null, creation: number, flags: number, template: null): Handle;
    GetNamedPipeServerProcessId(pipe: Handle, pid: Buffer): boolean;
    WaitNamedPipeW(name: string, waitMs: number): boolean;
    CloseHandle(handle: Handle): boolean;
    LocalFree(memory: Handle): Handle;
  };
  readonly advapi32: {
    OpenProcessToken(process: Handle, access: number, token: Handle[]): boolean;
    GetTokenInformation(token: Handle, kind: number, into: Buffer, bytes: number, needed: Buffer): boolean;
    ConvertSidToStringSidW(sid: Handle, text: (string | null)[]): boolean;
    ConvertStringSecurityDescriptorToSecurityDescriptorW(text: string, revision: number, descriptor: Handle[], bytes: null): boolean;
    SetKernelObjectSecurity(object: Handle, parts: number, descriptor: Handle): boolean;
    GetKernelObjectSecurity(object: Handle, parts: number, into: Buffer, bytes: number, needed: Buffer): boolean;
  };
  readonly iphlpapi: {
    GetExtendedTcpTable(table: Buffer, bytes: Buffer, ordered: boolean, family: number, kind: number, reserved: number): number;
  };
  readonly user32: {
    GetLastInputInfo(info: Buffer): boolean;
    SetProcessDpiAwarenessContext(context: Handle): boolean;
    SetThreadDpiAwarenessContext(context: Handle): Handle;
    GetThreadDpiAwarenessContext(): Handle;
    AreDpiAwarenessContextsEqual(one: Handle, other: Handle): boolean;
  };
}

const prototypes: { readonly [Library in keyof NativeLibraries]: Readonly<Record<keyof NativeLibraries[Library], string>> } = {
  kernel32: {
    GetCurrentProcess: 'void* __stdcall GetCurrentProcess()',
    GetLastError: 'uint32 __stdcall GetLastError()',
    GetTickCount: 'uint32 __stdcall GetTickCount()',
    OpenProcess: 'void* __stdcall OpenProcess(uint32 access, bool inherit, uint32 pid)',
    GetProcessTimes:
      'bool __stdcall GetProcessTimes(void* process, _Out_ uint8* created, _Out_ uint8* exited, _Out_ uint8* kernel, _Out_ uint8* user)',
    QueryFullProcessImageNameW:
      'bool __stdcall QueryFullProcessImageNameW(void* process, uint32 flags, _Out_ uint8* name, _Inout_ uint8* characters)',
    GetExitCodeProcess: 'bool __stdcall GetExitCodeProcess(void* process, _Out_ uint8* code)',
    CreateFileW:
      'void* __stdcall CreateFileW(str16 name, uint32 access, uint32 share, void* security, uint32 creation, uint32 flags, void* template)',
    GetNamedPipeServerProcessId: 'bool __stdcall GetNamedPipeServerProcessId(void* pipe, _Out_ uint8* pid)',
    WaitNamedPipeW: 'bool __stdcall WaitNamedPipeW(str16 name, uint32 waitMs)',
    CloseHandle: 'bool __stdcall CloseHandle(void* handle)',
    LocalFree: 'void* __stdcall LocalFree(void* memory)',
  },
  advapi32: {
    OpenProcessToken: 'bool __stdcall OpenProcessToken(void* process, uint32 access, _Out_ void** token)',
    GetTokenInformation: 'bool __stdcall GetTokenInformation(void* token, int kind, _Out_ uint8* into, uint32 bytes, _Out_ uint8* needed)',
    ConvertSidToStringSidW: 'bool __stdcall ConvertSidToStringSidW(void* sid, _Out_ str16* text)',
    ConvertStringSecurityDescriptorToSecurityDescriptorW:
      'bool __stdcall ConvertStringSecurityDescriptorToSecurityDescriptorW(str16 text, uint32 revision, _Out_ void** descriptor, void* bytes)',
    SetKernelObjectSecurity: 'bool __stdcall SetKernelObjectSecurity(void* object, uint32 parts, void* descriptor)',
    GetKernelObjectSecurity:
      'bool __stdcall GetKernelObjectSecurity(void* object, uint32 parts, _Out_ uint8* into, uint32 bytes, _Out_ uint8* needed)',
  },
  iphlpapi: {
    GetExtendedTcpTable:
      'uint32 __stdcall GetExtendedTcpTable(_Out_ uint8* table, _Inout_ uint8* bytes, bool ordered, uint32 family, int kind, uint32 reserved)',
  },
  user32: {
    GetLastInputInfo: 'bool __stdcall GetLastInputInfo(_Inout_ uint8* info)',
    SetProcessDpiAwarenessContext: 'bool __stdcall SetProcessDpiAwarenessContext(intptr context)',
    SetThreadDpiAwarenessContext: 'intptr __stdcall SetThreadDpiAwarenessContext(intptr context)',
    GetThreadDpiAwarenessContext: 'intptr __stdcall GetThreadDpiAwarenessContext()',
    AreDpiAwarenessContextsEqual: 'bool __stdcall AreDpiAwarenessContextsEqual(intptr one, intptr other)',
  },
};

const loaded: { [Library in keyof NativeLibraries]?: NativeLibraries[Library] } = {};

/**
 * The functions of one of the system's libraries, which is loaded only by its first use: a component without a window does not need user32. Throws if
 * koffi does not support this processor, or the library lacks one of them (user32 before Windows 10, version 1703).
 */
export function nativeLibrary<Library extends keyof NativeLibraries>(library: Library): NativeLibraries[Library] {
  const functions: NativeLibraries[Library] = loaded[library] ?? load(library);
  loaded[library] = functions;
  return functions;
}

function load<Library extends keyof NativeLibraries>(library: Library): NativeLibraries[Library] {
  const koffi = createRequire(import.meta.url)('koffi') as typeof import('koffi');
  const handle = koffi.load(`${library}.dll`);
  const named = Object.entries<string>(prototypes[library]).map(([name, prototype]) => [name, handle.func(prototype)]);
  return Object.fromEntries(named) as NativeLibraries[Library];
}
