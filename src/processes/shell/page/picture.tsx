import { type ImgHTMLAttributes, type JSX, useState } from 'react';

interface Props extends Pick<ImgHTMLAttributes<HTMLImageElement>, 'className' | 'width' | 'height' | 'loading'> {
  readonly src: string;
  readonly alt: string;
  /** What stands there when it can't be drawn: it is gone, damaged, or larger than a window can hold. */
  readonly instead: JSX.Element | string | null;
}

export function Picture({ instead, src, alt, ...shown }: Props): JSX.Element {
  const [broken, setBroken] = useState<string | null>(null);
  if (broken === src) return <>{instead}</>;
  return <img {...shown} src={src} alt={alt} decoding="async" onError={() => setBroken(src)} />;
}
