/** The index of characters and pairs (pairs.ts): what is judged enters it, and bit by bit what was there before it. */
import { contentPlaces, readFragment, tryReadHead } from './fragments.ts';
import type { Journal } from './journal.ts';
import { pairsOf } from './pairs.ts';
import { wholeNumber } from './row.ts';
import { searchedText, textHeadBytes } from './search.ts';
import { isTakingNothing } from './write-failure.ts';

/** Indexes a fragment that the search index has. Within the transaction that makes it so. */
export function recordPairs(journal: Journal, fragmentId: number, pairs: string): void {
  journal
    .statement('INSERT OR REPLACE INTO pairs (rowid, words) SELECT ?1, ?2 WHERE EXISTS (SELECT 1 FROM search WHERE rowid = ?1)')
    .run(fragmentId, pairs);
}

const rowsAtOnce = 50;

/**
 * Indexes some fragments from before there was this index, the newest first, for about `budgetMs`; tells whether there are more. What ends in
 * mid-way begins with the next one.
 */
export function pairStep(journal: Journal, budgetMs: number): 'more' | 'done' {
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
    for (const { id, pairs } of made) recordPairs(journal, id, pairs);
    journal.statement('UPDATE without_pairs SET below = ?').run(made.at(-1)?.id ?? 0);
  });
  return made.length > 0 ? 'more' : 'done';
}

/** None of a fragment whose rows are damaged: it is not to hold up those before it. */
function tryPairsOf(journal: Journal, id: number): string {
  try {
    return pairsOfFragment(journal, id);
  } catch (error) {
    if (isTakingNothing(error)) throw error;
    return '';
  }
}

function pairsOfFragment(journal: Journal, id: number): string {
  const text = indexedText(journal, id);
  return text === null ? '' : pairsOf(`${text.names}\n${text.body}`);
}

/** What a fragment that was judged is found by; null for one that is damaged. */
export function indexedText(journal: Journal, id: number): { readonly body: string; readonly names: string } | null {
  const fragment = readFragment(journal, id);
  const place = contentPlaces(journal, id)[0];
  if (fragment === null || place === undefined) return null;
  const head = fragment.kind === 'image' ? null : tryReadHead(place, textHeadBytes);
  return searchedText(fragment, head === null ? '' : new TextDecoder().decode(head), fragment);
}
