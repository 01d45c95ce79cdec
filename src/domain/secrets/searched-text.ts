/** What of a copied text is searched for secrets: a format that has more in it than text is reduced to what people read, and its addresses. Pure. */
import type { SecretFamily } from '../../contract/secret-families.ts';
import { textOfHtml } from '../kind/html-text.ts';
import { searchedHtml } from './copied-html.ts';
import { searchedRtf } from './copied-rtf.ts';
import { findSecret, showsSecret } from './find-secret.ts';

/** HTML is searched as it is, for the addresses and what it hides, and as it reads: a tag may stand within a token. */
const searched: Readonly<Record<string, (content: string) => readonly string[]>> = {
  'text/html': (html) => [searchedHtml(html), textOfHtml(html)],
  'text/rtf': (rtf) => [searchedRtf(rtf)],
};

/** Like `findSecret`, for a content of any type that has a text. */
export function secretInContent(content: string, mediaType: string, allowed: readonly SecretFamily[] = []): SecretFamily | null {
  for (const text of textsOf(content, mediaType)) {
    const family = findSecret(text, allowed);
    if (family !== null) return family;
  }
  return null;
}

/** Whether a line of it says a secret, also one that is not certain. */
export function maySayInContent(content: string, mediaType: string): boolean {
  return textsOf(content, mediaType).some((text) => text.split('\n').some((line) => showsSecret(line)));
}

function textsOf(content: string, mediaType: string): readonly string[] {
  return searched[mediaType]?.(content) ?? [content];
}
