/** What of a copied text is searched for secrets: a format that has more in it than text is reduced to what people read, and its addresses. Pure. */
import { searchedHtml } from './copied-html.ts';
import { searchedRtf } from './copied-rtf.ts';

const searched: Readonly<Record<string, (content: string) => string>> = { 'text/html': searchedHtml, 'text/rtf': searchedRtf };

/** The content itself for any other type. */
export function searchedText(content: string, mediaType: string): string {
  return searched[mediaType]?.(content) ?? content;
}
