/**
 * Which contents are the same: those of one kind with the same formats, by their digests, without what a program only draws of a text. Office programs write the RTF and the
 * picture beside a text anew for each copy: LibreOffice names the fonts in another order each time, and may have no time for the picture. The text and
 * its HTML say the same then.
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
export function formsOf({ representations }: NewFragment): string {
  const hasHtml = representations.some(({ mediaType }) => mediaType === 'text/html');
  const isDrawn = (mediaType: string): boolean => mediaType.startsWith('image/') || (mediaType === 'text/rtf' && hasHtml);
  return representations
    .filter(({ mediaType }, position) => position === 0 || !isDrawn(mediaType))
    .map(({ mediaType, content }) => `${mediaType} ${content.sha256}`)
    .sort()
    .join(' ');
}

/** The SQL for `formsOf` a recorded fragment. */
export const contentForms = (fragment: string): string =>
  `(SELECT group_concat(form, ' ') FROM (SELECT media_type || ' ' || sha256 AS form FROM representations WHERE fragment_id = ${fragment}
     AND (position = 0 OR NOT (media_type LIKE 'image/%' OR (media_type = 'text/rtf'
       AND EXISTS (SELECT 1 FROM representations AS html WHERE html.fragment_id = ${fragment} AND html.media_type = 'text/html')))) ORDER BY form))`;
