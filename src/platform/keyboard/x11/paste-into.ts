/**
 * Pressing keys in one window and in no other. The window is made active first. Then the server is grabbed (X protocol, GrabServer), so that no other
 * program can move the keyboard's focus between the last look at it and the keys; it lasts a few round trips. Whatever keys are held then are let go
 * first, because a Shift that is still down would make another shortcut of it.
 *
 * It runs on a thread of its own with a connection of its own: a toolkit in the same thread may wait for the server while it is grabbed, for ever.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Atoms } from '../../x11/atoms.ts';
import type { XConnection } from '../../x11/connection.ts';
import { hasFocus, isFocusFree } from '../../x11/input-focus.ts';
import { ManagerPatience } from '../../x11/manager-patience.ts';
import { currentTime, grabbed, grabMode, type KeyEvent, keyLetGo, keyPressed, none, type XId, type XTest } from '../../x11/protocol.ts';
import type { KeyCombination, PasteOutcome } from '../interface.ts';
import type { FocusWatch, TurnedAway } from './focus-watch.ts';
import type { HeldKeys } from './held-keys.ts';
import { modifiersDown, modifiersHeld, strokesOf } from './kept-events.ts';
import { groupOf, heldKeys, type KeyTables, modifierBitOf } from './key-map.ts';
import { readKeyTables } from './key-tables.ts';
import type { SpareKey } from './spare-key.ts';

const fromPager = 2;
/** A window manager responds within a few milliseconds, one that animates later; some ignore the first request. */
const times = {
  looksEveryMs: 4,
  asksEveryMs: 120,
  isBackWithinMs: 500,
} as const;

export interface PasteParts {
  readonly connection: XConnection;
  readonly test: XTest;
  readonly atoms: Atoms;
  /** The user's keys that wait meanwhile, on the same connection: its grab and its keys are one order after another. */
  readonly held: HeldKeys;
  readonly focus: FocusWatch;
  readonly spare: SpareKey;
}

/**
 * Makes `window` active and presses `keys` in it; without keys nothing is pressed. What the user types meanwhile waits: without keys the window has it at once, and
 * after a paste `typeHeld` gives it to the window.
 */
export async function pasteInto(parts: PasteParts, window: XId, keys: KeyCombination | null): Promise<PasteOutcome> {
  const { connection, held } = parts;
  const became = await becomeActive(parts, window);
  if (became !== 'active') return became;
  if (keys === null) return held.isHolding ? typeInto(parts, window) : 'pasted';
  return whileFocused(parts, window, ({ tables, down, group }) => {
    const codes = parts.spare.keycodesFor(tables, keys, group);
    if (codes === null) return 'no-such-key';
    const wasHolding = held.isHolding;
    letGo(parts, down);
    const kept = held.letGo();
    letGo(parts, codes);
    for (const code of codes) fake(parts, keyPressed, code);
    letGo(parts, codes.toReversed());
    // The server would not tell of a key that is let go by the user if it has none that is down.
    const modifiers = modifiersHeld(kept, tables, down);
    for (const code of modifiers) fake(parts, keyPressed, code);
    if (wasHolding) held.holdOn(kept, modifiers);
    return connection.isLost ? 'unavailable' : 'pasted';
  });
}

/** After a paste into `window`, which its program has by then: what was typed comes after that. */
export async function typeHeld(parts: PasteParts, window: XId): Promise<void> {
  if (!parts.held.isHolding) return;
  const endMs = performance.now() + times.isBackWithinMs;
  // Its manager may take the focus for a moment.
  while ((await typeInto(parts, window)) === 'not-active' && performance.now() < endMs && (await parts.focus.away()) === null)
    await pause(times.looksEveryMs);
  if ((await parts.focus.away()) === null) parts.held.drop();
}

/** The user has turned to another window: it has what was typed there, and what was typed before that is for nobody. */
export async function typeAway(parts: PasteParts, away: TurnedAway): Promise<void> {
  // Orders wait for one another: the user may be back by now, or elsewhere.
  const isStill = async (): Promise<boolean> => (await parts.focus.away()) === away;
  if (!(await isStill()) || !parts.held.isHolding) return;
  parts.held.forget(away.kept);
  const outcome = await typeInto(parts, away.to);
  if (outcome === 'pasted' || (await isStill())) parts.held.drop();
}

/** What was kept, if the window has the focus; without a window, if nobody has it: a shortcut among those keys is heard all the same. */
export async function typeKept(parts: PasteParts, window: XId): Promise<void> {
  parts.held.expect();
  if (!parts.held.isHolding) return;
  const endMs = performance.now() + times.isBackWithinMs;
  while ((await typeInto(parts, window)) === 'not-active' && performance.now() < endMs && (await parts.focus.away()) === null)
    await pause(times.looksEveryMs);
  parts.held.drop();
}

