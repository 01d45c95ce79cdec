/**
 * A program of Windows that copies, and is typed in, for tests: it does what each line from its socket says, and answers with a line. It makes the calls
 * itself, and not by Hub's own code, which it is to try.
 */
import { createRequire } from 'node:module';
import net from 'node:net';
import { createInterface } from 'node:readline';
import { machineClockMs } from '../../../src/base/machine-clock.ts';
import { openTaskbar } from './taskbar.ts';

/** A format by its number or its name, and its bytes in base64. */
export type CopiedFormat = readonly [format: number | string, base64: string];

export type CopyingOrder =
  | { readonly do: 'copy'; readonly formats: readonly CopiedFormat[]; readonly withoutOwner?: boolean }
  /** So many copies of a text that ends in a number, with so many ms between them; answers with when each was begun, on the machine's clock. */
  | { readonly do: 'burst'; readonly times: number; readonly everyMs: number; readonly text?: string }
  | { readonly do: 'hold'; readonly ms: number }
  | { readonly do: 'read'; readonly format: number | string }
  | { readonly do: 'formats' }
  /** Opens a window with a field for text, and makes it the active one; answers with its handle. */
  | { readonly do: 'edit' }
  | { readonly do: 'text' }
  /** Makes that window the active one again. */
  | { readonly do: 'front' }
  | { readonly do: 'close' }
  /** Takes a shortcut, or gives it back; answers whether it could. */
  | { readonly do: 'hot-key'; readonly modifiers: number; readonly key: number; readonly isOn: boolean }
  /** As the user's keyboard would. */
  | { readonly do: 'keys'; readonly codes: readonly number[]; readonly isUp: boolean }
  /** Which of them are down. */
  | { readonly do: 'down'; readonly codes: readonly number[] }
  /** Becomes the taskbar. */
  | { readonly do: 'taskbar' }
  /** What is said of the icon there, in base64; null without one. */
  | { readonly do: 'icon' };

type Call = ReturnType<import('koffi').LibraryHandle['func']>;

const koffi = createRequire(import.meta.url)('koffi') as typeof import('koffi');
const [user32, kernel32] = [koffi.load('user32.dll'), koffi.load('kernel32.dll')];
const call = {
  create: user32.func(
    'uintptr __stdcall CreateWindowExW(uint32 styleEx, str16 class, str16 title, uint32 style, int x, int y, int width, int height, intptr parent, void* menu, void* module, void* parameter)',
  ),
  peek: user32.func('bool __stdcall PeekMessageW(void* message, uintptr window, uint32 first, uint32 last, uint32 how)'),
  dispatch: user32.func('intptr __stdcall DispatchMessageW(void* message)'),
  open: user32.func('bool __stdcall OpenClipboard(uintptr window)'),
  close: user32.func('bool __stdcall CloseClipboard()'),
  empty: user32.func('bool __stdcall EmptyClipboard()'),
  next: user32.func('uint32 __stdcall EnumClipboardFormats(uint32 format)'),
  register: user32.func('uint32 __stdcall RegisterClipboardFormatW(str16 name)'),
  get: user32.func('void* __stdcall GetClipboardData(uint32 format)'),
  set: user32.func('void* __stdcall SetClipboardData(uint32 format, void* memory)'),
  translate: user32.func('bool __stdcall TranslateMessage(void* message)'),
  destroy: user32.func('bool __stdcall DestroyWindow(uintptr window)'),
  front: user32.func('bool __stdcall SetForegroundWindow(uintptr window)'),
  textOf: user32.func('int __stdcall GetWindowTextW(uintptr window, _Out_ uint8* text, int characters)'),
  takeHotKey: user32.func('bool __stdcall RegisterHotKey(uintptr window, int id, uint32 modifiers, uint32 key)'),
  giveHotKey: user32.func('bool __stdcall UnregisterHotKey(uintptr window, int id)'),
  keyEvent: user32.func('void __stdcall keybd_event(uint8 code, uint8 scan, uint32 flags, uintptr extra)'),
  keyState: user32.func('int16 __stdcall GetAsyncKeyState(int key)'),
  alloc: kernel32.func('void* __stdcall GlobalAlloc(uint32 flags, size_t bytes)'),
  size: kernel32.func('size_t __stdcall GlobalSize(void* memory)'),
  lock: kernel32.func('void* __stdcall GlobalLock(void* memory)'),
  unlock: kernel32.func('bool __stdcall GlobalUnlock(void* memory)'),
  move: kernel32.func('void __stdcall RtlMoveMemory(void* to, void* from, size_t bytes)'),
} satisfies Record<string, Call>;

