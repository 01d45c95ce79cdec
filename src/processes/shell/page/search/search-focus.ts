import { type RefObject, useCallback, useEffect, useRef } from 'react';

interface SearchFocus {
  readonly input: RefObject<HTMLInputElement | null>;
  /** Returns the focus to where the shortcut was pressed. */
  readonly leave: () => void;
}

/** Ctrl+K and Ctrl+F move the focus to the search from anywhere. */
export function useSearchFocus(): SearchFocus {
  const input = useRef<HTMLInputElement>(null);
  const cameFrom = useRef<Element | null>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || !['k', 'f'].includes(event.key.toLowerCase())) return;
      event.preventDefault();
      if (document.activeElement !== input.current) cameFrom.current = document.activeElement;
      input.current?.focus();
      input.current?.select();
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
