/** What the page gets of copies besides rows: pictures that a web view draws without running anything, and without filling the memory; and HTML, as text. */
import type { Bridge } from '../../../client/bridge.ts';
import { isDrawable, isFace } from '../../../domain/picture/drawable-picture.ts';
import { drawnSize } from '../../../domain/picture/drawn-size.ts';
import { isFormatted } from '../../../domain/view/looks/row-badge.ts';
import type { Shell } from '../shell.ts';

/** A picture for the page. Never text: copied text must not become a part of the page. */
export interface PagePicture {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

/** The largest picture that is passed to the page; a larger one has no thumbnail. */
const longestPictureBytes = 32 * 1024 * 1024;

/** SVG can run scripts; the size of an AVIF is unknown before it is drawn. */
const drawn = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/bmp']);

const bounds = { content: isDrawable, face: isFace } as const;

/** Whether the page may have it, by the size that a decoder will use; if that is uncertain, it is not drawn. */
export function isForPage({ bytes, mediaType }: PagePicture, as: keyof typeof bounds): boolean {
  const size = drawn.has(mediaType) ? drawnSize(bytes) : null;
  return size !== null && bounds[as](size);
}

/** Whether it has the size that the view announced: the total of all shown pictures is limited by these. */
function isAsLarge({ bytes }: PagePicture, said: { readonly width?: number | undefined; readonly height?: number | undefined }): boolean {
  const size = drawnSize(bytes);
  return size !== null && size.width * size.height === (said.width ?? 0) * (said.height ?? 0);
}

/** The picture of a shown fragment, if it matches what the view says about it. */
export async function shownPicture(bridge: Bridge, shell: Shell, fragmentId: string): Promise<PagePicture | null> {
  const shown = await shell.shownFragment(fragmentId);
  if (shown === null) return null;
  const picture = await bridge.content(fragmentId, longestPictureBytes);
  return picture.ok && isAsLarge(picture.value, shown) ? picture.value : null;
}

/** Of an article with its styles; what is longer is not read. */
const longestHtmlBytes = 2 * 1024 * 1024;
/** The HTML that a fragment was copied with; null if it has none that is worth a look, or more than that. */
export async function shownHtml(bridge: Bridge, shell: Shell, fragmentId: string): Promise<string | null> {
  const shown = await shell.shownFragment(fragmentId);
  if (shown === null || !isFormatted(shown)) return null;
  const html = await bridge.content(fragmentId, longestHtmlBytes, { mediaType: 'text/html' });
  return html.ok ? new TextDecoder().decode(html.value.bytes) : null;
}
