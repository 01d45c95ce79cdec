/** The values that occur in the history, for the conditions of a search. */
import type { JournalReader } from '../journal.ts';
import { isSoundId, textOf, wholeNumber } from '../row-values.ts';
import { blockSize, factsOf } from './index-blocks.ts';
import type { FactField } from './index-terms.ts';
import { searchedFragment } from './searched-fragment.ts';

/** More than anybody looks through. */
const mostOffered = 300;
/** The newest ones are indexed when their block is full: what was just copied is looked at itself. */
const newest = 2 * blockSize;

/** The values of a field that occur, in order; of a program its name. Folded (domain/search/folding.ts). */
export function presentValues(journal: JournalReader, field: FactField): readonly string[] {
  const rows = journal.statement('SELECT value FROM index_facts WHERE field = ? ORDER BY value LIMIT ?').all(field, mostOffered);
  const values = [...rows.map((row) => textOf(row.value) ?? ''), ...newestValues(journal, field)];
  const names = values.map((value) => value.split('\n', 1)[0] ?? '').filter((name) => name !== '');
  return [...new Set(names)].sort().slice(0, mostOffered);
}

/** Copies that are looked at for that, and programs that are told. */
const [recentCopies, mostRecentApps] = [1_000, 30];

/** The programs of the latest copies, the latest first, as the desktop reports them. */
export function recentApps(journal: JournalReader): readonly string[] {
  const rows = journal
    .statement(
      `SELECT app_name, max(fragment) AS newest
       FROM (SELECT id AS fragment, capture_id, state FROM fragments WHERE ${isSoundId('id')} ORDER BY id DESC LIMIT ?)
         JOIN captures ON captures.id = capture_id
       WHERE state <> 'deleted' AND app_name <> '' GROUP BY app_name ORDER BY newest DESC LIMIT ?`,
    )
    .all(recentCopies, mostRecentApps);
  return rows.flatMap((row) => textOf(row.app_name) ?? []);
}

function newestValues(journal: JournalReader, field: FactField): readonly string[] {
  const rows = journal.statement(`SELECT id FROM fragments WHERE ${isSoundId('id')} ORDER BY id DESC LIMIT ?`).all(newest);
  return rows.flatMap(({ id }) => {
    const fragment = searchedFragment(journal, wholeNumber(id) ?? 0);
    return fragment === null ? [] : factsOf(fragment).flatMap(([of, value]) => (of === field ? [value] : []));
  });
}
