/** The tables of the keyboard, as the server has them now. */
import type { XConnection } from '../../x11/connection.ts';
import type { KeyTables } from './key-map.ts';

/** X protocol: keycodes are 8 to 255. */
const first = 8;
const last = 255;

/** Null if the connection is lost. One round trip. */
export async function readKeyTables(connection: XConnection): Promise<KeyTables | null> {
  const [keysyms, modifierKeys] = await Promise.all([
    connection.request<number[][]>((client, reply) => client.GetKeyboardMapping(first, last - first + 1, reply)),
    connection.request<number[][]>((client, reply) => client.GetModifierMapping(reply)),
  ]);
  return keysyms === null || modifierKeys === null ? null : { firstKeycode: first, keysyms, modifierKeys };
}
