/**
 * The thread that has the shortcut on Windows, and presses keys. It waits in GetMessageW for the shortcut, which Windows tells the thread that has it, and
 * for orders, which the rest of the process posts there too; its event loop never runs.
 *
 * It must never press a key unless the window that is meant has the keyboard: it looks right before.
 */
import { parentPort, receiveMessageOnPort } from 'node:worker_threads';
import { nativeLibrary, type WindowHandle } from '../../windows/native.ts';
import { ordersMessage } from '../../windows/orders-message.ts';
import type { HoldOutcome, KeyCombination, PasteOutcome } from '../interface.ts';
import { heldCodes, hotKeyModifiers, inputBytes, inputsToPress, virtualKeyOf } from './virtual-keys.ts';

export type KeyboardOrder =
  | { readonly do: 'hold'; readonly id: number; readonly shortcut: KeyCombination | null }
  /** Makes the window the active one; with `keys` it also presses them there. Nothing is done once `process.hrtime` is past `untilNs`: whoever asked has given it up. */
  | { readonly do: 'paste'; readonly id: number; readonly window: number; readonly keys: KeyCombination | null; readonly untilNs: bigint }
  | { readonly do: 'end' };

export type KeyboardReport =
  /** 0 if there is no desktop. */
  | { readonly is: 'ready'; readonly window: number }
  | { readonly is: 'pressed' }
  /** The shortcut that was given back for a paste could not be taken again. */
  | { readonly is: 'changed'; readonly outcome: HoldOutcome }
  | { readonly is: 'done'; readonly id: number; readonly outcome: HoldOutcome | PasteOutcome };

/** WM_HOTKEY; MSG has 48 bytes, the number of its message behind the window's handle. */
const hotKeyMessage = 0x0312;
const [messageBytes, numberAt] = [48, 8];
const messagesOnly = -3;
const hotKey = 1;
/** Most windows come at once. */
const [looksEveryMs, activeWithinMs] = [5, 1_000];
const isDown = 0x8000;

const user32 = nativeLibrary('user32');
const { Sleep } = nativeLibrary('kernel32');
const window = user32.CreateWindowExW(0, 'STATIC', 'Hub', 0, 0, 0, 0, 0, messagesOnly, null, null, null);
let held: KeyCombination | null = null;
let isEnding = false;

function say(report: KeyboardReport): void {
  parentPort?.postMessage(report);
}

const signCode = (sign: string): number => user32.VkKeyScanW(sign.toLowerCase().charCodeAt(0));

function hold(shortcut: KeyCombination | null): HoldOutcome {
  if (held !== null) user32.UnregisterHotKey(window, hotKey);
  held = null;
  if (shortcut === null) return 'held';
  const code = virtualKeyOf(shortcut.key, signCode);
  if (code === null) return 'no-such-key';
  if (!user32.RegisterHotKey(window, hotKey, hotKeyModifiers(shortcut), code)) return 'taken';
  held = shortcut;
  return 'held';
}

function activate(target: number): Extract<PasteOutcome, 'gone' | 'not-active' | 'pasted'> {
  if (!user32.IsWindow(target)) return 'gone';
  const untilMs = performance.now() + activeWithinMs;
  // Windows grants it to the program that has the keyboard, which is Hub while its picker is shown.
  while (!isActive(target)) {
    if (performance.now() > untilMs) return user32.IsWindow(target) ? 'not-active' : 'gone';
    user32.SetForegroundWindow(target);
    if (!isActive(target)) Sleep(looksEveryMs);
  }
  return 'pasted';
}

function isActive(target: WindowHandle): boolean {
  return BigInt(user32.GetForegroundWindow()) === BigInt(target);
}

const isPast = (untilNs: bigint): boolean => process.hrtime.bigint() > untilNs;

function paste({ window: target, keys, untilNs }: Extract<KeyboardOrder, { do: 'paste' }>): PasteOutcome {
  if (isPast(untilNs)) return 'unavailable';
  const code = keys === null ? null : virtualKeyOf(keys.key, signCode);
  if (keys !== null && code === null) return 'no-such-key';
  const outcome = activate(target);
  if (outcome !== 'pasted' || keys === null || code === null) return outcome;
  // A shortcut that is the keys to press themselves is given back for that moment.
  const shortcut = held;
  if (shortcut !== null && isSame(shortcut, keys)) hold(null);
  try {
    return press(target, code, keys, untilNs);
  } finally {
    if (held !== shortcut) takeAgain(shortcut);
  }
}

function takeAgain(shortcut: KeyCombination | null): void {
  const outcome = hold(shortcut);
  if (outcome !== 'held') say({ is: 'changed', outcome });
}

function press(target: number, code: number, keys: KeyCombination, untilNs: bigint): PasteOutcome {
  const down = heldCodes.filter((one) => (user32.GetAsyncKeyState(one) & isDown) !== 0);
  const inputs = inputsToPress(code, keys, down, (one) => user32.MapVirtualKeyW(one, 0));
  if (isPast(untilNs)) return 'unavailable';
  if (!isActive(target)) return 'not-active';
  const count = inputs.length / inputBytes;
  return user32.SendInput(count, inputs, inputBytes) === count ? 'pasted' : 'unavailable';
}

function isSame(one: KeyCombination, other: KeyCombination): boolean {
  return one.key === other.key && one.modifiers.join() === other.modifiers.join();
}

function onOrders(): void {
  if (parentPort === null) return;
  for (let next = receiveMessageOnPort(parentPort); next !== undefined; next = receiveMessageOnPort(parentPort)) {
    const order = next.message as KeyboardOrder;
    if (order.do === 'end') isEnding = true;
    else if (order.do === 'hold') say({ is: 'done', id: order.id, outcome: hold(order.shortcut) });
    else say({ is: 'done', id: order.id, outcome: paste(order) });
  }
}

say({ is: 'ready', window: Number(window) });
const message = Buffer.alloc(messageBytes);
while (BigInt(window) !== 0n && !isEnding && user32.GetMessageW(message, 0, 0, 0) > 0) {
  const number = message.readUInt32LE(numberAt);
  if (number === hotKeyMessage && held !== null) say({ is: 'pressed' });
  else if (number === ordersMessage) onOrders();
}
hold(null);
user32.DestroyWindow(window);
parentPort?.close();
