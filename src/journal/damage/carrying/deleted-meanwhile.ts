/**
 * Deletions of copies that still wait in a damaged journal. They can't be deleted there, and whoever deletes something must not get it back: what is to be deleted is
 * written down in the new journal, for each damaged one of which copies wait, and once it can't be undone any more, such a copy is not carried over. Until then
 * nothing is.
 */
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { isMatch } from '../../../domain/search/match.ts';
import { parseSearch, type SearchQuery } from '../../../domain/search/query.ts';
import type { ContentPlace } from '../../fragments/fragments.ts';
import type { Journal, JournalPlace, JournalReader } from '../../journal.ts';
import { deleteWithin } from '../../keeping/delete-fragments.ts';
import { undoWithinMs } from '../../keeping/deletions.ts';
import { onHold } from '../../retention/holds-in-force.ts';
import { type Row, textOf, wholeNumber } from '../../row-values.ts';
import { searchedFragment } from '../../search/searched-fragment.ts';
import { readLoss } from '../loss-file.ts';
import type { CarriedFragment } from './fragment-carrier.ts';
import { isWaitingIn, placesAside, waitingCopies } from './waiting-journals.ts';

/** Nobody types that many within the minutes in which copies wait; each copy is compared with all of them. */
const mostChoices = 100;

/** Those that a search finds (an empty one finds all), copied from a time on (Unix time in ms) or whenever, without the pinned ones or with them. */
export interface Choice {
  readonly query: string;
  readonly sinceMs: number | null;
  readonly pinned: boolean;
}

/** Copies by their numbers, or those that are chosen. */
export type WhatWaits = { readonly numbers: readonly number[] } | Choice;

export interface WaitingOrder {
  readonly what: WhatWaits;
  readonly place: JournalPlace;
  readonly nowMs: number;
  /** Otherwise it can be undone as long as other deletions. */
  readonly isForGood: boolean;
}

/** Whether copies wait that it may be about, and no more deletions of them are taken. */
export type WrittenDown = 'written' | 'none-wait' | 'too-many';

/**
 * Writes down that these are deleted, of the copies that wait now: what is written once none does any more would stay, and be about copies of a journal that is damaged
 * later. Throws the system's error, or SQLite's.
 */
export function deleteWaiting(journal: Journal, { what, place, nowMs, isForGood }: WaitingOrder): WrittenDown {
  const endsAtMs = isForGood ? 0 : nowMs + undoWithinMs;
  return journal.transaction(() => {
    const waiting = waitingCopies(place, journal);
    if ('numbers' in what) {
      const add = journal.statement('INSERT INTO waiting_deletions (file, made_at, ends_at, fragment_id) VALUES (?, ?, ?, ?)');
      const rows = waiting.flatMap(({ file, below }) => what.numbers.filter((one) => one < below).map((one) => [file, one] as const));
      for (const [file, number] of rows) add.run(file, nowMs, endsAtMs, number);
      return rows.length === 0 ? 'none-wait' : 'written';
    }
    if (waiting.length === 0) return 'none-wait';
    forgetCovered(journal, nowMs);
    const known = journal.statement('SELECT count(DISTINCT made_at) AS n FROM waiting_deletions WHERE fragment_id IS NULL').get();
    if (Number(known?.n) >= mostChoices) return 'too-many';
    const add = journal.statement(
      'INSERT INTO waiting_deletions (file, made_at, ends_at, below, query, since, deletes_pinned) VALUES (?, ?, ?, ?, ?, ?, ?)',
    );
    for (const { file, below } of waiting) add.run(file, nowMs, endsAtMs, below, what.query, what.sinceMs, what.pinned ? 1 : 0);
    return 'written';
  });
}

