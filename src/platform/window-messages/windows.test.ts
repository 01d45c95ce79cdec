/** The messages of Windows to a window of ours: on Windows, or under Wine (npm run test:windows). */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import { test } from 'node:test';
import { openWindowMessages, type WindowMessageReceived, type WindowMessages } from './index.ts';

const skip = process.platform === 'win32' ? false : 'this is not Windows; npm run test:windows brings Wine';
const system = { platform: 'win32', display: undefined } as const;
const own = 0x8001; // WM_APP + 1
const messagesOnly = -3; // HWND_MESSAGE
const wide = 0xffff_8000_0000_0001n;

/** An invisible window, whose own procedure answers WM_APP + 1 with 42 and records the call. */
class HiddenWindow implements Disposable {
  readonly asked: number[] = [];
  readonly handle: bigint;
  readonly #koffi = createRequire(import.meta.url)('koffi') as typeof import('koffi');
  readonly #user32 = this.#koffi.load('user32.dll');
  readonly #procedure: bigint;
  readonly #usual = this.#call('intptr __stdcall DefWindowProcW(uintptr window, uint32 message, uintptr wParam, intptr lParam)');
  readonly #isThere = this.#call('bool __stdcall IsWindow(uintptr window)');
  readonly #destroy = this.#call('bool __stdcall DestroyWindow(uintptr window)');
  readonly #send = this.#call('intptr __stdcall SendMessageW(uintptr window, uint32 message, uintptr wParam, intptr lParam)');
  readonly #post = this.#call('bool __stdcall PostMessageW(uintptr window, uint32 message, uintptr wParam, intptr lParam)');
  readonly #peek = this.#call('bool __stdcall PeekMessageW(void* message, uintptr window, uint32 first, uint32 last, uint32 how)');
  readonly #dispatch = this.#call('intptr __stdcall DispatchMessageW(void* message)');

  constructor() {
    const words = 'uint32 styleEx, str16 class, str16 title, uint32 style, int x, int y, int width, int height';
    const create = this.#call(`uintptr __stdcall CreateWindowExW(${words}, intptr parent, void* menu, void* module, void* parameter)`);
    const replace = this.#call('intptr __stdcall SetWindowLongPtrW(uintptr window, int index, intptr value)');
    const type = this.#koffi.proto('__stdcall', null, 'intptr', ['uintptr', 'uint32', 'uintptr', 'intptr']);
    this.handle = BigInt(create(0, 'STATIC', '', 0, 0, 0, 1, 1, messagesOnly, null, null, null));
    this.#procedure = this.#koffi.register((window: bigint, message: number, wParam: bigint, lParam: bigint) => {
      this.asked.push(message);
      return message === own ? 42 : this.#usual(window, message, wParam, lParam);
    }, this.#koffi.pointer(type));
    replace(this.handle, -4, this.#procedure); // GWLP_WNDPROC
  }

