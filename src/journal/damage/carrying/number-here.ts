/**
 * Which copy of the new journal is one of the damaged journal: its number alone does not tell, because the new one may have given that to another copy, if the damaged
 * one could not be read when it began.
 */
import type { Span } from '../../../domain/retention/lost-copies.ts';
import type { JournalReader } from '../../journal.ts';
import { textOf, wholeNumber } from '../../row-values.ts';
import type { DamagedJournal } from './damaged-journal.ts';

const copiedAt = 'SELECT copied_at FROM fragments JOIN captures ON captures.id = capture_id WHERE fragments.id = ?';
const firstFormat = 'SELECT sha256 FROM representations WHERE fragment_id = ? AND position = 0';
const sameCopy = `SELECT fragments.id FROM captures JOIN fragments ON capture_id = captures.id JOIN representations ON fragment_id = fragments.id
  WHERE copied_at = ? AND position = 0 AND sha256 = ? LIMIT 1`;
/** With its number and its content, at any time: a program has announced it again, or it was copied again and became part of another one then, by the same number. */
const ownNumber = `SELECT fragment_id AS id FROM representations WHERE position = 0 AND sha256 = ?2
  AND fragment_id IN (?1, (SELECT fragment_id FROM earlier_copies WHERE number = ?1)) LIMIT 1`;
/** What it became part of, or its own one from before a repeat, which gives a copy its time. */
const laterCopy = `SELECT fragment_id AS id FROM earlier_copies WHERE number = ?1 AND copied_at = ?2
  UNION ALL SELECT fragment_id FROM earlier_copies WHERE fragment_id = ?1 AND copied_at = ?2 AND number IS NULL LIMIT 1`;

/**
 * The number that the copy with this one in the damaged journal has in the new one, or the one that it became part of; null if it did not come over, as far as can be
 * known. Throws SQLite's error about the new one.
 */
export function numberHere(old: Pick<DamagedJournal, 'tryRead'>, journal: JournalReader, id: number): number | null {
  const atMs = wholeNumber(old.tryRead(copiedAt, id)?.[0]?.copied_at);
  if (atMs === null) return null;
  if (journal.statement(copiedAt).get(id)?.copied_at === atMs) return id;
  const later = wholeNumber(journal.statement(laterCopy).get(id, atMs)?.id);
  if (later !== null) return later;
  const sha256 = textOf(old.tryRead(firstFormat, id)?.[0]?.sha256);
  if (sha256 === null) return null;
  return wholeNumber(journal.statement(sameCopy).get(atMs, sha256)?.id) ?? wholeNumber(journal.statement(ownNumber).get(id, sha256)?.id);
}

/** As many as are told at once (`carry-on.ts`): a second's work. */
const mostEarlier = 20_000;

/** `missing`, and `unsure`: of which it matters. `most`: that are asked about. */
interface EarlierAsked {
  readonly missing: ReadonlySet<number>;
  readonly unsure: readonly Span[];
  readonly most?: number | undefined;
}

/**
 * Those of the numbers which are given to earlier copies here that are the damaged journal's: of a copy that became part of another one here, or there. `unknown`: of the
 * missing ones, those of which that is not asked, because there are too many. Throws SQLite's error about the new one.
 */
export function earlierHere(
  old: Pick<DamagedJournal, 'tryRead'>,
  journal: JournalReader,
  { missing, unsure, most = mostEarlier }: EarlierAsked,
) {
  const earlier = journal
    .statement('SELECT value AS number FROM json_each(?) WHERE EXISTS (SELECT 1 FROM earlier_copies WHERE number = value)')
    .all(JSON.stringify([...missing]))
    .map(({ number }) => Number(number));
  const asked = new Set(earlier.slice(0, most));
  const within = journal.statement('SELECT number FROM earlier_copies WHERE number BETWEEN ? AND ? ORDER BY number DESC LIMIT ?');
  for (const [first, last] of unsure) {
    if (asked.size >= most) break;
    for (const { number } of within.all(first, last, most - asked.size)) asked.add(Number(number));
  }
  const wasEarlier = (number: number): boolean => (old.tryRead('SELECT 1 FROM earlier_copies WHERE number = ?', number)?.length ?? 0) > 0;
  const here = [...asked].filter((number) => numberHere(old, journal, number) !== null || wasEarlier(number));
  return { here, unknown: earlier.slice(most) };
}

/** More than come over at a start, which tells once what was lost. Of the others nobody knows. */
const mostAsked = 100_000;

/** Which copies of the damaged journal came over, among these numbers. Throws SQLite's error about the new one. */
export function idsHere(old: Pick<DamagedJournal, 'tryRead'>, journal: JournalReader, [first, last]: Span): readonly number[] {
  const there = journal.statement(`SELECT id FROM fragments WHERE id BETWEEN ? AND ? LIMIT ${mostAsked}`).all(first, last);
  return there.map(({ id }) => Number(id)).filter((id) => numberHere(old, journal, id) !== null);
}