/** Forgets choices that can't be undone any more, and choose nothing that another such one of the same journal does not. Call it in a transaction. */
function forgetCovered(journal: Journal, nowMs: number): void {
  const found = journal
    .statement(`SELECT id, file, ${columnsOfChoice} FROM waiting_deletions WHERE fragment_id IS NULL AND NOT (${isOpen}) ORDER BY id`)
    .all(nowMs)
    .flatMap((row) => {
      const choice = readChoice(row);
      return choice === null ? [] : [{ ...choice, id: row.id ?? null, file: textOf(row.file) }];
    });
  // Of equal ones the first stays.
  const isWithin = (one: OfJournal, at: number): boolean =>
    found.some((other, before) => before !== at && covers(other, one) && (before < at || !covers(one, other)));
  const forget = journal.statement('DELETE FROM waiting_deletions WHERE id = ?');
  for (const { id } of found.filter(isWithin)) forget.run(id);
}

type OfJournal = ReadChoice & { readonly file: string | null };

function covers(one: OfJournal, other: OfJournal): boolean {
  const isLonger = one.sinceMs === null || (other.sinceMs !== null && one.sinceMs <= other.sinceMs);
  return (
    one.file === other.file &&
    one.below >= other.below &&
    isLonger &&
    (one.pinned || !other.pinned) &&
    isDeepStrictEqual(one.query, other.query)
  );
}

/** That what was deleted at this time belongs to this deletion, which is undone as a whole. */
export function joinDeletion(journal: Journal, madeAtMs: number, deletion: number): void {
  journal.transaction(() =>
    journal.statement('UPDATE waiting_deletions SET deletion_id = ? WHERE made_at = ? AND is_done = 0').run(deletion, madeAtMs),
  );
}

/** Neither over, nor so far ahead that the clock was set back. */
const isOpen = `is_done = 0 AND ends_at > ?1 AND ends_at <= ?1 + ${2 * undoWithinMs}`;

/** When the last of them was made that can be undone (Unix time in ms); null if there is none. */
export function lastWaitingMs(journal: JournalReader, nowMs: number): number | null {
  return wholeNumber(journal.statement(`SELECT max(made_at) AS at FROM waiting_deletions WHERE ${isOpen}`).get(nowMs)?.at);
}

/** Undoes those that belong to this deletion in the journal, or without one the last of them that can be. False if there is none. */
export function undeleteLastWaiting(journal: Journal, nowMs: number, deletion: number | null = null): boolean {
  const last = `made_at = (SELECT max(made_at) FROM waiting_deletions WHERE ${isOpen})`;
  return journal.transaction(
    () =>
      journal.statement(`DELETE FROM waiting_deletions WHERE ${isOpen} AND iif(?2 IS NULL, ${last}, deletion_id = ?2)`).run(nowMs, deletion)
        .changes > 0,
  );
}

/** Undoes the deletion of those of these copies of which it can be undone, and returns their numbers. */
export function undeleteWaiting(journal: Journal, numbers: readonly number[], nowMs: number): readonly number[] {
  const remove = journal.statement(`DELETE FROM waiting_deletions WHERE fragment_id = ?2 AND ${isOpen}`);
  return journal.transaction(() => numbers.filter((number) => remove.run(nowMs, number).changes > 0));
}

/** Whether one of them can still be undone: nothing is carried over meanwhile. */
export function isUndoOpen(journal: JournalReader, nowMs: number): boolean {
  return journal.statement(`SELECT 1 FROM waiting_deletions WHERE ${isOpen} LIMIT 1`).get(nowMs) !== undefined;
}

/** Whether anything of them is written down. Throws SQLite's error. */
export function isAnyWritten(journal: JournalReader): boolean {
  return journal.statement('SELECT 1 FROM waiting_deletions LIMIT 1').get() !== undefined;
}

/** Forgets what is about journals that are gone, or of which no copy waits any more, if that is known. Throws the system's error, or SQLite's. */
export function forgetWaiting(place: JournalPlace, journal: Journal): void {
  if (!isAnyWritten(journal)) return;
  journal.transaction(() => {
    const waiting = placesAside(place).filter(({ file }) => readLoss(file) === null || isWaitingIn(journal, file));
    const names = JSON.stringify(waiting.map(({ file }) => path.basename(file)));
    journal.statement('DELETE FROM waiting_deletions WHERE file NOT IN (SELECT value FROM json_each(?))').run(names);
  });
}

