/**
 * Copies everything readable from a journal that was put aside into the new one, row by row, newest first. There is a deadline, because the processes
 * that need the new journal are waiting. Each row is read by its id, so that a damaged page affects only the rows on it, and one of an index none. What is not copied stays in
 * the old file. Each content is checked against its digest, because a damaged page may contain anything.
 */
import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { allUnsure, highestId, type Loss, type Span } from '../../domain/retention/lost-copies.ts';
import { shareBlob } from '../blobs.ts';
import { readFragment } from '../fragments/fragments.ts';
import { passOverNumbers } from '../given-numbers.ts';
import type { Journal, JournalPlace } from '../journal.ts';
import { damageTolerantStatement, digestOf, type Row, type Statement, wholeNumber } from '../row-values.ts';
import { openDamaged } from './file-header.ts';
import { tryFindLoss } from './find-loss.ts';
import { readableIds } from './readable-ids.ts';
import { RowsOfFragments } from './rows-of-fragments.ts';

/** The most fragments in one transaction, which ends early if the time is up. */
const fragmentsAtOnce = 64;
/** The share of the time that the fragments may take. The receipts get the rest: without its receipt, a content that is copied again is saved twice. */
const shareOfFragments = 0.8;
/** How many fragments were carried over, and how many of them lack formats, or may lack them, because a row beside theirs is lost. */
export interface CarriedOver {
  readonly copies: number;
  readonly incomplete: number;
  /** Which were not; null if nobody knows. */
  readonly loss: Loss | null;
}

/** Never throws, because a new journal is needed whatever the old one contains. */
export function carryOver(from: JournalPlace, journal: Journal, withinMs: number): CarriedOver {
  const startMs = performance.now();
  try {
    using old = openDamaged(from.file);
    const fragmentsEndMs = startMs + withinMs * shareOfFragments;
    return new Carrying({ old, oldBlobs: from.blobs, journal, fragmentsEndMs, endMs: startMs + withinMs }).all();
  } catch {
    // The old journal can't be read at all.
    return { copies: 0, incomplete: 0, loss: allUnsure };
  }
}

const newestBelow = 'SELECT max(id) AS id FROM fragments WHERE id BETWEEN 1 AND ?';

class NotCarried extends Error {}

interface CarryingParts {
  readonly old: DatabaseSync;
  readonly oldBlobs: string;
  readonly journal: Journal;
  readonly fragmentsEndMs: number;
  readonly endMs: number;
}

class Carrying {
  readonly #old: DatabaseSync;
  readonly #oldBlobs: string;
  readonly #journal: Journal;
  readonly #fragmentsEndMs: number;
  readonly #endMs: number;
  readonly #statements = new Map<string, Statement>();
  readonly #columns = new Map<string, readonly string[]>();
  /** The fragments with rows in these tables; null if they can't be listed. */
  readonly #annotated = new Map<string, ReadonlySet<number | null> | null>();
  readonly #fragmentRows: RowsOfFragments;
  /** Fragments with a format that is not what its digest says. */
  readonly #changed = new Set<number>();
  #carried: ReadonlySet<number> = new Set();
  /** Rows that were found, and could not be carried over. */
  readonly #failed = new Set<number>();
  /** The ids that may be on damaged pages, or that there was no time for. */
  readonly #unread: Span[] = [];