function typeInto(parts: PasteParts, window: XId): Promise<PasteOutcome> {
  const type = (events: readonly KeyEvent[], tables: KeyTables): void => {
    for (const { type, keycode } of strokesOf(events, tables)) fake(parts, type, keycode);
  };
  return whileFocused(parts, window, async ({ tables, down }): Promise<PasteOutcome> => {
    const isModifier = (keycode: number): boolean => modifierBitOf(tables, keycode) !== 0;
    // The window is to have no more of a key on which a finger rests since it closed the picker.
    letGo(
      parts,
      down.filter((keycode) => !isModifier(keycode)),
    );
    const events = parts.held.letGo();
    // A letter is typed as one, and no command.
    if (events.length > 0) letGo(parts, down.filter(isModifier));
    type(events, tables);
    await synchronized(parts.connection);
    const late = parts.held.late();
    type(late, tables);
    // A finger that was on none of them by now has let go while nobody held the keyboard.
    const resting = modifiersDown([...events, ...late], tables);
    letGo(
      parts,
      resting.filter((keycode) => !down.includes(keycode)),
    );
    return 'pasted';
  });
}

/** The server has done what was requested before, and this connection has read what was pressed until then. */
export async function synchronized(connection: XConnection): Promise<void> {
  await connection.request<{ focus: number }>((client, reply) => client.GetInputFocus(reply));
}

interface KeyboardNow {
  readonly tables: KeyTables;
  /** The keys that are down. */
  readonly down: readonly number[];
  /** The layout in force. */
  readonly group: number;
}

/** Runs `press` while the window has the focus and the keyboard is free or ours, and nobody else can change that. It waits for nothing but this server. */
async function whileFocused(
  parts: PasteParts,
  window: XId,
  press: (now: KeyboardNow) => Promise<PasteOutcome> | PasteOutcome,
): Promise<PasteOutcome> {
  const { connection, held } = parts;
  const tables = await readKeyTables(connection);
  if (tables === null) return 'unavailable';
  connection.order((client) => client.GrabServer());
  try {
    const [focused, keymap, pointer] = await Promise.all([
      window === none ? isFocusFree(connection) : hasFocus(connection, window),
      connection.request<Buffer>((client, reply) => client.QueryKeymap(reply)),
      connection.request<{ keyMask: number }>((client, reply) => client.QueryPointer(connection.root, reply)),
    ]);
    if (!focused || !(held.isHolding || (await isKeyboardFree(connection)))) return 'not-active';
    if (keymap === null || pointer === null) return 'unavailable';
    const outcome = await press({ tables, down: heldKeys(keymap), group: groupOf(pointer.keyMask) });
    await synchronized(connection);
    return connection.isLost ? 'unavailable' : outcome;
  } finally {
    connection.order((client) => client.UngrabServer());
  }
}

function letGo(parts: PasteParts, keycodes: readonly number[]): void {
  for (const keycode of keycodes) fake(parts, keyLetGo, keycode);
}

function fake({ connection, test }: PasteParts, type: typeof keyPressed | typeof keyLetGo, keycode: number): void {
  connection.order(() => test.FakeInput(type, keycode, 0, none, 0, 0));
}

async function becomeActive(parts: PasteParts, window: XId): Promise<'active' | 'gone' | 'not-active' | 'left' | 'unavailable'> {
  const { connection, atoms, focus } = parts;
  focus.aim(window);
  using patience = await ManagerPatience.begin(connection, atoms);
  let askedAtMs = Number.NEGATIVE_INFINITY;
  while (!(await hasFocus(connection, window))) {
    if (connection.isLost) return 'unavailable';
    if (!(await connection.isViewable(window)) && !(await isThere(connection, window))) return 'gone';
    if (!(await focus.mayAsk())) return 'left';
    const nowMs = performance.now();
    if (patience.hasEnded) return 'not-active';
    if (nowMs - askedAtMs > times.asksEveryMs) {
      askedAtMs = nowMs;
      focus.asked();
      connection.sendToRoot(window, atoms.of('_NET_ACTIVE_WINDOW'), [fromPager, currentTime, none, 0, 0]);
      patience.requested();
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
    client.GrabKeyboard(connection.root, 0, currentTime, grabMode.goesOn, grabMode.goesOn, reply),
  );
  connection.order((client) => client.UngrabKeyboard(currentTime));
  return status === grabbed;
}
