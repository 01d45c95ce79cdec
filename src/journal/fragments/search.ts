/**
 * Finds fragments by text. The index holds trigrams, so that any part of a word is found (`open` in `reopen()`). For shorter words there is the index
 * of pairs (character-pairs.ts).
 */

import type { JournalFragment } from '../../contract/journal.ts';
import { normalizedText } from '../../contract/normalized-text.ts';
import { pairQuery } from './character-pairs.ts';
import type { IndexQuery } from './search-candidates.ts';

/** Only this many characters at the beginning of a text are indexed. */
const indexedCharacters = 65_536;
/** The bytes that contain these characters, in any UTF encoding. */
export const textHeadBytes = 4 * indexedCharacters;

/** The texts by which a fragment is found: its content, the names of its source, its file name and its type. */
export function searchedText(
  { givenName, source }: JournalFragment,
  text: string,
  { detection, embeddedFilename }: Pick<JournalFragment, 'detection' | 'embeddedFilename'>,
): { readonly body: string; readonly names: string } {
  const names = [givenName ?? embeddedFilename, source.name, source.app.name, detection?.typeId].filter((name) => name).join(' ');
  return { body: normalizedText(text.slice(0, indexedCharacters)), names: normalizedText(names) };
}

/** The conditions of a query: every word has to be in the body or the names. Empty for a query without words. */
export function searchMatch(query: string): readonly IndexQuery[] {
  const words = normalizedText(query)
    .split(/[\s\0]+/) // FTS5 stops reading at a NUL
    .filter((word) => word !== '');
  const long = [...new Set(words.filter((word) => [...word].length >= 3))];
  // A word that is part of another one needs no condition of its own.
  const short = [...new Set(words.filter((word) => [...word].length < 3 && !long.some((other) => other.includes(word))))];
  const conditions: readonly IndexQuery[] = [
    { index: 'search', query: long.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ') },
    { index: 'pairs', query: short.map(pairQuery).join(' AND ') },
  ];
  return conditions.filter(({ query }) => query !== '');
}
