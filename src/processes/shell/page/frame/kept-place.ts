/**
 * Keeps what is on the screen where it is when the notice below the content goes: content that was scrolled to its end has nothing more to show in the room that is free
 * then, and would move down by it, under the pointer too. That room stays empty until somebody scrolls up.
 */
import { useLayoutEffect, useRef } from 'react';

/** The empty room at the end of the content, for its style. */
export const keptRoom = 'var(--hubKeptRoom, 0px)';

/** `section`: the content, which scrolls in an element of its own. `noticeId`: the notice that is shown; null for none, and for content that keeps its own place. */
export function useKeptPlace(section: string, noticeId: number | null): void {
  const kept = useRef({ room: 0, top: 0, height: 0 });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each section has an element of its own
  useLayoutEffect(() => {
    const main = scroller();
    if (main === null) return;
    kept.current = { room: 0, top: main.scrollTop, height: main.clientHeight };
    const onScroll = (): void => {
      kept.current = { ...kept.current, top: main.scrollTop, room: roomLeft(main, kept.current.room) };
    };
    main.addEventListener('scroll', onScroll, { passive: true });
    return () => main.removeEventListener('scroll', onScroll);
  }, [section]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever else changes the content may move it
  useLayoutEffect(() => {
    const main = scroller();
    if (main === null) return;
    const { top, room, height } = kept.current;
    const moved = Math.min(top - main.scrollTop, main.clientHeight - height);
    if (moved > 0) {
      setRoom(main, room + moved);
      main.scrollTop = top;
    }
    kept.current = { top: main.scrollTop, height: main.clientHeight, room: moved > 0 ? room + moved : roomLeft(main, room) };
  }, [noticeId]);
}

function scroller(): HTMLElement | null {
  return document.getElementById('main');
}

/** Takes away what is below the edge of the view, where nobody sees it go. Returns what stays. */
function roomLeft(main: HTMLElement, room: number): number {
  if (room === 0) return 0;
  const below = main.scrollHeight - main.scrollTop - main.clientHeight;
  const left = Math.max(0, room - Math.max(0, below));
  setRoom(main, left);
  return left;
}

function setRoom(main: HTMLElement, room: number): void {
  main.style.setProperty('--hubKeptRoom', `${room}px`);
}
