/**
 * The records of a run and the journal together: what is deleted, and the records that say so, are in one transaction; the files of the records follow.
 * Records wait in the journal (`pending`) until they are in their files, so that a process that is killed anywhere leaves nothing to guess.
 *
 * A record must never go into its file before the transaction that decided it is committed: if the process is killed between the two, the files have a
 * record that the journal knows nothing of, and no run begins again. So `record` writes no file, and only `settle` does.
 */
import { anchorAfterAll, BrokenChain, type ChainAnchor, emptyChain, nextRecord, writeRecords } from '../../base/evidence/record-chain.ts';
import type { RecordBody } from '../../contract/diagnostics/retention-records.ts';
import type { Journal, JournalReader } from '../journal.ts';
import { digestOf, textOf, timeOf, wholeNumber } from '../row-values.ts';

/**
 * The last run, and the end of the records. `pending`: those that are decided and may not be in their files yet, one a line. `intent`: the number of the record
 * that says what is about to be deleted; null if none is open.
 */
export interface Recorded {
  readonly anchor: ChainAnchor;
  readonly pending: string | null;
  readonly run: number;
  readonly beganAtMs: number;
  readonly isOpen: boolean;
  readonly intent: number | null;
  readonly deleted: number;
  /** How many records of earlier chains are known to be gone. */
  readonly gone: number;
}

const nothing: Recorded = { anchor: emptyChain, pending: null, run: 0, beganAtMs: 0, isOpen: false, intent: null, deleted: 0, gone: 0 };

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
    gone: wholeNumber(row.gone) ?? 0,
  };
}

/** Another run has begun, or goes on. */
export class Superseded extends Error {}

/** What the run is by now, as the transaction that writes the record knows it. */
type Progress = Partial<Pick<Recorded, 'run' | 'beganAtMs' | 'isOpen' | 'intent' | 'deleted' | 'gone'>>;

/** Decides the next record; returns its number. Call it within a durable transaction, after `settle`; before that deletes anything, if it throws for want of room. */
export function record(journal: Journal, body: RecordBody, progress: Progress = {}): number {
  const before = readRecorded(journal) ?? nothing;
  const end = anchorOf(before);
  const line = nextRecord(end, body);
  store(journal, { ...before, ...progress, pending: before.pending === null ? line : `${before.pending}\n${line}` });
  return end.length + 1;
}

/**
 * Writes the records that wait into their files, before the lock of the journal is taken: a disk may take long to sync them, and copies that are made
 * meanwhile wait for nothing. In the best case there is nothing to write. Call it in no transaction. Throws `BrokenChain`, and the system's error.
 */
export function settle(journal: Journal, folder: string): void {
  const before = readRecorded(journal);
  if (before === null || before.pending === null) return;
  const after = tryWriteAhead(folder, before);
  journal.transaction(() => {
    const now = readRecorded(journal);
    if (now === null) return;
    const anchor = after !== null && now.pending === before.pending ? after : writeRecords(folder, now.anchor, linesOf(now));
    store(journal, { ...now, anchor, pending: null });
  });
}

/** Null if the files end otherwise: another process may have gone on meanwhile, which only who has the lock can tell. */
function tryWriteAhead(folder: string, recorded: Recorded): ChainAnchor | null {
  try {
    return writeRecords(folder, recorded.anchor, linesOf(recorded));
  } catch (error) {
    if (error instanceof BrokenChain) return null;
    throw error;
  }
}

/** Another chain is the one that is continued, in which nothing is said of a run that went on. Call it within a transaction. */
export function adoptAnchor(journal: Journal, anchor: ChainAnchor): void {
  store(journal, { ...(readRecorded(journal) ?? nothing), anchor, pending: null, isOpen: false, intent: null });
}

/** The anchor that the files have once the records that wait are written. */
export function anchorOf(recorded: Recorded): ChainAnchor {
  return anchorAfterAll(recorded.anchor, linesOf(recorded));
}

/** The records that wait, in their order. */
export function linesOf({ pending }: Recorded): readonly string[] {
  return pending === null ? [] : pending.split('\n');
}

function store(journal: Journal, { anchor, pending, run, beganAtMs, isOpen, intent, deleted, gone }: Recorded): void {
  journal
    .statement(
      `INSERT OR REPLACE INTO retention (id, length, head, segment, bytes, pending, run, began_at, is_open, intent, deleted, gone)
       VALUES (1, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(anchor.length, anchor.head, anchor.segment, anchor.bytes, pending, run, beganAtMs, isOpen ? 1 : 0, intent, deleted, gone);
}
