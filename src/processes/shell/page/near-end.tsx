import { type JSX, type RefObject, useEffect, useRef } from 'react';
import type { FragmentList } from '../../../contract/shell-page.ts';
import { useConnected } from './connection.ts';
import { send } from './hub.ts';

interface Props {
  readonly list: FragmentList;
  /** What scrolls; without it, the page's main part. */
  readonly within?: RefObject<HTMLElement | null>;
}

/** How far before the end the next rows are asked for: some seven rows. */
const early = '0px 0px 400px 0px';

/** The end of a list; asks for more when it comes near: once for each end that the list has, and anew after the core was lost. */
export function NearEnd({ list: { rows, hasMore }, within }: Props): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  const askedAt = useRef<string | null>(null);
  const isConnected = useConnected();
  const end = `${rows.length} ${rows.at(-1)?.id}`;
  useEffect(() => {
    if (!isConnected) askedAt.current = null;
    if (!isConnected || !hasMore || place.current === null) return;
    const root = within?.current ?? document.getElementById('main');
    const watch = new IntersectionObserver(
      (entries) => {
        if (askedAt.current === end || !entries.some((entry) => entry.isIntersecting)) return;
        askedAt.current = end;
        send({ kind: 'more' });
      },
      { root, rootMargin: early },
    );
    watch.observe(place.current);
    return () => watch.disconnect();
  }, [end, hasMore, isConnected, within]);
  return <div ref={place} aria-hidden />;
}
