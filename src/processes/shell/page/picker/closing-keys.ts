/**
 * The keys that close the picker. What is typed after one of them waits outside of the page for the window that comes back (see `DesktopKeyboard.giveKeys`). If
 * the key did something else here, such as closing a menu, the picker itself is to have it, and says so.
 */
import { useEffect, useRef } from 'react';
import { sendCommand } from '../shell-client.ts';

/** The same ones that the desktop's keyboard watches: by the physical key too, since an input method gives a key another name. */
export function mayClose({ key, code, altKey }: Pick<KeyboardEvent, 'key' | 'code' | 'altKey'>): boolean {
  return /^(?:Enter|Escape)$/.test(key) || /^(?:Enter|NumpadEnter|Escape)$/.test(code) || (altKey && /^(?:Digit|Numpad)[1-9]$/.test(code));
}

/** `isAwaited`: whether such a key still waits for the rows of what was typed. */
export function useClosingKeys(isAwaited: () => boolean): void {
  const latest = useRef(isAwaited);
  latest.current = isAwaited;
  useEffect(() => {
    // Commands arrive in the order in which they are sent: one that closes the picker is there before.
    const after = (event: KeyboardEvent): void => {
      if (mayClose(event)) setTimeout(() => latest.current() || sendCommand({ kind: 'stay-picker' }));
    };
    addEventListener('keydown', after, true);
    return () => removeEventListener('keydown', after, true);
  }, []);
}
