/**
 * Finding fragments by text. The index holds three-letter pieces, so that any part of a word is found (`open` in `reopen()`); words
 * shorter than that are found by the index of pairs (pairs.ts).
 */
import { composedForm } from '../contract/composed-form.ts';
import type { JournalFragment } from '../contract/journal.ts';
import type { Match } from './fragments.ts';
import { pairQuery } from './pairs.ts';

/** The first part of a text is what it is found by. */
const indexedCharacters = 65_536;
/** The bytes of a text that have it, in any encoding of UTF. */
export const textHeadBytes = 4 * indexedCharacters;

/** What a fragment is found by: its text, the names of where it came from, and what is known of it. */
export function searchedText(
  { givenName, source }: JournalFragment,
  text: string,
  { detection, embeddedFilename }: Pick<JournalFragment, 'detection' | 'embeddedFilename'>,
): { readonly body: string; readonly names: string } {
  const names = [givenName ?? embeddedFilename, source.name, source.app.name, detection?.typeId].filter((name) => name).join(' ');
  return { body: composedForm(text.slice(0, indexedCharacters)), names: composedForm(names) };
}

/**
 * The condition for any query: every word of it is in the text or its names. One without a word holds for all. The index is read from its newest entry
 * on, no further than the list goes: to gather all that match takes seconds where a hundred thousand copies have the same words.
 */
export function searchMatch(query: string): Match {
  const words = composedForm(query)
    .split(/[\s\0]+/) // FTS5 reads no further than a NUL
    .filter((word) => word !== '');
  const long = [...new Set(words.filter((word) => [...word].length >= 3))];
  // One that is a part of another word is there with it.
  const short = [...new Set(words.filter((word) => [...word].length < 3 && !long.some((other) => other.includes(word))))];
  const ofSearch = long.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ');
  const ofPairs = short.map(pairQuery).join(' AND ');
  if (long.length === 0 && short.length === 0) return { index: null, sql: 'true', parameters: [] };
  if (long.length === 0) return { index: 'pairs', sql: 'pairs MATCH ?', parameters: [ofPairs] };
  if (short.length === 0) return { index: 'search', sql: 'search MATCH ?', parameters: [ofSearch] };
  // Without the plus, SQLite would look into the index anew for each of these numbers.
  const sql = 'search MATCH ? AND +search.rowid IN (SELECT rowid FROM pairs WHERE pairs MATCH ?)';
  return { index: 'search', sql, parameters: [ofSearch, ofPairs] };
}
