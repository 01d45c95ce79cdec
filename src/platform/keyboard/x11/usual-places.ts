/**
 * Where a US keyboard has its signs: keycodes of evdev, which are those of the X servers of today. On a keyboard without Latin letters a shortcut is where its letter
 * usually is, as in other programs (Qt, and GTK from 4 on). Pure.
 */

/** The first keycode of each row, and what is on it from there on. */
const rows: readonly (readonly [number, string])[] = [
  [10, '1234567890-='],
  [24, 'QWERTYUIOP[]'],
  [38, "ASDFGHJKL;'`"],
  [51, '\\ZXCVBNM,./'],
];
const places: ReadonlyMap<string, number> = new Map(
  rows.flatMap(([first, signs]) => [...signs].map((sign, at): [string, number] => [sign, first + at])),
);

/** Null for a key with a name, such as Enter, which all layouts have. */
export function usualPlaceOf(key: string): number | null {
  return places.get(key) ?? null;
}

/** Whether none of the signs that a key makes is of ASCII: a layout for another script has it. */
export function isOfOtherScript(keysyms: readonly number[]): boolean {
  const signs = keysyms.filter((sym) => sym !== 0);
  return signs.length > 0 && !signs.some((sym) => sym > 0x20 && sym < 0x7f);
}
