/** The index of characters and pairs (character-pairs.ts). Judged fragments are added at once, and those older than the index gradually. */

import type { Journal } from '../journal.ts';
import { wholeNumber } from '../row-values.ts';
import { isJournalUnavailable } from '../writing/write-failure.ts';
import { pairsOf } from './character-pairs.ts';
import { contentPlaces, readFragment, tryReadHead } from './fragments.ts';
import { searchedText, textHeadBytes } from './search.ts';

/** Indexes a fragment if the search index contains it. Call it within the transaction that adds the fragment there. */
export function indexPairs(journal: Journal, fragmentId: number, pairs: string): void {
  journal
    .statement('INSERT OR REPLACE INTO pairs (rowid, words) SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM search WHERE rowid = ?1)')
    .run(fragmentId, pairs);
}

const rowsAtOnce = 50;

/**
 * Indexes some of the fragments that are older than this index, newest first, for about `budgetMs`. Returns whether there are more; the next call
 * continues after the last indexed one, also after a restart.
 */
export function indexPairsStep(journal: Journal, budgetMs: number): 'more' | 'done' {
  const waiting = journal.statement('SELECT below FROM without_pairs').get();
  const below = wholeNumber(waiting?.below) ?? 0;
  if (below === 0) return 'done';
  const rows = journal.statement('SELECT id FROM fragments WHERE id BETWEEN 1 AND ? ORDER BY id DESC LIMIT ?').all(below - 1, rowsAtOnce);
  const endMs = performance.now() + budgetMs;
  const made: { readonly id: number; readonly pairs: string }[] = [];
  for (const row of rows) {
    if (made.length > 0 && performance.now() > endMs) break;
    made.push({ id: Number(row.id), pairs: tryPairsOf(journal, Number(row.id)) });
  }
  journal.transaction(() => {
    for (const { id, pairs } of made) indexPairs(journal, id, pairs);
    journal.statement('UPDATE without_pairs SET below = ?').run(made.at(-1)?.id ?? 0);
  });
  return made.length > 0 ? 'more' : 'done';
}

/** The pairs of a fragment; empty if its rows are damaged, so that it does not block the older ones. */
function tryPairsOf(journal: Journal, id: number): string {
  try {
    return pairsOfFragment(journal, id);
  } catch (error) {
    if (isJournalUnavailable(error)) throw error;
    return '';
  }
}

function pairsOfFragment(journal: Journal, id: number): string {
  const text = indexedText(journal, id);
  return text === null ? '' : pairsOf(`${text.names}\n${text.body}`);
}

/** The texts by which search finds a judged fragment; null if it is damaged. */
export function indexedText(journal: Journal, id: number): { readonly body: string; readonly names: string } | null {
  const fragment = readFragment(journal, id);
  const place = contentPlaces(journal, id)[0];
  if (fragment === null || place === undefined) return null;
  const head = fragment.kind === 'image' ? null : tryReadHead(place, textHeadBytes);
  return searchedText(fragment, head === null ? '' : new TextDecoder().decode(head), fragment);
}
