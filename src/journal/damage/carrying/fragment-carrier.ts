/**
 * Carries single fragments over, with all that belongs to them. Each content is checked against its digest, because a damaged page may contain anything.
 */
import { createHash } from 'node:crypto';
import { highestId } from '../../../domain/retention/lost-copies.ts';
import { shareBlob } from '../../blobs.ts';
import { readFragment } from '../../fragments/fragments.ts';
import { lostWorkspace, workspaceLost, workspaceNumber } from '../../fragments/waiting-saves.ts';
import type { Journal, JournalPlace } from '../../journal.ts';
import { digestOf, nextId, type Row, textOf, wholeNumber } from '../../row-values.ts';
import { isRefusedRow } from '../damage.ts';
import { type DamagedJournal, Unreadable } from './damaged-journal.ts';
import { RowsOfFragments } from './reading/rows-of-fragments.ts';
import type { RowCopier } from './row-copier.ts';

class NotCarried extends Error {}

/** Whether an error is about what is in the damaged journal, so that it would be the same at another time. Any other one is about the new one: the copy waits. */
export function isOfCopy(error: unknown): boolean {
  return error instanceof NotCarried || error instanceof Unreadable || error instanceof TypeError || isRefusedRow(error);
}

export interface CarrierParts {
  readonly old: DamagedJournal;
  readonly oldBlobs: JournalPlace['blobs'];
  readonly journal: Journal;
  readonly copier: RowCopier;
}

/** Its number in the new journal, whether it has all that it had, as far as can be known, and whether it is surely known whether it is pinned. */
export interface CarriedFragment {
  readonly number: number;
  readonly isWhole: boolean;
  readonly isPinKnown: boolean;
}

/** What users and Hub add to a fragment. */
const additions = ['annotations', 'tags', 'earlier_copies', 'extracted_texts'] as const;

export class FragmentCarrier {
  readonly #parts: CarrierParts;
  readonly #rows: RowsOfFragments;
  /** The fragments with rows in these tables; null if they can't be listed. */
  readonly #having = new Map<string, ReadonlySet<number | null> | null>();

  /** The numbers of captures in the new journal, where they have others. */
  readonly #renumbered = new Map<number, number>();
  /** The paths of the WorkSpaces by their numbers in the damaged journal; null if not known. */
  readonly #workspaces = new Map<number, string | null>();

  constructor(parts: CarrierParts) {
    this.#parts = parts;
    const { read, rows } = parts.old;
    this.#rows = new RowsOfFragments({ read, rows, highest: highestId });
  }

  /** Reads a table that `carry` needs (`NeedsTable`), until it is over. False if that is not all of it. Not in a transaction. */
  readTable(table: string, isOver: () => boolean): boolean {
    return this.#rows.readTable(table, isOver);
  }