/** The previous owner of the clipboard is told that it is not any more, and whoever copies waits until it has heard that. */
const message = Buffer.alloc(48);
setInterval(() => {
  while (call.peek(message, 0, 0, 0, 1)) {
    call.translate(message);
    call.dispatch(message);
  }
}, 5);

const text = 13;
const window = call.create(0, 'STATIC', 'a program that copies', 0, 0, 0, 1, 1, -3, null, null, null);
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
const numberOf = (format: number | string): number => (typeof format === 'number' ? format : call.register(format));

async function opened(owner = window): Promise<void> {
  for (let tries = 0; !call.open(owner); tries += 1) {
    if (tries > 5_000) throw new Error('the clipboard is not free');
    await pause(1);
  }
}

async function copy(formats: readonly CopiedFormat[], owner = window): Promise<void> {
  await opened(owner);
  call.empty();
  for (const [format, base64] of formats) {
    const bytes = Buffer.from(base64, 'base64');
    const memory = call.alloc(2, bytes.length);
    call.move(call.lock(memory), bytes, bytes.length);
    call.unlock(memory);
    call.set(numberOf(format), memory);
  }
  call.close();
}

async function read(format: number | string): Promise<string | null> {
  await opened();
  const memory = call.get(numberOf(format));
  const bytes = memory === null ? null : Buffer.alloc(Number(call.size(memory)));
  if (bytes !== null) call.move(bytes, call.lock(memory), bytes.length);
  call.close();
  return bytes?.toString('base64') ?? null;
}

async function formats(): Promise<readonly number[]> {
  await opened();
  const all: number[] = [];
  for (let format = call.next(0); format !== 0; format = call.next(format)) all.push(format);
  call.close();
  return all;
}

/** WS_OVERLAPPEDWINDOW, WS_VISIBLE, ES_MULTILINE. */
const [usualWindow, isSeen, lines] = [0xcf_0000, 0x1000_0000, 4];
let edit: unknown = 0;
let taskbar = (): Buffer | null => null;
const hotKey = 7;

function carryOutTyping(order: CopyingOrder): unknown {
  if (order.do === 'edit') {
    edit = call.create(0, 'EDIT', '', usualWindow | isSeen | lines, 10, 20, 300, 200, 0, null, null, null);
    call.front(edit);
    return Number(edit);
  }
  if (order.do === 'taskbar') taskbar = openTaskbar();
  if (order.do === 'icon') return taskbar()?.toString('base64') ?? null;
  if (order.do === 'front') return call.front(edit);
  if (order.do === 'close') return call.destroy(edit);
  if (order.do === 'text') {
    const text = Buffer.alloc(2_048);
    return text.toString('utf16le', 0, 2 * call.textOf(edit, text, 1_024));
  }
  if (order.do === 'hot-key')
    return order.isOn ? call.takeHotKey(window, hotKey, order.modifiers, order.key) : call.giveHotKey(window, hotKey);
  if (order.do === 'down') return order.codes.filter((code) => (call.keyState(code) & 0x8000) !== 0);
  if (order.do === 'keys') for (const code of order.codes) call.keyEvent(code, 0, order.isUp ? 2 : 0, 0);
  return null;
}

async function carryOut(order: CopyingOrder): Promise<unknown> {
  if (order.do === 'copy') return copy(order.formats, order.withoutOwner ? 0 : window);
  if (order.do === 'read') return read(order.format);
  if (order.do === 'formats') return formats();
  if (order.do === 'hold') {
    await opened();
    setTimeout(() => call.close(), order.ms);
    return null;
  }
  if (order.do !== 'burst') return carryOutTyping(order);
  const { times, everyMs, text: start = 'burst' } = order;
  const startMs = performance.now();
  const begunAtMs: number[] = [];
  for (let time = 0; time < times; time += 1) {
    const copied = Buffer.from(`${start} ${time}\0`, 'utf16le').toString('base64');
    while (performance.now() < startMs + time * everyMs) await pause(0);
    begunAtMs.push(machineClockMs());
    await copy([[text, copied]]);
  }
  return begunAtMs;
}

const socket = net.connect(Number(process.argv[2]), '127.0.0.1');
socket.write(`${JSON.stringify(process.pid)}\n`);
for await (const line of createInterface({ input: socket }))
  socket.write(`${JSON.stringify((await carryOut(JSON.parse(line) as CopyingOrder)) ?? null)}\n`);
process.exit(0);
