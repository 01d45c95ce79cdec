/**
 * The records of a run and the journal together: what is deleted, and the record that says so, are in one transaction; the file of the records follows. A
 * record waits in the journal (`pending`) until it is in its file, so that a process that is killed anywhere leaves nothing to guess.
 */
import { anchorAfter, BrokenChain, type ChainAnchor, emptyChain, nextRecord, writeRecord } from '../../base/evidence/record-chain.ts';
import type { RecordBody } from '../../contract/diagnostics/retention-records.ts';
import type { Journal, JournalReader } from '../journal.ts';
import { digestOf, textOf, timeOf, wholeNumber } from '../row-values.ts';

/** The last run, and the end of the records. `intent`: the number of the record that says what is about to be deleted; null if none is open. */
export interface Recorded {
  readonly anchor: ChainAnchor;
  readonly pending: string | null;
  readonly run: number;
  readonly beganAtMs: number;
  readonly isOpen: boolean;
  readonly intent: number | null;
  readonly deleted: number;
}

const nothing: Recorded = { anchor: emptyChain, pending: null, run: 0, beganAtMs: 0, isOpen: false, intent: null, deleted: 0 };

/** Null before the first run. A damaged row is as good as none. */
export function readRecorded(journal: JournalReader): Recorded | null {
  const row = journal.statement('SELECT * FROM retention WHERE id = 1').get();
  if (row === undefined) return null;
  const [length, head, segment, bytes] = [wholeNumber(row.length), digestOf(row.head), wholeNumber(row.segment), wholeNumber(row.bytes)];
  if (length === null || head === null || segment === null || bytes === null) return null;
  return {
    anchor: { length, head, segment, bytes },
    pending: textOf(row.pending),
    run: wholeNumber(row.run) ?? 0,
    beganAtMs: timeOf(row.began_at) ?? 0,
    isOpen: row.is_open === 1,
    intent: wholeNumber(row.intent),
    deleted: wholeNumber(row.deleted) ?? 0,
  };
}

/** Another run has begun, or goes on. */
export class Superseded extends Error {}

/** What the run is by now, as the transaction that writes the record knows it. */
type Progress = Partial<Pick<Recorded, 'run' | 'beganAtMs' | 'isOpen' | 'intent' | 'deleted'>>;

/**
 * Decides the next record, once the one before it is in its file (see `settle`); returns its number. Call it within a durable transaction, before that
 * deletes anything.
 * Throws `BrokenChain`, and the system's error.
 */
export function record(journal: Journal, folder: string, body: RecordBody, progress: Progress = {}): number {
  const before = settledIn(readRecorded(journal) ?? nothing, folder);
  store(journal, { ...before, ...progress, pending: nextRecord(before.anchor, body) });
  return before.anchor.length + 1;
}

/**
 * Writes the last record into its file, before the lock of the journal is taken: a disk may take long to sync it, and copies that are made meanwhile wait
 * for nothing. In the best case there is nothing to write. Throws as `record` does.
 */
export function settle(journal: Journal, folder: string): void {
  const before = readRecorded(journal);
  if (before === null || before.pending === null) return;
  const after = tryWriteAhead(folder, before.anchor, before.pending);
  journal.transaction(() => {
    const now = readRecorded(journal);
    if (now === null) return;
    store(journal, after !== null && now.pending === before.pending ? { ...now, anchor: after, pending: null } : settledIn(now, folder));
  });
}

/** Null if the file ends otherwise: another process may have gone on meanwhile, which only who has the lock can tell. */
function tryWriteAhead(folder: string, anchor: ChainAnchor, pending: string): ChainAnchor | null {
  try {
    return writeRecord(folder, anchor, pending);
  } catch (error) {
    if (error instanceof BrokenChain) return null;
    throw error;
  }
}

/** The same within a transaction, for what another process has left. */
export function settleWithin(journal: Journal, folder: string): void {
  const recorded = readRecorded(journal);
  if (recorded !== null) store(journal, settledIn(recorded, folder));
}

/** Another chain is the one that is continued, in which nothing is said of a run that went on. Call it within a transaction. */
export function adoptAnchor(journal: Journal, anchor: ChainAnchor): void {
  store(journal, { ...(readRecorded(journal) ?? nothing), anchor, pending: null, isOpen: false, intent: null });
}

/** The anchor that the files have once the pending record is written. */
export function anchorOf({ anchor, pending }: Recorded): ChainAnchor {
  return pending === null ? anchor : anchorAfter(anchor, pending);
}

function settledIn(recorded: Recorded, folder: string): Recorded {
  if (recorded.pending === null) return recorded;
  return { ...recorded, anchor: writeRecord(folder, recorded.anchor, recorded.pending), pending: null };
}

function store(journal: Journal, { anchor, pending, run, beganAtMs, isOpen, intent, deleted }: Recorded): void {
  journal
    .statement(
      `INSERT OR REPLACE INTO retention (id, length, head, segment, bytes, pending, run, began_at, is_open, intent, deleted)
       VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(anchor.length, anchor.head, anchor.segment, anchor.bytes, pending, run, beganAtMs, isOpen ? 1 : 0, intent, deleted);
}
