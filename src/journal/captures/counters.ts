/** Counts the outcomes of announced copies: in rows of the journal, and in notes that are not written yet. */
import { type CounterName, type Counters, counterNames } from '../../contract/journal.ts';
import type { Journal, JournalReader } from '../journal.ts';
import { oneMore, wholeNumber } from '../row-values.ts';

/** Some of the counters; the others are zero. */
export type Counts = Readonly<Partial<Record<CounterName, number>>>;

/** The outcomes of all copies that were announced since the journal was created. */
export function readCounters(journal: JournalReader): Counters {
  const rows = journal.statement('SELECT name, value FROM counters').all();
  const known = new Map(rows.map((row) => [row.name, wholeNumber(row.value)]));
  return Object.fromEntries(counterNames.map((name) => [name, known.get(name) ?? 0])) as Counters;
}

/** Adds to a counter. */
export function addToCounter(journal: Journal, name: CounterName, times = 1): void {
  journal
    .statement(`INSERT INTO counters (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = ${oneMore('value', '?2')}`)
    .run(name, times);
}

/** Adds to several counters. */
export function addToCounters(journal: Journal, counts: Counts): void {
  for (const [name, times] of Object.entries(counts)) addToCounter(journal, name as CounterName, times);
}

export function sumOf(some: Counts, others: Counts): Counts {
  const names = new Set([...Object.keys(some), ...Object.keys(others)] as CounterName[]);
  return Object.fromEntries([...names].map((name) => [name, (some[name] ?? 0) + (others[name] ?? 0)]));
}
