/** The fragments that a command is for: all of them, or what a query finds, whatever their number. */
import type { SearchQuery } from '../../domain/search/query.ts';
import type { JournalReader } from '../../journal/journal.ts';
import { isSoundId } from '../../journal/row-values.ts';
import { searchPage } from '../../journal/search/search.ts';

const pageLength = 500;

/** Their ids, newest first. An empty query finds all. */
export function chosenFragments(journal: JournalReader, query: SearchQuery): readonly number[] {
  if (query.length === 0)
    return Array.from(
      journal.statement(`SELECT id FROM fragments WHERE ${isSoundId('id')} AND state <> 'deleted' ORDER BY id DESC`).rows(),
      ({ id }) => Number(id),
    );
  const ids: number[] = [];
  for (let before: number | undefined = Number.MAX_SAFE_INTEGER; before !== undefined; ) {
    const page = searchPage(journal, { query, before, limit: pageLength });
    ids.push(...page.found.map(({ id }) => id));
    before = page.next ?? undefined;
  }
  return ids;
}
