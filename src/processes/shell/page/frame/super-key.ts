/**
 * Whether Super is held. WebKitGTK reports it with no other key: its `metaKey` is the Meta of X11, which is another modifier, and few keyboards have one. So the
 * key itself is watched. Whoever turns to another window may let it go there, unheard.
 */
import type { KeyPress } from '../../../../contract/documents/shortcut.ts';

/** As the engines have named it over the years, and by its place. */
const names: ReadonlySet<string> = new Set(['Super', 'Meta', 'OS']);
const places = /^(?:Meta|OS|Super)(?:Left|Right)$/;

/** There are two, and one may be let go while the other one is held. */
const held = new Set<string>();

const isSuper = ({ key, code }: KeyboardEvent): boolean => names.has(key) || places.test(code);

// Before everything else that listens.
addEventListener('keydown', (event) => isSuper(event) && held.add(event.code), true);
addEventListener('keyup', (event) => isSuper(event) && held.delete(event.code), true);
addEventListener('blur', () => held.clear());

/** A pressed key, with Super. */
export function keyPress({ key, code, ctrlKey, altKey, shiftKey, metaKey }: KeyPress): KeyPress {
  return { key, code, ctrlKey, altKey, shiftKey, metaKey: metaKey || held.size > 0 };
}