  send(message: number, wParam: bigint, lParam: bigint): bigint {
    return BigInt(this.#send(this.handle, message, wParam, lParam));
  }

  post(message: number, wParam: bigint, lParam: bigint): void {
    this.#post(this.handle, message, wParam, lParam);
  }

  /** Like a step of a toolkit's loop: first peeks, then takes and dispatches. */
  turn(): void {
    const message = Buffer.alloc(48);
    this.#peek(message, 0, 0, 0, 0);
    while (this.#peek(message, 0, 0, 0, 1)) this.#dispatch(message);
  }

  destroy(): void {
    if (this.#isThere(this.handle)) this.#destroy(this.handle);
  }

  [Symbol.dispose](): void {
    this.destroy();
    this.#koffi.unregister(this.#procedure);
  }

  #call(prototype: string): ReturnType<import('koffi').LibraryHandle['func']> {
    return this.#user32.func(prototype);
  }
}

async function open(window: HiddenWindow, heard: (message: WindowMessageReceived) => void): Promise<WindowMessages> {
  const opened = await openWindowMessages(system, window.handle, heard);
  assert.ok(opened.ok, opened.ok ? '' : opened.reason);
  return opened.value;
}

/** Without `using`, which Node 22 does not read. */
async function withWindow(work: (window: HiddenWindow) => Promise<void>): Promise<void> {
  const window = new HiddenWindow();
  try {
    await work(window);
  } finally {
    window[Symbol.dispose]();
  }
}

test('a sent message is reported with its parameters, and the procedure of the window still answers it', { skip }, () =>
  withWindow(async (window) => {
    const heard: WindowMessageReceived[] = [];
    const messages = await open(window, (message) => heard.push(message));
    assert.equal(window.send(own, wide, -3n), 42n);
    assert.deepEqual(heard, [{ windowHandle: window.handle, message: own, wParam: wide, lParam: -3n }]);
    await messages.close();
  }),
);

test('a posted message is reported once, when it is taken from the queue', { skip }, () =>
  withWindow(async (window) => {
    const heard: WindowMessageReceived[] = [];
    const messages = await open(window, (message) => heard.push(message));
    window.post(own, 5n, 6n);
    assert.deepEqual(heard, []);
    window.turn();
    const ours = heard.filter(({ message }) => message === own);
    assert.deepEqual(ours, [{ windowHandle: window.handle, message: own, wParam: 5n, lParam: 6n }]);
    assert.ok(window.asked.includes(own));
    await messages.close();
  }),
);

test("another window's messages are not reported, and two monitors receive their own", { skip }, () =>
  withWindow((one) =>
    withWindow(async (other) => {
      const heard: string[] = [];
      const first = await open(one, ({ lParam }) => heard.push(`one ${lParam}`));
      const second = await open(other, ({ lParam }) => heard.push(`other ${lParam}`));
      one.send(own, 0n, 1n);
      other.send(own, 0n, 2n);
      await first.close();
      one.send(own, 0n, 3n);
      other.send(own, 0n, 4n);
      await second.close();
      assert.deepEqual(heard, ['one 1', 'other 2', 'other 4']);
    }),
  ),
);

test('a listener may send and close; each message still gets its answer', { skip }, () =>
  withWindow(async (window) => {
    const heard: bigint[] = [];
    const messages = await open(window, ({ wParam }) => {
      heard.push(wParam);
      if (wParam === 1n) assert.equal(window.send(own, 2n, 0n), 42n);
      if (wParam === 3n) void messages.close();
    });
    for (const wParam of [1n, 3n, 4n]) assert.equal(window.send(own, wParam, 0n), 42n);
    assert.deepEqual(heard, [1n, 2n, 3n]);
    assert.equal(await messages.ended, 'closed');
  }),
);

test('a destroyed window reports that as its last message, and the monitor ends', { skip }, () =>
  withWindow(async (window) => {
    const heard: number[] = [];
    const exits = process.listenerCount('exit');
    const messages = await open(window, ({ message }) => heard.push(message));
    window.destroy();
    assert.equal(await messages.ended, 'window-gone');
    assert.equal(heard.at(-1), 0x82); // WM_NCDESTROY
    assert.equal(window.asked.at(-1), 0x82);
    assert.equal(process.listenerCount('exit'), exits); // nothing of it is left to be released
    await messages.close();
  }),
);

test('a missing window, or one of another thread, can not be listened to', { skip }, async () => {
  const nobody = (): void => {};
  assert.deepEqual(await openWindowMessages(system, 0x7fff_fffen, nobody), { ok: false, reason: 'no-window' });
  const koffi = createRequire(import.meta.url)('koffi') as typeof import('koffi');
  const desktop = BigInt(koffi.load('user32.dll').func('uintptr __stdcall GetDesktopWindow()')());
  assert.deepEqual(await openWindowMessages(system, desktop, nobody), { ok: false, reason: 'not-ours' });
});