/** The copies of this journal with numbers from this one on that were not carried over because they were deleted. */
export function deletedFrom(journal: JournalReader, file: string, number: number): readonly number[] {
  const rows = journal
    .statement('SELECT fragment_id FROM waiting_deletions WHERE is_done = 1 AND fragment_id >= ? AND file = ?')
    .all(number, file);
  return rows.flatMap(({ fragment_id }) => wholeNumber(fragment_id) ?? []);
}

const columnsOfChoice = 'made_at, below, query, since, deletes_pinned';

interface ReadChoice {
  readonly below: number;
  readonly query: SearchQuery;
  readonly sinceMs: number | null;
  readonly pinned: boolean;
}

/** What was deleted meanwhile of the damaged journal that has this name now, for one transaction. */
export class DeletedMeanwhile {
  readonly #journal: Journal;
  readonly #file: string;
  readonly #choices: readonly ReadChoice[];
  readonly #isAny: boolean;

  constructor(journal: Journal, file: string) {
    [this.#journal, this.#file] = [journal, file];
    this.#choices = journal
      .statement(`SELECT ${columnsOfChoice} FROM waiting_deletions WHERE fragment_id IS NULL AND file = ?`)
      .all(file)
      .flatMap((row) => readChoice(row) ?? []);
    this.#isAny = isAnyWritten(journal);
  }

  /**
   * Deletes a copy that has just been carried over, if it was deleted. Returns its contents then, for `dropUnreferenced`, and null if it stays. One that may have lost its pin
   * counts as pinned. `number`: the one that it has here, where another copy has its own.
   */
  drop(id: number, { number, isPinKnown }: CarriedFragment): readonly ContentPlace[] | null {
    if (!this.#isAny || !this.#covers(id, number, isPinKnown) || onHold(this.#journal, number) !== null) return null;
    const contents = deleteWithin(this.#journal, number);
    if (contents !== null)
      this.#journal
        .statement('INSERT INTO waiting_deletions (file, made_at, ends_at, fragment_id, is_done) VALUES (?, 0, 0, ?, 1)')
        .run(this.#file, id);
    return contents;
  }

  #covers(id: number, number: number, isPinKnown: boolean): boolean {
    const copy = this.#journal
      .statement(
        `SELECT copied_at, EXISTS (SELECT 1 FROM annotations WHERE fragment_id = fragments.id AND pinned = 1) AS pinned,
           EXISTS (SELECT 1 FROM waiting_deletions AS gone WHERE gone.fragment_id = ?3 AND gone.file = ?2) OR EXISTS (SELECT 1 FROM earlier_copies
             AS earlier JOIN waiting_deletions AS gone ON gone.fragment_id = earlier.number AND gone.file = ?2 WHERE earlier.fragment_id = fragments.id) AS named
         FROM fragments JOIN captures ON captures.id = capture_id WHERE fragments.id = ?1 AND state <> 'deleted'`,
      )
      .get(number, this.#file, id); // a copy is named by the number that it had
    if (copy === undefined) return false;
    const chosen = this.#choices.filter(({ below, pinned }) => id < below && (isPinKnown || pinned));
    return copy.named === 1 || chosen.some((choice) => isChosen(this.#journal, number, copy, choice));
  }
}

function isChosen(journal: JournalReader, id: number, copy: Row, { query, sinceMs, pinned }: ReadChoice): boolean {
  if (copy.pinned === 1 && !pinned) return false;
  if (sinceMs !== null && (wholeNumber(copy.copied_at) ?? 0) < sinceMs) return false;
  if (query.length === 0) return true;
  const searched = searchedFragment(journal, id);
  return searched !== null && isMatch(query, searched);
}

/** Times such as `yesterday` are those of the day on which it was typed. Null if it can't be read: then it deletes nothing. */
function readChoice({ made_at, below, query, since, deletes_pinned }: Row): ReadChoice | null {
  const parsed = parseSearch(textOf(query) ?? '', wholeNumber(made_at) ?? 0);
  const limit = wholeNumber(below);
  return parsed.ok && limit !== null && textOf(query) !== null
    ? { below: limit, query: parsed.query, sinceMs: wholeNumber(since), pinned: deletes_pinned === 1 }
    : null;
}
