/**
 * Which contents are the same: those of one kind with the same formats, by their digests. Of a text with formatting (HTML or RTF) without the pictures, and with
 * HTML without the RTF: office programs draw and write these anew for each copy. LibreOffice names the fonts in another order each time, and may have no
 * time for the picture. The cost: what differs only there is one content, and the earlier picture or RTF goes with the earlier copy, also if it said
 * something that the HTML does not say, such as a picture within the RTF. Of copied files, pictures and plain text each format counts.
 */
import type { NewFragment } from '../../contract/journal.ts';

/** More are merged with the next copies. */
export const mostAtOnce = 64;
/**
 * The newest fragments with this main content (the first parameter), in all other formats too or not. A page may be copied again and again with the same text, and each time with
 * another number in its HTML; then more of them are not looked through at each copy.
 */
export const sameMain = `(SELECT fragment_id, rowid AS place FROM representations WHERE sha256 = ? AND position = 0 ORDER BY rowid DESC LIMIT ${mostAtOnce})`;

/** The formats that identify a fragment, with the digests of their contents. */
export function formsOf({ kind, representations }: NewFragment): string {
  const has = (wanted: string): boolean => kind === 'text' && representations.some(({ mediaType }) => mediaType === wanted);
  const [hasHtml, hasRtf] = [has('text/html'), has('text/rtf')];
  const isDrawn = (mediaType: string): boolean =>
    ((hasHtml || hasRtf) && mediaType.startsWith('image/')) || (hasHtml && mediaType === 'text/rtf');
  return representations
    .filter(({ mediaType }, position) => position === 0 || !isDrawn(mediaType))
    .map(({ mediaType, content }) => `${mediaType} ${content.sha256}`)
    .sort()
    .join(' ');
}

/** The SQL for `formsOf` a recorded fragment. */
export const contentForms = (fragment: string): string => {
  const isText = `(SELECT kind FROM fragments AS own WHERE own.id = ${fragment}) = 'text'`;
  const has = (types: string): string =>
    `EXISTS (SELECT 1 FROM representations AS other WHERE other.fragment_id = ${fragment} AND other.media_type IN (${types}))`;
  const isDrawn = `${isText} AND ((media_type LIKE 'image/%' AND ${has("'text/html', 'text/rtf'")}) OR (media_type = 'text/rtf' AND ${has("'text/html'")}))`;
  return `(SELECT group_concat(form, ' ') FROM (SELECT media_type || ' ' || sha256 AS form FROM representations WHERE fragment_id = ${fragment}
     AND (position = 0 OR NOT (${isDrawn})) ORDER BY form))`;
};
