/**
 * Pressing keys in one window and in no other. The window is made active first. Then the server is grabbed (X protocol, GrabServer), so that no other
 * program can move the keyboard's focus between the last look at it and the keys; it lasts a few round trips. Whatever keys are held then are let go
 * first, because a Shift that is still down would make another shortcut of it.
 *
 * It runs on a thread of its own with a connection of its own: a toolkit in the same thread may wait for the server while it is grabbed, for ever.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { XConnection } from '../../x11/connection.ts';
import { hasFocus } from '../../x11/input-focus.ts';
import { currentTime, none, type XId, type XTest } from '../../x11/protocol.ts';
import type { KeyCombination, PasteOutcome } from '../interface.ts';
import { groupOf, heldKeys, keycodesToPress } from './key-map.ts';
import { readKeyTables } from './key-tables.ts';

const fromPager = 2;
const press = 2;
const letGo = 3;
/** A window manager responds within a few milliseconds, one that animates later; some ignore the first request. */
const times = { looksEveryMs: 4, asksEveryMs: 120, givesUpAfterMs: 1_500 } as const;
/** X protocol, GrabKeyboard: nothing is frozen; it is ours. */
const asynchronous = 1;
const grabbed = 0;

export interface PasteParts {
  readonly connection: XConnection;
  readonly test: XTest;
  /** The atom `_NET_ACTIVE_WINDOW`. */
  readonly activeWindow: number;
}

/** Makes `window` active and presses `keys` in it; without keys nothing is pressed. */
export async function pasteInto(parts: PasteParts, window: XId, keys: KeyCombination | null): Promise<PasteOutcome> {
  const { connection } = parts;
  const became = await becomeActive(parts, window);
  if (became !== 'active') return became;
  if (keys === null) return 'pasted';
  const tables = await readKeyTables(connection);
  if (tables === null) return 'unavailable';
  connection.order((client) => client.GrabServer());
  try {
    const [focused, held, pointer] = await Promise.all([
      hasFocus(connection, window),
      connection.request<Buffer>((client, reply) => client.QueryKeymap(reply)),
      connection.request<{ keyMask: number }>((client, reply) => client.QueryPointer(connection.root, reply)),
    ]);
    if (!focused || !(await isKeyboardFree(connection))) return 'not-active';
    if (held === null || pointer === null) return 'unavailable';
    const codes = keycodesToPress(tables, keys, groupOf(pointer.keyMask));
    if (codes === null) return 'no-such-key';
    for (const code of heldKeys(held)) fake(parts, letGo, code);
    for (const code of codes) fake(parts, press, code);
    for (const code of codes.toReversed()) fake(parts, letGo, code);
    // The server has delivered the keys when it answers.
    await connection.request<{ focus: number }>((client, reply) => client.GetInputFocus(reply));
    return connection.isLost ? 'unavailable' : 'pasted';
  } finally {
    connection.order((client) => client.UngrabServer());
  }
}

function fake({ connection, test }: PasteParts, type: 2 | 3, keycode: number): void {
  connection.order(() => test.FakeInput(type, keycode, 0, none, 0, 0));
}

async function becomeActive(parts: PasteParts, window: XId): Promise<'active' | 'gone' | 'not-active' | 'unavailable'> {
  const { connection, activeWindow } = parts;
  const startMs = performance.now();
  let askedAtMs = Number.NEGATIVE_INFINITY;
  while (!(await hasFocus(connection, window))) {
    if (connection.isLost) return 'unavailable';
    if (!(await connection.isViewable(window)) && !(await isThere(connection, window))) return 'gone';
    const nowMs = performance.now();
    if (nowMs - startMs > times.givesUpAfterMs) return 'not-active';
    if (nowMs - askedAtMs > times.asksEveryMs) {
      askedAtMs = nowMs;
      connection.sendToRoot(window, activeWindow, [fromPager, currentTime, none, 0, 0]);
    }
    await pause(times.looksEveryMs);
  }
  return 'active';
}

/** Minimized windows are there too. */
async function isThere(connection: XConnection, window: XId): Promise<boolean> {
  return (await connection.request<{ width: number }>((client, reply) => client.GetGeometry(window, reply))) !== null;
}

/** A program that has grabbed the keyboard (an open menu, a screen locker) gets all keys, wherever the focus is. */
async function isKeyboardFree(connection: XConnection): Promise<boolean> {
  const status = await connection.request<number>((client, reply) =>
    client.GrabKeyboard(connection.root, 0, currentTime, asynchronous, asynchronous, reply),
  );
  connection.order((client) => client.UngrabKeyboard(currentTime));
  return status === grabbed;
}
