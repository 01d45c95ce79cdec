/** For tests: the fragments that a search finds. */
import assert from 'node:assert/strict';
import { parseSearch, type SearchQuery } from '../../src/domain/search/query.ts';
import type { JournalReader } from '../../src/journal/journal.ts';
import { searchPage } from '../../src/journal/search/search.ts';

/** The query of a search that makes sense. */
export function searchQuery(text: string, nowMs: number = Date.now()): SearchQuery {
  const parsed = parseSearch(text, nowMs);
  assert.ok(parsed.ok, parsed.ok ? '' : parsed.detail);
  return parsed.query;
}

/** The ids of what a search finds, newest first. */
export function foundIds(journal: JournalReader, text: string, nowMs?: number): readonly number[] {
  return searchPage(journal, { query: searchQuery(text, nowMs), limit: 1_000 }).found.map(({ id }) => id);
}
