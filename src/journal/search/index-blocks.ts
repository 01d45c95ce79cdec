/**
 * Fills the search indexes, block by block (migrations/0012-search-blocks.ts), newest first. The block in which the next fragments will be is left for
 * later: 32 fragments at once cost much less than one after the other, and a search looks at the few that are missing.
 */
import type { SQLOutputValue } from 'node:sqlite';
import type { SearchedFragment } from '../../domain/search/match.ts';
import type { Journal, JournalReader } from '../journal.ts';
import { isSoundId, wholeNumber } from '../row-values.ts';
import { isJournalUnavailable } from '../writing/write-failure.ts';
import { emptyEarlierIndexes } from './earlier-indexes.ts';
import {
  addShortTerms,
  dayOf,
  everything,
  type FactField,
  factFields,
  factTerm,
  mostPairs,
  noFact,
  pairTerm,
  termsOf,
} from './index-terms.ts';
import { searchedFragment } from './searched-fragment.ts';

export const blockSize = 32;

/** Of one kind, such as programs: a hostile one could give itself ever new names. The fragments of the others have the number of none. */
const mostFacts = 10_000;

interface IndexedFragment {
  readonly id: number;
  readonly terms: readonly string[];
  readonly facts: readonly (readonly [FactField, string])[];
  readonly day: number;
}

/** A block that is being read; its fragments below `below` are still to be read. */
interface Reading {
  readonly block: number;
  /** As it was read: a damaged one has to be found again too. */
  readonly times: SQLOutputValue;
  below: number;
  readonly fragments: IndexedFragment[];
  readonly pairs: Set<number>;
}

/** What this process has read so far: a block with long texts takes several steps. */
const readings = new WeakMap<Journal, Reading>();

/** Indexes for about `budgetMs`. Returns whether there is more to do now; the next call goes on there, also after a restart. */
export function indexBlocksStep(journal: Journal, budgetMs: number): 'more' | 'done' {
  const endMs = performance.now() + budgetMs;
  const reading = readings.get(journal) ?? nextBlock(journal);
  if (reading === null) return emptyEarlierIndexes(journal);
  readings.set(journal, reading);
  const isRead = readOn(journal, reading, endMs);
  if (isRead) {
    readings.delete(journal);
    journal.transaction(() => record(journal, reading));
  }
  return 'more';
}

/** The block of the newest fragment. */
export function newestBlock(journal: JournalReader): number {
  const newest = journal.statement(`SELECT id FROM fragments WHERE ${isSoundId('id')} ORDER BY id DESC LIMIT 1`).get();
  return Math.floor((wholeNumber(newest?.id) ?? 0) / blockSize);
}

function nextBlock(journal: JournalReader): Reading | null {
  const row = journal
    .statement('SELECT block, times FROM unindexed_blocks WHERE block < ? ORDER BY block DESC LIMIT 1')
    .get(newestBlock(journal));
  const block = wholeNumber(row?.block);
  if (block === null) return null;
  return { block, times: row?.times ?? null, below: (block + 1) * blockSize, fragments: [], pairs: new Set() };
}

/** False if the time is up. */
function readOn(journal: Journal, reading: Reading, endMs: number): boolean {
  const rows = journal
    .statement('SELECT id FROM fragments WHERE id >= ? AND id < ? ORDER BY id DESC')
    .all(reading.block * blockSize, reading.below);
  for (const row of rows) {
    const id = Number(row.id);
    tryRead(journal, id, reading);
    reading.below = id;
    if (performance.now() > endMs) return false;
  }
  return true;
}

/** One that can't be read is not found, and does not keep the others from being found. */
function tryRead(journal: Journal, id: number, { fragments, pairs }: Reading): void {
  try {
    const fragment = searchedFragment(journal, id);
    if (fragment === null) return;
    fragments.push({ id, terms: termsOf(fragment), facts: factsOf(fragment), day: dayOf(fragment.copiedAtMs) });
    addShortTerms(fragment, pairs);
  } catch (error) {
    if (isJournalUnavailable(error)) throw error;
  }
}

/** Its values that have numbers in the indexes. */
export function factsOf({ typeId, group, extension, app, tags }: SearchedFragment): IndexedFragment['facts'] {
  const values: Readonly<Record<FactField, readonly string[]>> = {
    type: [typeId],
    group: [group],
    extension: [extension],
    app: [app()],
    tag: tags,
  };
  return factFields.flatMap((field) => values[field].filter((value) => value.trim() !== '').map((value) => [field, value] as const));
}

function record(journal: Journal, { block, times, fragments, pairs }: Reading): void {
  // If the block has changed since it was read, it stays unindexed, and is read again.
  const { changes } = journal.statement('DELETE FROM unindexed_blocks WHERE block = ? AND times IS ?').run(block, times);
  if (changes === 0) return;
  for (const { id, terms, facts } of fragments) {
    const numbered = facts.map(([field, value]) => factTerm(factId(journal, field, value)));
    journal.statement('INSERT OR REPLACE INTO text_index (rowid, terms) VALUES (?, ?)').run(id, [...terms, ...numbered].join(' '));
  }
  const short = pairs.size > mostPairs ? everything : Array.from(pairs, pairTerm).join(' ');
  journal.statement('INSERT OR REPLACE INTO short_index (rowid, terms) VALUES (?, ?)').run(block, short);
  for (const { id, day } of fragments)
    journal
      .statement(
        'INSERT INTO index_days VALUES (?1, ?2, ?2) ON CONFLICT (day) DO UPDATE SET lowest = min(lowest, ?2), highest = max(highest, ?2)',
      )
      .run(day, id);
}

/** `noFact` for one too many. */
function factId(journal: Journal, field: FactField, value: string): number {
  const find = (): number | null =>
    wholeNumber(journal.statement('SELECT id FROM index_facts WHERE field = ? AND value = ?').get(field, value)?.id);
  const known = find();
  if (known !== null) return known;
  const count = wholeNumber(journal.statement('SELECT count(*) AS facts FROM index_facts WHERE field = ?').get(field)?.facts) ?? 0;
  if (count >= mostFacts) return noFact;
  return journal.statement('INSERT INTO index_facts (field, value) VALUES (?, ?)').run(field, value).lastInsertRowid;
}

const factsAtOnce = 100;
/** How far this process has looked through the facts. */
const factsLookedAt = new WeakMap<Journal, number>();

/** Removes some of the values that no indexed fragment has any more: the name of a program goes with its last copy. True at the end of a pass. */
export function forgetUnusedFacts(journal: Journal): boolean {
  const rows = journal
    .statement('SELECT id FROM index_facts WHERE id > ? ORDER BY id LIMIT ?')
    .all(BigInt(factsLookedAt.get(journal) ?? 0), factsAtOnce);
  for (const { id } of rows) {
    const number = wholeNumber(id);
    const match = journal.statement('SELECT 1 FROM text_index WHERE text_index MATCH ? LIMIT 1');
    if (number === null || match.get(`"${factTerm(number)}"`) === undefined)
      journal.statement('DELETE FROM index_facts WHERE id = ?').run(id ?? null);
  }
  const last = wholeNumber(rows.at(-1)?.id);
  if (rows.length < factsAtOnce || last === null) factsLookedAt.delete(journal);
  else factsLookedAt.set(journal, last);
  return !factsLookedAt.has(journal);
}
