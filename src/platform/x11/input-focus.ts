/** Which window gets the keys. A window manager may name a window as the active one that does not have them. */
import type { XConnection } from './connection.ts';
import type { XId } from './protocol.ts';

/** X protocol, SetInputFocus: no window has the focus (0), or the one under the pointer has (1). */
const pointerRoot = 1;
/** X protocol, SetInputFocus: when the window goes, its parent gets the focus. */
const revertToParent = 2;
/** Deeper than any tree of windows. */
const deepest = 32;

/** The window that has the keyboard's focus, 0 or 1 for none in particular; null if the connection is lost. */
export async function readFocus(connection: XConnection): Promise<XId | null> {
  const answer = await connection.request<{ focus: number }>((client, reply) => client.GetInputFocus(reply));
  return answer?.focus ?? null;
}

/** Whether the keyboard's focus is `window` or a window inside it. */
export async function hasFocus(connection: XConnection, window: XId): Promise<boolean> {
  const focus = await readFocus(connection);
  return focus !== null && (await isInside(connection, focus, window));
}

/** Whether a window that has the focus is `window`, or inside it. */
export async function isInside(connection: XConnection, focus: XId, window: XId): Promise<boolean> {
  let at: XId | null = focus <= pointerRoot ? null : focus;
  for (let depth = 0; at !== null && depth < deepest; depth += 1) {
    if (at === window) return true;
    at = await connection.parentOf(at);
  }
  return false;
}

/** Whether the keyboard may be taken without asking anybody: it is nobody's. */
export async function isFocusFree(connection: XConnection): Promise<boolean> {
  const focus = await readFocus(connection);
  return focus !== null && (await isNobodys(connection, focus));
}

/**
 * Whether a focus is nobody's: no window has it, the one under the pointer has it, or one that nobody types into, such as
 * the window of a pixel in which openbox parks the focus. Another program's dialog, locker or field keeps it.
 */
export async function isNobodys(connection: XConnection, focus: XId): Promise<boolean> {
  if (focus <= pointerRoot || focus === connection.root || !(await connection.isViewable(focus))) return true;
  const [parent, size] = await Promise.all([
    connection.parentOf(focus),
    connection.request<{ width: number; height: number }>((client, reply) => client.GetGeometry(focus, reply)),
  ]);
  // Toolkits have fields of a pixel too, in a window of their own.
  return size !== null && parent === connection.root && size.width <= 1 && size.height <= 1;
}

/** Gives the keyboard's focus to a window. A program does so with its own windows only. Without effect on a window that is not on its screen. */
export function takeFocus(connection: XConnection, window: XId): void {
  connection.order((client) => client.SetInputFocus(window, revertToParent));
}
