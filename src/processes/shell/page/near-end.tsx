import { type JSX, type RefObject, useEffect, useRef } from 'react';
import { send } from './hub.ts';

interface Props {
  /** Rows that the list has; more are asked for once for each count. */
  readonly count: number;
  readonly hasMore: boolean;
  /** What scrolls; without it, the page's main part. */
  readonly within?: RefObject<HTMLElement | null>;
}

/** How far before the end the next rows are asked for: some seven rows. */
const early = '0px 0px 400px 0px';

/** The end of a list; asks for more when it comes near. */
export function NearEnd({ count, hasMore, within }: Props): JSX.Element {
  const end = useRef<HTMLDivElement>(null);
  const askedFor = useRef(-1);
  useEffect(() => {
    if (!hasMore || end.current === null) return;
    const root = within?.current ?? document.getElementById('main');
    const watch = new IntersectionObserver(
      (entries) => {
        if (askedFor.current === count || !entries.some((entry) => entry.isIntersecting)) return;
        askedFor.current = count;
        send({ kind: 'more' });
      },
      { root, rootMargin: early },
    );
    watch.observe(end.current);
    return () => watch.disconnect();
  }, [count, hasMore, within]);
  return <div ref={end} aria-hidden />;
}