  /** Throws if it can't be carried over, and `NeedsTable`; call it in a part of a transaction. */
  carry(id: number): CarriedFragment {
    const { old, journal, copier } = this.#parts;
    const fragment = old.read('SELECT * FROM fragments WHERE id = ?', id)[0];
    if (fragment === undefined) throw new NotCarried();
    const captureId = this.#capture(wholeNumber(fragment.capture_id) ?? 0);
    const present = journal.statement('SELECT capture_id FROM fragments WHERE id = ?').get(id);
    if (present?.capture_id === captureId) return { number: id, isWhole: true, isPinKnown: true }; // by a process that ended before it wrote that down
    const number = present === undefined ? id : this.#free('fragments');
    // Due at once: the count of held-up saves only includes saves that begin to wait in this journal.
    copier.insert('fragments', { ...fragment, id: number, capture_id: captureId, ...this.#waitsFor(fragment), next_attempt_at: 0 });
    // Without its first format a copy is not carried over: it is the one that it is read and saved by.
    const formats = this.#rows.of('representations', id).map((format) => this.#tryFormat({ ...format, fragment_id: number }));
    if (readFragment(journal, number) === null) throw new NotCarried();
    const lacking = additions.filter((table) => this.#mayHave(table, id) && !this.#tryAdd(table, id, number));
    const isWhole = lacking.length === 0 && !this.#rows.mayLack('representations', id) && formats.every((isThere) => isThere);
    return { number, isWhole, isPinKnown: !lacking.includes('annotations') };
  }

  /**
   * The number that its WorkSpace has in the new journal. One that is damaged is that of no WorkSpace any more; what waited for such a one, or failed to be saved there,
   * is kept without a file, unless somebody asks for it.
   */
  #waitsFor({ workspace = null, state, wants_save }: Row): Row {
    if (workspace === null) return {};
    const number = wholeNumber(workspace) ?? lostWorkspace;
    const { old, journal } = this.#parts;
    let folder = this.#workspaces.get(number);
    if (folder === undefined) {
      // By the table, or else by its index.
      const either = ['SELECT path FROM workspaces WHERE id = ?', 'SELECT path FROM workspaces WHERE +id = ? ORDER BY path'];
      folder = either.reduce<string | null>((found, sql) => found ?? textOf(old.tryRead(sql, number)?.[0]?.path), null);
      this.#workspaces.set(number, folder);
    }
    if (folder !== null) return { workspace: workspaceNumber(journal, folder) };
    const waits = state === 'failed' || (state === 'kept' && wants_save === 1);
    return { workspace: lostWorkspace, wants_save: 0, ...(waits && { state: 'kept', reason: workspaceLost }) };
  }

  /** Returns its number in the new journal, which may have given its own to another one, if it did not know which had been given. */
  #capture(id: number): number {
    const { old, journal, copier } = this.#parts;
    const capture = old.read('SELECT * FROM captures WHERE id = ?', id)[0];
    if (capture === undefined) throw new NotCarried();
    const there = (number: number) => journal.statement('SELECT copied_at FROM captures WHERE id = ?').get(number)?.copied_at;
    const known = [id, this.#renumbered.get(id) ?? id].find((number) => there(number) === capture.copied_at);
    if (known !== undefined) return known;
    const number = there(id) === undefined ? id : this.#free('captures');
    this.#renumbered.set(id, number);
    copier.insert('captures', { ...capture, id: number });
    return number;
  }

  #free(table: 'captures' | 'fragments'): number {
    return wholeNumber(this.#parts.journal.statement(`SELECT ${nextId(table)} AS id`).get()?.id) ?? 0;
  }

  /** False if the fragment surely has none: most have none, and asking for each would take a fifth of the time. */
  #mayHave(table: string, id: number): boolean {
    const { old } = this.#parts;
    let known = this.#having.get(table);
    if (known === undefined) {
      const ids = old.tryRead(`SELECT DISTINCT fragment_id FROM ${table}`);
      const isThere = old.tryRead('SELECT 1 FROM sqlite_schema WHERE name = ?', table)?.length !== 0;
      known = ids === null && isThere ? null : new Set((ids ?? []).map((row) => wholeNumber(row.fragment_id)));
      this.#having.set(table, known);
    }
    return known?.has(id) ?? true;
  }

  /** False if it is damaged, and then it is lost alone, or its content can't be read. Throws what is about the new journal. */
  #tryFormat(representation: Row): boolean {
    try {
      const isThere = this.#content(representation);
      this.#parts.copier.insert('representations', representation);
      return isThere;
    } catch (error) {
      if (!isOfCopy(error)) throw error;
      return false;
    }
  }

  /** False if one of them is damaged, or may be. They are lost then, and their fragment is not. */
  #tryAdd(table: (typeof additions)[number], id: number, number: number): boolean {
    try {
      this.#parts.journal.part(() => {
        for (const row of this.#rows.of(table, id)) this.#parts.copier.insert(table, { ...row, fragment_id: number });
      });
      return !this.#rows.mayLack(table, id);
    } catch (error) {
      if (!isOfCopy(error)) throw error;
      return false;
    }
  }

  /** Throws if an inline content does not match its digest. A blob that is missing, or not whole, is missing then; false if it can't be read now. */
  #content({ inline, sha256, bytes }: Row): boolean {
    const digest = digestOf(sha256);
    if (digest === null) throw new NotCarried();
    if (inline instanceof Uint8Array) {
      // A filtered fragment has an empty content, and keeps its digest.
      if (inline.length > 0 && (inline.length !== bytes || createHash('sha256').update(inline).digest('hex') !== digest))
        throw new NotCarried();
      return true;
    }
    const { journal, oldBlobs } = this.#parts;
    const size = wholeNumber(bytes);
    return size === null || shareBlob(journal, { blobs: oldBlobs }, { sha256: digest, bytes: size });
  }
}
