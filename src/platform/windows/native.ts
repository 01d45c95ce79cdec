/**
 * The system calls of Windows that Hub makes, through koffi, which is loaded with the first call and never on another system. Nothing else crosses
 * the border: each function has the types of its page in the Windows API reference, and no callback.
 */
import { createRequire } from 'node:module';

/** A HANDLE, or any pointer that only Windows looks into. */
export type Handle = bigint | number | null;

/** A HWND; 0 for none. */
export type WindowHandle = bigint | number;

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
    GlobalAlloc(flags: number, bytes: number): Handle;
    GlobalFree(memory: Handle): Handle;
    GlobalLock(memory: Handle): Handle;
    GlobalUnlock(memory: Handle): boolean;
    GlobalSize(memory: Handle): number | bigint;
    /** Either of the two is a buffer, and the other one a pointer from `GlobalLock`. */
    RtlMoveMemory(to: Buffer | Handle, from: Buffer | Handle, bytes: number): void;
    Sleep(ms: number): void;
  };
  readonly advapi32: {
    OpenProcessToken(process: Handle, access: number, token: Handle[]): boolean;
    GetTokenInformation(token: Handle, kind: number, into: Buffer, bytes: number, needed: Buffer): boolean;
    ConvertStringSecurityDescriptorToSecurityDescriptorW(text: string, revision: number, descriptor: Handle[], bytes: null): boolean;
    SetKernelObjectSecurity(object: Handle, parts: number, descriptor: Handle): boolean;
    GetKernelObjectSecurity(object: Handle, parts: number, into: Buffer, bytes: number, needed: Buffer): boolean;
  };
  readonly dwmapi: {
    /** 0 if it could tell. */
    DwmGetWindowAttribute(window: WindowHandle, attribute: number, into: Buffer, bytes: number): number;
  };
  readonly iphlpapi: {
    GetExtendedTcpTable(table: Buffer, bytes: Buffer, ordered: boolean, family: number, kind: number, reserved: number): number;
  };
  readonly ntdll: {
    NtQuerySystemInformation(kind: number, into: Buffer, bytes: number, needed: null): number;
  };
  readonly shell32: {
    /** On a thread of Node's pool; `done` is called from Node's own loop. */
    readonly Shell_NotifyIconW: { async(action: number, data: Buffer, done: (error: Error | null, isDone: boolean) => void): void };
  };
  readonly user32: {
    LoadIconW(module: WindowHandle, name: number): WindowHandle;
    GetLastInputInfo(info: Buffer): boolean;
    SetProcessDpiAwarenessContext(context: Handle): boolean;
    SetThreadDpiAwarenessContext(context: Handle): Handle;
    GetThreadDpiAwarenessContext(): Handle;
    AreDpiAwarenessContextsEqual(one: Handle, other: Handle): boolean;
    CreateWindowExW(
      styleEx: number,
      className: string,
      title: string,
      style: number,
      ...placeParentAndOthers: readonly [number, number, number, number, number, null, null, null]
    ): WindowHandle;
    DestroyWindow(window: WindowHandle): boolean;
    /** 0 for WM_QUIT, -1 for an error. Waits without letting the event loop of its thread run. */
    GetMessageW(message: Buffer, window: WindowHandle, first: number, last: number): number;
    PeekMessageW(message: Buffer, window: WindowHandle, first: number, last: number, how: number): boolean;
    PostMessageW(window: WindowHandle, message: number, wParam: number, lParam: number): boolean;
    SetTimer(window: WindowHandle, id: number, ms: number, procedure: null): number | bigint;
    KillTimer(window: WindowHandle, id: number): boolean;
    AddClipboardFormatListener(window: WindowHandle): boolean;
    RemoveClipboardFormatListener(window: WindowHandle): boolean;
    OpenClipboard(window: WindowHandle): boolean;
    CloseClipboard(): boolean;
    EmptyClipboard(): boolean;
    GetClipboardOwner(): WindowHandle;
    GetClipboardSequenceNumber(): number;
    GetUpdatedClipboardFormats(formats: Buffer, most: number, count: Buffer): boolean;
    GetClipboardFormatNameW(format: number, name: Buffer, characters: number): number;
    RegisterClipboardFormatW(name: string): number;
    GetClipboardData(format: number): Handle;
    SetClipboardData(format: number, memory: Handle): Handle;
    GetForegroundWindow(): WindowHandle;
    SetForegroundWindow(window: WindowHandle): boolean;
    /** The desktop, as a window. */
    GetShellWindow(): WindowHandle;
    GetTopWindow(parent: WindowHandle): WindowHandle;
    GetWindow(window: WindowHandle, which: number): WindowHandle;
    GetWindowLongW(window: WindowHandle, which: number): number;
    GetWindowRect(window: WindowHandle, place: Buffer): boolean;
    IsWindow(window: WindowHandle): boolean;
    IsWindowVisible(window: WindowHandle): boolean;
    IsIconic(window: WindowHandle): boolean;
    RegisterHotKey(window: WindowHandle, id: number, modifiers: number, key: number): boolean;
    UnregisterHotKey(window: WindowHandle, id: number): boolean;
    GetAsyncKeyState(key: number): number;
    MapVirtualKeyW(key: number, how: number): number;
    VkKeyScanW(sign: number): number;
    /** The number of inputs that were accepted. */
    SendInput(count: number, inputs: Buffer, bytesOfEach: number): number;
    GetWindowThreadProcessId(window: WindowHandle, pid: Buffer): number;
    GetWindowTextW(window: WindowHandle, title: Buffer, characters: number): number;
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
    GlobalAlloc: 'void* __stdcall GlobalAlloc(uint32 flags, size_t bytes)',
    GlobalFree: 'void* __stdcall GlobalFree(void* memory)',
    GlobalLock: 'void* __stdcall GlobalLock(void* memory)',
    GlobalUnlock: 'bool __stdcall GlobalUnlock(void* memory)',
    GlobalSize: 'size_t __stdcall GlobalSize(void* memory)',
    RtlMoveMemory: 'void __stdcall RtlMoveMemory(void* to, void* from, size_t bytes)',
    Sleep: 'void __stdcall Sleep(uint32 ms)',
  },
  advapi32: {
    OpenProcessToken: 'bool __stdcall OpenProcessToken(void* process, uint32 access, _Out_ void** token)',
    GetTokenInformation: 'bool __stdcall GetTokenInformation(void* token, int kind, _Out_ uint8* into, uint32 bytes, _Out_ uint8* needed)',
    ConvertStringSecurityDescriptorToSecurityDescriptorW:
      'bool __stdcall ConvertStringSecurityDescriptorToSecurityDescriptorW(str16 text, uint32 revision, _Out_ void** descriptor, void* bytes)',
    SetKernelObjectSecurity: 'bool __stdcall SetKernelObjectSecurity(void* object, uint32 parts, void* descriptor)',
    GetKernelObjectSecurity:
      'bool __stdcall GetKernelObjectSecurity(void* object, uint32 parts, _Out_ uint8* into, uint32 bytes, _Out_ uint8* needed)',
  },
  dwmapi: {
    DwmGetWindowAttribute: 'int32 __stdcall DwmGetWindowAttribute(uintptr window, uint32 attribute, _Out_ uint8* into, uint32 bytes)',
  },
  iphlpapi: {
    GetExtendedTcpTable:
      'uint32 __stdcall GetExtendedTcpTable(_Out_ uint8* table, _Inout_ uint8* bytes, bool ordered, uint32 family, int kind, uint32 reserved)',
  },
  ntdll: {
    NtQuerySystemInformation: 'int __stdcall NtQuerySystemInformation(int kind, _Out_ uint8* into, uint32 bytes, void* needed)',
  },
  shell32: {
    Shell_NotifyIconW: 'bool __stdcall Shell_NotifyIconW(uint32 action, uint8* data)',
  },
  user32: {
    LoadIconW: 'uintptr __stdcall LoadIconW(uintptr module, uintptr name)',
    GetLastInputInfo: 'bool __stdcall GetLastInputInfo(_Inout_ uint8* info)',
    SetProcessDpiAwarenessContext: 'bool __stdcall SetProcessDpiAwarenessContext(intptr context)',
    SetThreadDpiAwarenessContext: 'intptr __stdcall SetThreadDpiAwarenessContext(intptr context)',
    GetThreadDpiAwarenessContext: 'intptr __stdcall GetThreadDpiAwarenessContext()',
    AreDpiAwarenessContextsEqual: 'bool __stdcall AreDpiAwarenessContextsEqual(intptr one, intptr other)',
    CreateWindowExW:
      'uintptr __stdcall CreateWindowExW(uint32 styleEx, str16 class, str16 title, uint32 style, int x, int y, int width, int height, intptr parent, void* menu, void* module, void* parameter)',
    DestroyWindow: 'bool __stdcall DestroyWindow(uintptr window)',
    GetMessageW: 'int __stdcall GetMessageW(_Out_ uint8* message, uintptr window, uint32 first, uint32 last)',
    PeekMessageW: 'bool __stdcall PeekMessageW(_Out_ uint8* message, uintptr window, uint32 first, uint32 last, uint32 how)',
    PostMessageW: 'bool __stdcall PostMessageW(uintptr window, uint32 message, uintptr wParam, intptr lParam)',
    SetTimer: 'uintptr __stdcall SetTimer(uintptr window, uintptr id, uint32 ms, void* procedure)',
    KillTimer: 'bool __stdcall KillTimer(uintptr window, uintptr id)',
    AddClipboardFormatListener: 'bool __stdcall AddClipboardFormatListener(uintptr window)',
    RemoveClipboardFormatListener: 'bool __stdcall RemoveClipboardFormatListener(uintptr window)',
    OpenClipboard: 'bool __stdcall OpenClipboard(uintptr window)',
    CloseClipboard: 'bool __stdcall CloseClipboard()',
    EmptyClipboard: 'bool __stdcall EmptyClipboard()',
    GetClipboardOwner: 'uintptr __stdcall GetClipboardOwner()',
    GetClipboardSequenceNumber: 'uint32 __stdcall GetClipboardSequenceNumber()',
    GetUpdatedClipboardFormats: 'bool __stdcall GetUpdatedClipboardFormats(_Out_ uint8* formats, uint32 most, _Out_ uint8* count)',
    GetClipboardFormatNameW: 'int __stdcall GetClipboardFormatNameW(uint32 format, _Out_ uint8* name, int characters)',
    RegisterClipboardFormatW: 'uint32 __stdcall RegisterClipboardFormatW(str16 name)',
    GetClipboardData: 'void* __stdcall GetClipboardData(uint32 format)',
    SetClipboardData: 'void* __stdcall SetClipboardData(uint32 format, void* memory)',
    GetForegroundWindow: 'uintptr __stdcall GetForegroundWindow()',
    SetForegroundWindow: 'bool __stdcall SetForegroundWindow(uintptr window)',
    GetShellWindow: 'uintptr __stdcall GetShellWindow()',
    GetTopWindow: 'uintptr __stdcall GetTopWindow(uintptr parent)',
    GetWindow: 'uintptr __stdcall GetWindow(uintptr window, uint32 which)',
    GetWindowLongW: 'int32 __stdcall GetWindowLongW(uintptr window, int which)',
    GetWindowRect: 'bool __stdcall GetWindowRect(uintptr window, _Out_ uint8* place)',
    IsWindow: 'bool __stdcall IsWindow(uintptr window)',
    IsWindowVisible: 'bool __stdcall IsWindowVisible(uintptr window)',
    IsIconic: 'bool __stdcall IsIconic(uintptr window)',
    RegisterHotKey: 'bool __stdcall RegisterHotKey(uintptr window, int id, uint32 modifiers, uint32 key)',
    UnregisterHotKey: 'bool __stdcall UnregisterHotKey(uintptr window, int id)',
    GetAsyncKeyState: 'int16 __stdcall GetAsyncKeyState(int key)',
    MapVirtualKeyW: 'uint32 __stdcall MapVirtualKeyW(uint32 key, uint32 how)',
    VkKeyScanW: 'int16 __stdcall VkKeyScanW(uint16 sign)',
    SendInput: 'uint32 __stdcall SendInput(uint32 count, uint8* inputs, int bytesOfEach)',
    GetWindowThreadProcessId: 'uint32 __stdcall GetWindowThreadProcessId(uintptr window, _Out_ uint8* pid)',
    GetWindowTextW: 'int __stdcall GetWindowTextW(uintptr window, _Out_ uint8* title, int characters)',
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
