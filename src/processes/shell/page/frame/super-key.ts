/**
 * Whether Super is held. WebKitGTK reports it with no other key: its `metaKey` is the Meta of X11, which is another modifier, and few keyboards have one. So the
 * key itself is watched. It may be let go unheard: in another window, or while the window manager has the keyboard for a shortcut of its own. So it counts for a moment.
 */
import type { KeyPress } from '../../../../contract/documents/shortcut.ts';

/** As the engines have named it over the years, and by its place. */
const names: ReadonlySet<string> = new Set(['Super', 'Meta', 'OS']);
const places = /^(?:Meta|OS|Super)(?:Left|Right)$/;

/** From when it is pressed: the next key follows at once. */
const countsForMs = 3_000;
/** There are two, and one may be let go while the other one is held. When each was pressed. */
const held = new Map<string, number>();

const isSuper = ({ key, code }: KeyboardEvent): boolean => names.has(key) || places.test(code);

// Before everything else that listens.
addEventListener('keydown', (event) => isSuper(event) && held.set(event.code, performance.now()), true);
addEventListener('keyup', (event) => isSuper(event) && held.delete(event.code), true);
addEventListener('blur', () => held.clear());

/** A pressed key, with Super. */
export function keyPress({ key, code, ctrlKey, altKey, shiftKey, metaKey }: KeyPress): KeyPress {
  return { key, code, ctrlKey, altKey, shiftKey, metaKey: metaKey || isSuperHeld() };
}

function isSuperHeld(): boolean {
  return [...held.values()].some((atMs) => performance.now() - atMs < countsForMs);
}
