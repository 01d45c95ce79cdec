import { type RefObject, useCallback, useEffect, useRef } from 'react';
import { hasOwnKeys } from '../frame/own-keys.ts';

interface SearchFocus {
  readonly input: RefObject<HTMLInputElement | null>;
  /** Returns the focus to where the shortcut was pressed. */
  readonly leave: () => void;
}

/** Whether a key begins a text where nothing else takes it. A space presses buttons; AltGr may be reported as Ctrl with Alt. */
function beginsText(event: KeyboardEvent): boolean {
  const isCommand = (event.ctrlKey || event.altKey || event.metaKey) && !event.getModifierState('AltGraph');
  if (isCommand || event.defaultPrevented || event.isComposing || event.key.trim() === '' || [...event.key].length !== 1) return false;
  return !hasOwnKeys(event);
}

/** Ctrl+K and Ctrl+F move the focus to the search from anywhere, and so does a letter, which is typed there. */
export function useSearchFocus(): SearchFocus {
  const input = useRef<HTMLInputElement>(null);
  const cameFrom = useRef<Element | null>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      const isShortcut = isCommand && ['k', 'f'].includes(event.key.toLowerCase());
      if (!isShortcut && !beginsText(event)) return;
      if (document.activeElement !== input.current) cameFrom.current = document.activeElement;
      input.current?.focus();
      if (isShortcut) {
        event.preventDefault();
        input.current?.select();
      } else input.current?.setSelectionRange(input.current.value.length, input.current.value.length);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  const leave = useCallback(() => {
    input.current?.blur();
    if (cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
    cameFrom.current = null;
  }, []);
  return { input, leave };
}
