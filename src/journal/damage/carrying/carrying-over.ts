/**
 * Copies everything readable from a journal that was put aside into the new one, row by row, newest first. Each row is read by its id, so that a damaged page
 * affects only the rows on it, and one of an index none. It goes on in slices: at the start as long as the processes that need the new journal can wait, and then
 * beside them (`carry-on.ts`). What can't be read stays in the old file.
 */
import path from 'node:path';
import {
  commonSpans,
  countOf,
  highestId,
  joinedLoss,
  joinedSpans,
  type Loss,
  nothingLost,
  numbersIn,
  type Span,
  spansOf,
  withoutSpans,
} from '../../../domain/retention/lost-copies.ts';
import type { ContentPlace } from '../../fragments/fragments.ts';
import { lastNumber, passOverNumbers } from '../../given-numbers.ts';
import type { Journal, JournalPlace } from '../../journal.ts';
import { dropUnreferenced } from '../../keeping/delete-fragments.ts';
import { wholeNumber } from '../../row-values.ts';
import { lossIfGiven, lossNow, readLoss, writeLoss } from '../loss-file.ts';
import { DamagedJournal } from './damaged-journal.ts';
import { DeletedMeanwhile, deletedFrom, isUndoOpen } from './deleted-meanwhile.ts';
import { tryFindLoss } from './find-loss.ts';
import { FragmentCarrier, isOfCopy } from './fragment-carrier.ts';
import { idsHere } from './number-here.ts';
import { getOn, type Progress, readProgress, syncProgress, writeCut } from './progress.ts';
import { readableIds } from './reading/readable-ids.ts';
import { NeedsTable } from './reading/rows-of-fragments.ts';
import { restTables, writeRest } from './rest.ts';
import { RowCopier } from './row-copier.ts';

/** The most ids in one slice, which is one transaction. */
const idsAtOnce = 64;
/** After an end without a word at the same place (no memory, a crash), one after the other; after this many, the next one is passed over. */
const mostBegun = 3;
/** Of the time that is left: the newest copies of a table that is read as a whole come over at once. */
const shareOfTable = 0.5;

const firstFormat = 'SELECT * FROM representations WHERE fragment_id = ? AND position = 0';
/** Of more ids than come over between two times that it is told, none is asked for. */
const mostAsked = 10_000;

const newestBelow = 'SELECT max(id) AS id FROM fragments WHERE id BETWEEN 1 AND ?';
/** Deleted content that is still on the clipboard must not come back, and these are few. */
const tables = ['deleted_copies', 'counters', 'missed_copies', 'workspaces', 'retention', 'legal_holds', 'waiting_deletions'] as const;

/** Of each of these tables: more than they have, as a rule, and a moment's work. They come over once, whatever time is left; what is cut then is told. */
const fewRows = 2_000;

const nothingYet: Progress = { copies: 0, incomplete: 0, below: 1, begun: 0 };

/** What a slice found: ids that were carried over, rows that could not be, and ids that may be on damaged pages. */
interface Slice {
  readonly carried: number[];
  readonly failed: number[];
  readonly unread: Span[];
  /** Contents of copies that were deleted while they waited. */
  readonly dropped: ContentPlace[];
  incomplete: number;
  below: number;
}

/** `late`: there is no time for what has to be read first. `undoable`: what was deleted of the waiting copies can still be undone. */
export type SliceEnd = 'more' | 'done' | 'late' | 'undoable';

class Undoable extends Error {}

export class Carrying implements Disposable {
  readonly #from: JournalPlace;
  readonly #file: string;
  readonly #journal: Journal;
  readonly #old: DamagedJournal;
  readonly #copier: RowCopier;
  readonly #carrier: FragmentCarrier;
  readonly #cut = new Set<string>();
  /** Ids from this one on were looked at. */
  #below = 1;
  /** Of those below this one it is not written down yet what was lost. */
  #toldBelow = highestId + 1;
  #begun = 0;
  /** Whether the new journal gives none of its numbers to others. */
  #keepsNumbers = false;
  /** What a process that ended in between has not told; null if none did. */
  #untold: Span | null = null;
  readonly #found = { carried: new Set<number>(), failed: new Set<number>(), unread: [] as Span[] };

