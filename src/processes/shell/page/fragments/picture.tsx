import { type ImgHTMLAttributes, type JSX, useEffect, useState, useSyncExternalStore } from 'react';
import { latestView, subscribeToView } from '../shell-client.ts';

interface Props extends Pick<ImgHTMLAttributes<HTMLImageElement>, 'className' | 'width' | 'height' | 'loading'> {
  readonly src: string;
  readonly alt: string;
  /** Shown if the picture can't be drawn: it is missing, damaged, or too large for a window. */
  readonly instead: JSX.Element | string | null;
}

/** At once, for a core that was lost and is back; later, for one that restarts so quickly that it is not reported as lost. */
const triedAgainAfterMs = [0, 3_000] as const;

function isConnected(): boolean {
  const { view, isLost } = latestView();
  return !isLost && view?.connection.state === 'connected';
}

/** Tries whether it can be drawn after all. Returns a function that stops that. */
function tryAgain(src: string, onDrawn: () => void): () => void {
  const picture = new Image();
  picture.onload = onDrawn;
  const tries = triedAgainAfterMs.map((afterMs) => setTimeout(() => picture.setAttribute('src', src), afterMs));
  return () => {
    picture.onload = null;
    for (const each of tries) clearTimeout(each);
  };
}

export function Picture({ instead, src, alt, ...shown }: Props): JSX.Element {
  // What failed while the core did not answer is tried again once it does.
  const canBeRead = useSyncExternalStore(subscribeToView, isConnected);
  const [broken, setBroken] = useState<string | null>(null);
  const isBroken = broken === src;
  useEffect(() => (isBroken && canBeRead ? tryAgain(src, () => setBroken(null)) : undefined), [src, isBroken, canBeRead]);
  if (isBroken) return <>{instead}</>;
  // An element that gets another address shows the picture before until the new one is there: the icon of another program, say.
  return <img key={src} {...shown} src={src} alt={alt} decoding="async" onError={() => setBroken(src)} />;
}
