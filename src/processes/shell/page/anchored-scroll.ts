/** Rows that come in above what is being read leave it where it is: WebKit has no scroll anchoring of its own. */
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** The first row that is in sight, and how far down all of the content it is, in px. */
interface Anchor {
  readonly id: string;
  readonly downPx: number;
}

const rowsIn = (list: HTMLElement): readonly HTMLElement[] => [...list.querySelectorAll<HTMLElement>('[data-fragment]')];

/** Null while the top of the list is in sight: there new rows are to be seen. */
function anchorIn(list: HTMLElement, scroller: HTMLElement): Anchor | null {
  const { top } = scroller.getBoundingClientRect();
  const rows = rowsIn(list);
  const first = rows[0];
  if (first === undefined || first.getBoundingClientRect().top >= top) return null;
  const seen = rows.find((row) => row.getBoundingClientRect().bottom > top);
  return seen === undefined ? null : { id: seen.dataset.fragment ?? '', downPx: downIn(seen, scroller) };
}

function downIn(row: HTMLElement, scroller: HTMLElement): number {
  return row.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
}

/** Keeps what is read in place while the rows of `list`, which lies in the page's main part, change. */
export function useAnchoredScroll(list: RefObject<HTMLElement | null>, rows: readonly unknown[]): void {
  const anchor = useRef<Anchor | null>(null);
  useEffect(() => {
    const scroller = document.getElementById('main');
    const remember = (): void => {
      if (list.current !== null && scroller !== null) anchor.current = anchorIn(list.current, scroller);
    };
    scroller?.addEventListener('scroll', remember, { passive: true });
    return () => scroller?.removeEventListener('scroll', remember);
  }, [list]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after the rows have changed, and at no other time
  useLayoutEffect(() => {
    const scroller = document.getElementById('main');
    if (list.current === null || scroller === null || anchor.current === null) return;
    const { id, downPx } = anchor.current;
    const row = rowsIn(list.current).find((one) => one.dataset.fragment === id);
    if (row !== undefined) scroller.scrollTop += downIn(row, scroller) - downPx;
    anchor.current = anchorIn(list.current, scroller);
  }, [list, rows]);
}
