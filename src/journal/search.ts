/**
 * Finding fragments by text. The index holds three-letter pieces, so that any part of a word is found (`open` in `reopen()`); words
 * shorter than that are looked for in names and types only.
 */
import type { Match } from './fragments.ts';

/** The first part of a text is what it is found by. */
export const indexedCharacters = 65_536;

/**
 * Texts and queries meet in one form: é is one character in some programs' text, and two in others'. More marks on one letter than any
 * language has are cut into runs of 30, as Unicode's stream-safe form has it (UAX #15, D4): to order n marks takes n² steps.
 */
export function composedForm(text: string): string {
  return text.replaceAll(/\p{M}{30}/gu, '$&\u034f').normalize('NFC');
}

/** The condition for any query. */
export function searchMatch(query: string): Match {
  const composed = composedForm(query);
  return matching(composed) ?? matchingName(composed.trim());
}

/** Every word of the query must be in the text or its names. Null for a query without any word of three letters. */
function matching(query: string): Match | null {
  const words = query
    .split(/[\s\0]+/) // FTS5 reads no further than a NUL
    .filter((word) => [...word].length >= 3);
  if (words.length === 0) return null;
  const expression = words.map((word) => `"${word.replaceAll('"', '""')}"`).join(' AND ');
  return { sql: 'fragments.id IN (SELECT rowid FROM search WHERE search MATCH ?)', parameter: expression };
}

/** For short words: a name, an application or a type that contains the query. */
function matchingName(query: string): Match {
  const escaped = query.replaceAll(/[\\%_]/g, (character) => `\\${character}`);
  return {
    sql: "(coalesce(embedded_filename, '') || ' ' || coalesce(type_id, '') || ' ' || coalesce(app_name, '')) LIKE ? ESCAPE '\\'",
    parameter: `%${escaped}%`,
  };
}
