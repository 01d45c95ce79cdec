/**
 * The messages of Windows to a window of this thread, received by two hooks of this thread (SetWindowsHookExW): one before a sent message reaches the
 * window's procedure, one when a posted message is taken from the queue. Each hook calls the next one at once, whatever happens here.
 *
 * It does not use a subclass (SetWindowSubclass), although that is the usual way. A subclass has to call the window's own procedure; koffi makes each
 * call on a stack of its own; and if the toolkit's procedure then enters JavaScript there, V8 of Node 26 ends the process ("Check failed:
 * IsOnCentralStack()"). A hook calls no procedure, so the window's own one runs where it always does.
 */
import { createRequire } from 'node:module';
import { done, failed, type Outcome } from '../../base/outcome.ts';
import type { HearMessage, WindowMessages } from './interface.ts';
import { MessageReporter } from './message-monitor.ts';

type Koffi = typeof import('koffi');
/** koffi returns a number if it is exact, otherwise a bigint. */
type Word = number | bigint;

/** WH_CALLWNDPROC and WH_GETMESSAGE, with the layout of a message: CWPSTRUCT, and the beginning of MSG. */
const sent = { hook: 4, layout: { lParam: 'intptr', wParam: 'uintptr', message: 'uint32', window: 'uintptr' } } as const;
const posted = { hook: 3, layout: { window: 'uintptr', message: 'uint32', wParam: 'uintptr', lParam: 'intptr' } } as const;

interface RawMessage {
  readonly window: Word;
  readonly message: number;
  readonly wParam: Word;
  readonly lParam: Word;
}

/** PM_REMOVE: the message is being taken; one that is only peeked at comes again. */
const removed = 1;
/** WM_NCDESTROY, a window's last message. */
const lastMessage = 0x82;

interface System {
  readonly koffi: Koffi;
  readonly hookType: import('koffi').TypeObject;
  readonly sentType: import('koffi').TypeObject;
  readonly postedType: import('koffi').TypeObject;
  threadOf(window: bigint, processId: null): number;
  thisThread(): number;
  hook(kind: number, callback: bigint, module: null, thread: number): Word | null;
  unhook(hook: Word): boolean;
  next(hook: null, code: number, wParam: Word, lParam: Word): Word;
}

let loaded: System | null = null;

/** Listens to a window of this thread. Throws if koffi does not support this processor. */
export function openOnWindows(handle: bigint, heard: HearMessage): Outcome<WindowMessages, 'no-window' | 'not-ours' | 'refused'> {
  loaded ??= load();
  const system = loaded;
  const window = BigInt.asUintN(64, handle);
  const thread = system.threadOf(window, null);
  if (thread === 0) return failed('no-window');
  if (thread !== system.thisThread()) return failed('not-ours');
  const hearing = new MessageReporter(heard);
  const tell = (raw: RawMessage): void => {
    if (BigInt(raw.window) !== window) return;
    if (raw.message === lastMessage) stop();
    const { message, wParam, lParam } = raw;
    hearing.tell({ windowHandle: handle, message, wParam: BigInt(wParam), lParam: BigInt(lParam) });
    if (message === lastMessage) hearing.end('window-gone');
  };
  const unhooks: (() => void)[] = [];
  const stop = (): void => {
    process.off('exit', stop);
    for (const unhook of unhooks.splice(0)) unhook();
  };
  for (const { hook, type } of [
    { hook: sent.hook, type: system.sentType },
    { hook: posted.hook, type: system.postedType },
  ]) {
    const unhook = listen(system, thread, hook, type, tell);
    if (unhook === null) {
      stop();
      return failed('refused');
    }
    unhooks.push(unhook);
  }
  // A window that still exists at the end must not call into an engine that does not.
  process.once('exit', stop);
  const close = async (): Promise<void> => {
    stop();
    hearing.end('closed');
  };
  return done({ ended: hearing.ended, close, [Symbol.asyncDispose]: close });
}

/** Sets one hook; returns how to remove it, or null if Windows refuses. */
function listen(
  system: System,
  thread: number,
  kind: number,
  type: import('koffi').TypeObject,
  tell: (raw: RawMessage) => void,
): (() => void) | null {
  const { koffi } = system;
  const heard = (code: number, wParam: Word, lParam: Word): Word => {
    // Below 0 a hook must only call the next one ("CallWndProc").
    if (code >= 0 && (kind === sent.hook || Number(wParam) === removed)) tell(koffi.decode(lParam, type) as RawMessage);
    return system.next(null, code, wParam, lParam);
  };
  const callback = koffi.register(heard, koffi.pointer(system.hookType));
  const hook = system.hook(kind, callback, null, thread);
  if (hook === null) {
    koffi.unregister(callback);
    return null;
  }
  return () => {
    system.unhook(hook);
    // It may be running at this moment.
    setImmediate(() => koffi.unregister(callback));
  };
}

function load(): System {
  const koffi = createRequire(import.meta.url)('koffi') as Koffi;
  const user32 = koffi.load('user32.dll');
  const kernel32 = koffi.load('kernel32.dll');
  return {
    koffi,
    hookType: koffi.proto('__stdcall', null, 'intptr', ['int', 'uintptr', 'intptr']),
    sentType: koffi.struct(sent.layout),
    postedType: koffi.struct(posted.layout),
    threadOf: user32.func('uint32 __stdcall GetWindowThreadProcessId(uintptr window, void* processId)'),
    thisThread: kernel32.func('uint32 __stdcall GetCurrentThreadId()'),
    hook: user32.func('void* __stdcall SetWindowsHookExW(int kind, void* callback, void* module, uint32 thread)'),
    unhook: user32.func('bool __stdcall UnhookWindowsHookEx(void* hook)'),
    next: user32.func('intptr __stdcall CallNextHookEx(void* hook, int code, uintptr wParam, intptr lParam)'),
  };
}
