/** Pictures for the page: those that a web view draws without running anything, and without filling the memory. */
import { isDrawable, isFace } from '../../domain/drawable-picture.ts';
import { drawnSize } from '../../domain/drawn-size.ts';

/** A picture for the page. Never text: what was copied is no part of the page. */
export interface PagePicture {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

/** SVG is a program too; of AVIF nobody knows how large it is before it is drawn. */
const drawn = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp']);

const bounds = { content: isDrawable, face: isFace } as const;

/** Whether the page is to have it, by the size that a decoder will make of it: one of which that isn't sure is not drawn. */
export function isForPage({ bytes, mediaType }: PagePicture, as: keyof typeof bounds): boolean {
  const size = drawn.has(mediaType) ? drawnSize(bytes) : null;
  return size !== null && bounds[as](size);
}

/** Whether it is as large as it was said to be when the page was told to show it: the sum of all that it shows is bounded by that. */
export function isAsLarge(
  { bytes }: PagePicture,
  said: { readonly width?: number | undefined; readonly height?: number | undefined },
): boolean {
  const size = drawnSize(bytes);
  return size !== null && size.width * size.height === (said.width ?? 0) * (said.height ?? 0);
}
