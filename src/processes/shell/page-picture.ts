/** Pictures for the page: those that a web view draws without running anything, and without filling the memory. */
import { isDrawable, isFace } from '../../domain/drawable-picture.ts';
import { firstGifFrame } from '../../domain/gif-frame.ts';
import { pictureSize } from '../../domain/picture-size.ts';

/** A picture for the page. Never text: what was copied is no part of the page. */
export interface PagePicture {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

/** SVG is a program too. */
const drawn = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp', 'image/avif']);

const bounds = { content: isDrawable, face: isFace } as const;

/** Whether the page is to have it, by what its own head says of its size: one that says nothing is not drawn either. */
export async function isForPage({ bytes, mediaType }: PagePicture, as: keyof typeof bounds): Promise<boolean> {
  if (!drawn.has(mediaType)) return false;
  const size = await pictureSize(bytes);
  return size !== null && [size, firstGifFrame(bytes) ?? size].every(bounds[as]);
}
