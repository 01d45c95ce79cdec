import { type ImgHTMLAttributes, type JSX, useEffect, useState } from 'react';
import { useConnected } from './connection.ts';

interface Props extends Pick<ImgHTMLAttributes<HTMLImageElement>, 'className' | 'width' | 'height' | 'loading'> {
  readonly src: string;
  readonly alt: string;
  /** What stands there when it can't be drawn: it is gone, damaged, or larger than a window can hold. */
  readonly instead: JSX.Element | string | null;
}

/** At once, for a core that was lost and is back; later, for one that is started again so soon that it is not said to be lost. */
const triedAgainAfterMs = [0, 3_000] as const;

/** Tries whether it can be drawn after all. Returns what ends that. */
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
  const isConnected = useConnected();
  const [broken, setBroken] = useState<string | null>(null);
  const isBroken = broken === src;
  useEffect(() => (isBroken && isConnected ? tryAgain(src, () => setBroken(null)) : undefined), [src, isBroken, isConnected]);
  if (isBroken) return <>{instead}</>;
  return <img {...shown} src={src} alt={alt} decoding="async" onError={() => setBroken(src)} />;
}