  /** `from`: where the damaged one and its blobs are now. Throws SQLite's error, or the system's, if nothing of it can be read. */
  constructor(from: JournalPlace, journal: Journal) {
    [this.#from, this.#file, this.#journal] = [from, path.basename(from.file), journal];
    this.#old = new DamagedJournal(from.file);
    this.#copier = new RowCopier(this.#old, journal);
    this.#carrier = new FragmentCarrier({ old: this.#old, oldBlobs: from.blobs, journal, copier: this.#copier });
  }

  /** Begins, or begins where it was left. Throws SQLite's error about the new journal, and the system's if what was told before is not given now. `isNew`: nothing was. */
  begin(endMs: number, isNew = false): void {
    const known = readProgress(this.#journal, this.#file);
    const waitsBelow = (isNew ? readLoss(this.#from.file) : lossIfGiven(this.#from.file))?.waitsBelow ?? highestId + 1;
    const highest = this.#old.lastId('fragments') || highestId;
    // Another journal that it was carried over into may be lost as well, with its progress: what was told by then came over.
    const first: Progress = known ?? { ...nothingYet, below: Math.min(highest + 1, waitsBelow) };
    if (known === null) {
      // By itself, and first: what is copied from now on must not get the number of one that waits.
      this.#journal.transaction(() => this.#passOverNumbers());
      getOn(this.#journal, this.#file, null, () => {
        const cut = tables.filter((table) => !this.#copier.table(table, endMs, fewRows));
        if (cut.some((table) => table !== 'workspaces')) writeCut(this.#journal, this.#file); // these come over later, too
        return first;
      });
    }
    [this.#below, this.#begun] = [first.below, first.begun];
    this.#toldBelow = waitsBelow;
    this.#addUntold(Math.min(highest, waitsBelow - 1));
  }

  /**
   * Carries the next copies over until this time (`performance.now()`). Throws SQLite's error if the new journal takes no more: what was carried over before stays.
   *
   * @param isOver a table that has to be read as a whole, which is not within a transaction, is read until then; without this, for a share of the time.
   */
  slice(endMs: number, isOver: (() => boolean) | null = null): SliceEnd {
    const slice: Slice = { carried: [], failed: [], unread: [], dropped: [], incomplete: 0, below: this.#below };
    this.#count(this.#begun + 1);
    try {
      getOn(this.#journal, this.#file, this.#below, (progress) => this.#next(slice, progress ?? nothingYet, endMs));
    } catch (error) {
      this.#tryUncount();
      if (error instanceof NeedsTable) return this.#readTable(error.table, isOver ?? endOfShare(endMs));
      if (error instanceof Undoable) return 'undoable';
      throw error;
    }
    [this.#below, this.#begun] = [slice.below, 0];
    if (slice.dropped.length > 0) dropUnreferenced(this.#journal, slice.dropped);
    for (const id of slice.carried) this.#found.carried.add(id);
    for (const id of slice.failed) this.#found.failed.add(id);
    this.#found.unread.push(...slice.unread);
    return this.#below > 1 ? 'more' : 'done';
  }

  /** What comes after the newest copies, at a start. `areWorkspacesThere`: none is left to come over, that can be read. */
  others(endMs: number, areWorkspacesThere: boolean): void {
    this.#present();
    // There may be a hundred thousand receipts.
    this.#try(() => {
      // A message names a copy, which may get another number.
      const areAll = restTables.map((table) => (this.#keepsNumbers || table === 'receipts') && this.#copier.table(table, endMs));
      if (areWorkspacesThere && areAll.every((isAll) => isAll)) writeRest(this.#journal, this.#file);
    });
  }

  /** Writes down what was lost of what was looked at, once the copies are on the disk. If that fails, or what was told before can't be read now, it is still to be told. */
  tell(): void {
    const told = lossNow(this.#from.file);
    if (told === 'closed') return;
    const { carried, failed, unread } = this.#found;
    const sought = { among: [this.#below, this.#toldBelow - 1] as const, carried, failed, unread: joinedSpans(unread) };
    const found = tryFindLoss(this.#journal, { old: this.#old, ...sought });
    if (found === null) return;
    const { waitsBelow: _waits, ...before } = told ?? nothingLost;
    const loss = joinedLoss([before, this.#withoutDeleted(found)]);
    try {
      syncProgress(this.#journal, this.#file);
      writeLoss(this.#from.file, this.#below > 1 ? { ...loss, waitsBelow: this.#below } : loss);
    } catch {
      return;
    }
    [this.#toldBelow, this.#untold] = [this.#below, null];
    carried.clear();
    failed.clear();
    unread.length = 0;
  }

  /** What could be carried over, and was not told yet, may have been deleted since. */
  #withoutDeleted(loss: Loss): Loss {
    const lost = this.#untold === null ? [] : commonSpans(loss.lost, [this.#untold]);
    const isThere = (sql: string, id: number): boolean => (this.#old.tryRead(sql, id)?.length ?? 0) > 0;
    const cameOver = (id: number): boolean =>
      isThere('SELECT * FROM fragments WHERE id = ?', id) &&
      (isThere(firstFormat, id) || !isThere('SELECT 1 FROM representations WHERE fragment_id = ?', id));
    const unsure = countOf(lost) > mostAsked ? lost : spansOf(numbersIn(lost).filter(cameOver));
    return { ...loss, lost: withoutSpans(loss.lost, unsure), unsure: joinedSpans([...loss.unsure, ...unsure]) };
  }

  [Symbol.dispose](): void {
    this.#old[Symbol.dispose]();
  }

  /** Each slice is counted before it begins, so that one that ends without a word was. */
  #count(begun: number): void {
    getOn(this.#journal, this.#file, this.#below, (progress) => ({ ...(progress ?? nothingYet), below: this.#below, begun }));
  }

  /** An end with an error was not the fault of a copy, so it does not count as one without a word. Best effort: nothing may be written now. */
  #tryUncount(): void {
    try {
      this.#count(this.#begun);
    } catch {}
  }

  /** No id is used twice, not even that of a row that is not carried over. */
  #passOverNumbers(): void {
    const last = Math.max(this.#old.lastId('fragments'), this.#old.lastId('captures'));
    this.#keepsNumbers = last > 0 && lastNumber(this.#journal, 'fragments') === 0;
    for (const table of ['captures', 'fragments'] as const) passOverNumbers(this.#journal, table, last);
  }

  /** What it carried over is there, unless it was deleted since, and the index tells the others. */
  #addUntold(last: number): void {
    if (this.#below > last) return;
    this.#untold = [this.#below, last];
    for (const id of idsHere(this.#old, this.#journal, this.#untold)) this.#found.carried.add(id);
    for (const id of deletedFrom(this.#journal, this.#file, this.#below)) if (id <= last) this.#found.carried.add(id);
    this.#found.unread.push([this.#below, last]);
  }

  #next(slice: Slice, progress: Progress, endMs: number): Progress {
    if (isUndoOpen(this.#journal, Date.now())) throw new Undoable();
    const deleted = new DeletedMeanwhile(this.#journal, this.#file);
    const most = this.#begun > 0 ? 1 : idsAtOnce;
    let [tried, around] = [0, Number.POSITIVE_INFINITY];
    for (const step of this.#steps()) {
      const id = typeof step === 'number' ? step : step[0];
      if (typeof step !== 'number') {
        slice.unread.push(step);
        around = id;
        continue;
      }
      if (this.#begun >= mostBegun) slice.failed.push(id);
      else this.#carry(id, slice, id >= around, deleted);
      slice.below = id;
      tried += 1;
      if (tried >= most || performance.now() >= endMs) break;
    }
    if (tried === 0) slice.below = 1;
    const [copies, incomplete] = [progress.copies + slice.carried.length, progress.incomplete + slice.incomplete];
    return { copies, incomplete, below: slice.below, begun: 0 };
  }

  /** Without a readable schema, no fragment can be read, so the search for readable ids would be in vain. */
  #steps(): Iterable<number | Span> {
    if (this.#below <= 1) return [];
    if (!this.#old.canAsk(newestBelow)) return [[1, this.#below - 1]];
    return readableIds(this.#below - 1, (number) => wholeNumber(this.#old.read(newestBelow, number - 1)[0]?.id));
  }

  /** `isAround`: nothing tells whether it is the id of a copy. */
  #carry(id: number, slice: Slice, isAround: boolean, deleted: DeletedMeanwhile): void {
    let [isWhole, dropped]: [boolean, readonly ContentPlace[] | null] = [true, null];
    try {
      this.#journal.part(() => {
        const carried = this.#carrier.carry(id);
        isWhole = carried.isWhole;
        dropped = deleted.drop(id, carried);
      });
    } catch (error) {
      if (!isOfCopy(error)) throw error;
      if (!isAround) slice.failed.push(id);
      return;
    }
    slice.carried.push(id);
    if (dropped !== null) slice.dropped.push(...(dropped as readonly ContentPlace[]));
    else if (!isWhole) slice.incomplete += 1;
  }

  /** The next monitor finds the current content on the clipboard: because of this row, it does not count as a second copy. */
  #present(): void {
    this.#try(() => {
      const present = this.#old.read('SELECT * FROM present')[0];
      if (present === undefined) return;
      this.#journal.statement('DELETE FROM present WHERE capture_id IS NULL AND copied_at = 0').run(); // not that of a newer one
      this.#copier.insert('present', present);
    });
  }

  /** Once: what there was no time for then is left to another one. */
  #readTable(table: string, isOver: () => boolean): SliceEnd {
    if (this.#cut.has(table)) return 'late';
    if (!this.#carrier.readTable(table, isOver)) this.#cut.add(table);
    return 'more';
  }

  /** Does all of the work, or nothing. */
  #try(work: () => void): void {
    try {
      this.#journal.transaction(work);
    } catch {}
  }
}

function endOfShare(endMs: number): () => boolean {
  const nowMs = performance.now();
  const untilMs = nowMs + (endMs - nowMs) * shareOfTable;
  return () => performance.now() >= untilMs;
}