  constructor({ old, oldBlobs, journal, fragmentsEndMs, endMs }: CarryingParts) {
    this.#old = old;
    this.#oldBlobs = oldBlobs;
    this.#journal = journal;
    this.#fragmentsEndMs = fragmentsEndMs;
    this.#endMs = endMs;
    this.#fragmentRows = new RowsOfFragments({
      read: (sql, ...given) => this.#read(sql, ...given),
      rows: (sql) => this.#rows(sql),
      highest: highestId,
      endMs: fragmentsEndMs,
    });
  }

  all(): CarriedOver {
    const last = Math.max(this.#lastId('fragments'), this.#lastId('captures'));
    // No id is used twice, not even that of a row that is not carried over.
    for (const table of ['captures', 'fragments'] as const) this.#try(() => passOverNumbers(this.#journal, table, last));
    // These are few, and come first: deleted content that is still on the clipboard must not come back.
    for (const table of ['deleted_copies', 'counters', 'missed_copies', 'workspaces', 'retention', 'legal_holds'])
      this.#copyTable(table, this.#fragmentsEndMs);
    this.#fragments(this.#lastId('fragments') || highestId);
    // What the new journal says, whatever became of a transaction: a full disk ends one in the middle, and what follows is committed without it.
    this.#carried = new Set(
      this.#journal
        .statement('SELECT id FROM fragments')
        .all()
        .map(({ id }) => Number(id)),
    );
    this.#try(() => this.#present());
    this.#copyTable('extension_messages', this.#endMs);
    this.#copyTable('receipts', this.#endMs); // there may be a hundred thousand
    return { copies: this.#carried.size, incomplete: this.#incomplete(), loss: this.#tryLoss() };
  }

  /** Carries fragments over, newest first, until the time is up. */
  #fragments(highest: number): void {
    // Without a readable schema, no fragment can be read, so the search for readable ids would be in vain.
    if (!this.#try(() => this.#statement(newestBelow))) {
      this.#unread.push([1, highest]);
      return;
    }
    const steps = readableIds(highest, (number) => this.#fragmentBelow(number));
    let [isOver, isDone, below] = [false, false, highest + 1];
    while (!isOver) {
      const [from, spans] = [below, [] as Span[]];
      const isCommitted = this.#try(() => {
        for (let tried = 0; tried < fragmentsAtOnce && !isOver; tried += 1) {
          const { value: step = null, done } = steps.next();
          isDone = done === true;
          isOver = isDone || performance.now() >= this.#fragmentsEndMs;
          if (step === null) break;
          const id = typeof step === 'number' ? step : step[0];
          if (typeof step !== 'number') spans.push(step);
          // The ids around a damaged page come last: nothing tells whether they are those of copies.
          else if (!this.#try(() => this.#fragment(id)) && id < below) this.#failed.add(id);
          below = Math.min(below, id);
        }
      }, this.#journal.transaction);
      if (isCommitted) this.#unread.push(...spans);
      else [isOver, isDone, below] = [true, false, from]; // the new journal takes no more
    }
    if (!isDone && below > 1) this.#unread.push([1, below - 1]);
  }

  /** How many of those that were carried over may lack formats. */
  #incomplete(): number {
    let count = 0;
    for (const id of this.#carried) if (this.#changed.has(id) || this.#fragmentRows.mayLack('representations', id)) count += 1;
    return count;
  }

  #tryLoss(): Loss | null {
    const [carried, failed, unread] = [this.#carried, this.#failed, this.#unread];
    return tryFindLoss(this.#journal, { read: this.#read.bind(this), rows: this.#rows.bind(this), carried, failed, unread });
  }

  #fragmentBelow(number: number): number | null {
    return wholeNumber(this.#read(newestBelow, number - 1)[0]?.id);
  }

  #fragment(id: number): void {
    const fragment = this.#read('SELECT * FROM fragments WHERE id = ?', id)[0];
    const captureId = wholeNumber(fragment?.capture_id);
    if (fragment === undefined || captureId === null) throw new NotCarried();
    if (this.#journal.statement('SELECT 1 FROM captures WHERE id = ?').get(captureId) === undefined) {
      const capture = this.#read('SELECT * FROM captures WHERE id = ?', captureId)[0];
      if (capture === undefined) throw new NotCarried();
      this.#insert('captures', capture);
    }
    // Due at once: the count of held-up saves only includes saves that begin to wait in this journal.
    this.#insert('fragments', { ...fragment, next_attempt_at: 0 });
    // Without its first format a copy is not carried over: it is the one that it is read and saved by.
    for (const representation of this.#fragmentRows.of('representations', id)) if (!this.#tryFormat(representation)) this.#changed.add(id);
    if (readFragment(this.#journal, id) === null) throw new NotCarried();
    for (const table of ['annotations', 'tags', 'earlier_copies', 'extracted_texts'])
      if (this.#mayHave(table, id)) this.#try(() => this.#annotations(table, id));
  }

  /** False if the fragment surely has none: most have none, and asking for each would take a fifth of the time. */
  #mayHave(table: string, id: number): boolean {
    let known = this.#annotated.get(table);
    if (known === undefined) {
      const ids = this.#tryRead(`SELECT DISTINCT fragment_id FROM ${table}`);
      const isThere = this.#tryRead('SELECT 1 FROM sqlite_schema WHERE name = ?', table)?.length !== 0;
      known = ids === null && isThere ? null : new Set((ids ?? []).map((row) => wholeNumber(row.fragment_id)));
      this.#annotated.set(table, known);
    }
    return known?.has(id) ?? true;
  }

  /** False if it is damaged, and then it is lost alone. */
  #tryFormat(representation: Row): boolean {
    try {
      this.#content(representation);
      this.#insert('representations', representation);
      return true;
    } catch {
      return false;
    }
  }

  /** Damaged ones are lost, and their fragment is not. */
  #annotations(table: string, id: number): void {
    for (const row of this.#fragmentRows.of(table, id)) this.#insert(table, row);
  }

  /** Throws if an inline content does not match its digest. A blob that is missing, or not whole, is missing then. */
  #content({ inline, sha256, bytes }: Row): void {
    const digest = digestOf(sha256);
    if (digest === null) throw new NotCarried();
    if (inline instanceof Uint8Array) {
      // A filtered fragment has an empty content, and keeps its digest.
      if (inline.length > 0 && (inline.length !== bytes || createHash('sha256').update(inline).digest('hex') !== digest))
        throw new NotCarried();
      return;
    }
    if (wholeNumber(bytes) !== null) shareBlob(this.#journal, { blobs: this.#oldBlobs }, { sha256: digest, bytes: Number(bytes) });
  }

  /** The next monitor finds the current content on the clipboard: because of this row, it does not count as a second copy. */
  #present(): void {
    const present = this.#read('SELECT * FROM present')[0];
    if (present === undefined) return;
    this.#journal.statement('DELETE FROM present').run();
    this.#insert('present', present);
  }

  #copyTable(table: string, endMs: number): void {
    this.#try(() => {
      for (const row of this.#rows(`SELECT * FROM ${table} NOT INDEXED`)) {
        if (performance.now() > endMs) return;
        this.#tryInsert(table, row);
      }
    });
  }

  /** An insertion that fails has changed nothing, so it needs no savepoint. */
  #tryInsert(table: string, row: Row): void {
    try {
      this.#insert(table, row);
    } catch {}
  }

  /** The highest id used so far; 0 if unknown. */
  #lastId(table: 'captures' | 'fragments'): number {
    const asked = [`SELECT max(id) AS last FROM ${table}`, `SELECT seq AS last FROM sqlite_sequence WHERE name = '${table}'`];
    return Math.max(
      ...asked.map((sql) => {
        let last = 0;
        this.#try(() => {
          last = wholeNumber(this.#read(sql)[0]?.last) ?? 0;
        });
        return Math.min(last, highestId);
      }),
    );
  }

  #insert(table: string, row: Row): void {
    const own = this.#columnsOf(table).filter((name) => row[name] !== undefined);
    const values = own.map((name) => row[name] ?? null);
    const marks = own.map(() => '?').join(', ');
    this.#journal.statement(`INSERT INTO ${table} (${own.join(', ')}) VALUES (${marks})`).run(...values);
  }

  #columnsOf(table: string): readonly string[] {
    const known = this.#columns.get(table);
    if (known !== undefined) return known;
    const columns = this.#journal.statement('SELECT name FROM pragma_table_info(?)').all(table);
    const names = columns.map(({ name }) => String(name));
    this.#columns.set(table, names);
    return names;
  }

  /** Does all of the work, or nothing and returns false. */
  #try(work: () => void, whole = this.#journal.part): boolean {
    try {
      whole(work);
      return true;
    } catch {
      return false;
    }
  }

  #tryRead(sql: string, ...given: string[]): readonly Row[] | null {
    try {
      return this.#statement(sql).all(...given);
    } catch {
      return null;
    }
  }

  #read(sql: string, ...given: number[]): readonly Row[] {
    return this.#statement(sql).all(...given);
  }

  #rows(sql: string): Iterable<Row> {
    return this.#statement(sql).rows();
  }

  #statement(sql: string): Statement {
    const statement = this.#statements.get(sql) ?? damageTolerantStatement(this.#old.prepare(sql), (work) => work());
    this.#statements.set(sql, statement);
    return statement;
  }
}
