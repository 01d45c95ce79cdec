/**
 * A run of the retention policy, in steps that each cost some milliseconds of the journal's lock. A step writes down which copies it is about to
 * delete, and deletes them in the same transaction as the record that says so, so that a run may be killed anywhere: nothing is deleted without a record,
 * nothing is recorded as deleted that is not, and the next run says that this one was interrupted and goes on.
 */
import { BrokenChain } from '../../base/evidence/record-chain.ts';
import { done, failed, type Outcome } from '../../base/outcome.ts';
import type { LegalHolds } from '../../contract/documents/legal-hold.ts';
import type { RetentionRule } from '../../contract/documents/retention-policy.ts';
import type { ActivePolicy } from '../../domain/retention/rules.ts';
import { erasedLater, eraseTrimmed } from '../fragments/erasing.ts';
import type { ContentPlace } from '../fragments/fragments.ts';
import type { Journal } from '../journal.ts';
import { deleteWithin, dropUnreferenced } from '../keeping/delete-fragments.ts';
import { type Doomed, inUse, nextCandidates, type RulePlace, ruleStart } from './candidates.ts';
import { digestKey, keyedDigest, nameOfKey, readDigestKey } from './digest-key.ts';
import { areInForce, type OnHold, onHold } from './holds-in-force.ts';
import { isStillEnd, type ProvenEnd } from './proven-end.ts';
import { adoptAnchor, type Recorded, readRecorded, record, Superseded, settle } from './recording.ts';

/** What a run is about. `folder`: of the records. `policyDigest`, `holdsDigest`: the SHA-256 of the documents; null without a file. */
export interface RunOrder {
  readonly folder: string;
  readonly by: 'schedule' | 'command';
  readonly nowMs: number;
  readonly policy: ActivePolicy;
  readonly rules: readonly RetentionRule[];
  readonly policyDigest: string | null;
  readonly holds: LegalHolds;
  readonly holdsDigest: string | null;
  /** The numbers of the copies that somebody has agreed to: no others are deleted. Without: whatever the rules say. */
  readonly only?: ReadonlySet<number>;
}

/** Where a run is. `most`: how many copies the next step may delete; it follows from how long that took before. */
export interface RunPlace extends RulePlace {
  readonly run: number;
  readonly most: number;
  readonly onHold: readonly HeldRange[];
}

/** Copies with numbers next to each other that a rule would have deleted. */
export interface HeldRange {
  readonly hold: string;
  readonly from: number;
  readonly to: number;
}

/** `place`: null at the end of the run. */
export interface RunStep {
  readonly place: RunPlace | null;
  readonly deleted: number;
  readonly onHold: number;
}

/** `broken-records`: the records are not as they were written, or end otherwise than the journal says. `superseded`: another run has begun, or the holds are other ones by now. */
export type RunFailure = 'broken-records' | 'superseded';

const firstBatch = 50;
const largestBatch = 500;
/** A step has the lock of the journal for about this long, and for as long as the disk takes to sync the log. */
const lockedForMs = 10;

/**
 * Begins a run after all records were proven (`proveEnd`); says first of one that ended in its middle that it was interrupted. It stores no holds: those of the order
 * were read before the proof, which takes seconds, and others may be in force by now.
 */
export function beginRun(journal: Journal, order: RunOrder, end: ProvenEnd): Outcome<RunPlace, RunFailure> {
  return unlessBroken(() => {
    const key = digestKey(order.folder);
    const run = journal.durableTransaction(() => {
      if (!isStillEnd(journal, end) || !areInForce(journal, order.holds)) throw new Superseded();
      const { continued } = end;
      if (continued !== null) {
        adoptAnchor(journal, continued.anchor);
        record(journal, { kind: 'continued', at: at(order), ...continued.said });
      }
      closeInterrupted(journal, order);
      const number = (readRecorded(journal)?.run ?? 0) + 1;
      record(journal, beginning(order, number, key), {
        run: number,
        beganAtMs: order.nowMs,
        isOpen: true,
        intent: null,
        deleted: 0,
        gone: end.gone,
      });
      return number;
    });
    return done({ ...ruleStart(0), run, most: firstBatch, onHold: [] });
  });
}

function beginning({ by, policyDigest, holdsDigest, holds, policy, rules, ...order }: RunOrder, run: number, key: string) {
  return {
    ...({ kind: 'begin', run, at: at(order), by, policy: policyDigest, holds: holdsDigest, deletesPinned: policy.deletesPinned } as const),
    rules: rules.map(({ kinds, ...rule }) => ({ ...rule, kinds: kinds ?? [] })),
    onHold: holds.holds.map(({ id }) => id),
    key: nameOfKey(key),
  };
}

function closeInterrupted(journal: Journal, order: RunOrder): void {
  const last = readRecorded(journal);
  if (last === null || !last.isOpen) return;
  const { run, intent, deleted } = last;
  record(journal, { kind: 'interrupted', run, at: at(order), intent, deleted }, { isOpen: false, intent: null });
}

function at({ nowMs }: { readonly nowMs: number }): string {
  return new Date(nowMs).toISOString();
}

/** Does one step at this time (Unix time in ms). The next one gets the place that it returns. */
export function runStep(journal: Journal, begun: RunOrder, place: RunPlace, nowMs: number): Outcome<RunStep, RunFailure> {
  return unlessBroken(() => {
    const order = { ...begun, nowMs };
    const last = readRecorded(journal);
    if (last === null || last.run !== place.run || !last.isOpen || !areInForce(journal, order.holds)) return failed('superseded');
    if (place.rule >= order.policy.rules.length) return done(endRun(journal, order, place));
    const page = nextCandidates(journal, order.policy, place, { most: place.most });
    const doomed = order.only === undefined ? page.doomed : page.doomed.filter(({ id }) => order.only?.has(id));
    const { deleted, workedMs } = doomed.length === 0 ? nothingDeleted : deleteRecorded(journal, order, place, doomed);
    const most = page.doomed.length < place.most ? place.most : nextBatch(place.most, workedMs);
    const held = withHeld(place.onHold, page.onHold);
    const isFlushed = held.length > 0 && (page.after === null || held.length > mostRanges);
    if (isFlushed) recordHeld(journal, order, place, held);
    const after = page.after ?? ruleStart(place.rule + 1);
    return done({ place: { ...after, run: place.run, most, onHold: isFlushed ? [] : held }, deleted, onHold: page.onHold.length });
  });
}

function nextBatch(most: number, workedMs: number): number {
  return Math.max(5, Math.min(largestBatch, Math.round((most * lockedForMs) / Math.max(1, workedMs))));
}

/** `workedMs`: how long the work with the lock of the journal took, without what the disk took to sync it. */
interface DeletedRecorded {
  readonly deleted: number;
  readonly workedMs: number;
}

const nothingDeleted: DeletedRecorded = { deleted: 0, workedMs: 0 };

/** How many were deleted: not those that were copied again, pinned, deleted or put on hold since they were looked at. */
function deleteRecorded(
  journal: Journal,
  { folder, policy, ...order }: RunOrder,
  { run, rule }: RunPlace,
  doomed: readonly Doomed[],
): DeletedRecorded {
  const key = readDigestKey(folder);
  if (key === null) throw new BrokenChain('the key of the digests is gone');
  const copies = doomed.map(({ id, sha256 }): [number, string] => [id, keyedDigest(key, sha256)]);
  const ruleId = policy.rules[rule]?.id ?? '';
  settle(journal, folder);
  const intent = ofRun(journal, run, () => {
    const number = record(journal, { kind: 'intent', run, at: at(order), rule: ruleId, copies });
    journal.statement('UPDATE retention SET intent = ?').run(number);
    return number;
  });
  const contents: ContentPlace[] = [];
  // First the record of what is about to be deleted is in its file.
  settle(journal, folder);
  const work = ofRun(journal, run, (last) => {
    const startedMs = performance.now();
    if (last.intent !== intent || last.pending !== null) throw new Superseded();
    const left: [number, 'gone' | 'on-hold' | 'in-use'][] = [];
    erasedLater(journal, () => {
      for (const { id } of doomed) {
        const why = whyLeft(journal, id, policy.deletesPinned);
        if (why !== null) left.push([id, why]);
        else contents.push(...(deleteWithin(journal, id) ?? []));
      }
    });
    const count = doomed.length - left.length;
    record(journal, { kind: 'done', run, at: at(order), intent, deleted: count, left }, { intent: null, deleted: last.deleted + count });
    return { deleted: count, workedMs: performance.now() - startedMs };
  });
  dropUnreferenced(journal, contents);
  return work;
}

/**
 * A durable transaction of this run, which gets what is recorded of it so far. Throws if another run has begun since it was looked at: that one has said that
 * this one was interrupted, and that nothing of its open intent is deleted, so that no record of this one may follow.
 */
function ofRun<Result>(journal: Journal, run: number, work: (last: Recorded) => Result): Result {
  return journal.durableTransaction(() => {
    const last = readRecorded(journal);
    if (last === null || last.run !== run || !last.isOpen) throw new Superseded();
    return work(last);
  });
}

function whyLeft(journal: Journal, id: number, deletesPinned: boolean): 'gone' | 'on-hold' | 'in-use' | null {
  const row = journal
    .statement(
      `SELECT ${inUse} OR (?2 = 0 AND EXISTS (SELECT 1 FROM annotations WHERE fragment_id = fragments.id AND pinned = 1)) AS stays FROM fragments WHERE id = ?1`,
    )
    .get(id, deletesPinned ? 1 : 0);
  if (row === undefined) return 'gone';
  if (row.stays !== 0) return 'in-use';
  return onHold(journal, id) === null ? null : 'on-hold';
}

const mostRanges = 500;

/** In the order in which a run goes, newest first. */
function withHeld(known: readonly HeldRange[], found: readonly OnHold[]): readonly HeldRange[] {
  const ranges = [...known];
  for (const { id, hold } of found) {
    const name = hold ?? '';
    const last = ranges.at(-1);
    if (last !== undefined && last.hold === name && last.from === id + 1) ranges[ranges.length - 1] = { ...last, from: id };
    else ranges.push({ hold: name, from: id, to: id });
  }
  return ranges;
}

function recordHeld(journal: Journal, { folder, policy, ...order }: RunOrder, { run, rule }: RunPlace, held: readonly HeldRange[]): void {
  const ruleId = policy.rules[rule]?.id ?? '';
  settle(journal, folder);
  ofRun(journal, run, () => {
    for (const hold of new Set(held.map((range) => range.hold))) {
      const copies = held.filter((range) => range.hold === hold).map(({ from, to }): [number, number] => [from, to]);
      record(journal, { kind: 'on-hold', run, at: at(order), rule: ruleId, hold, copies });
    }
  });
}

function endRun(journal: Journal, { folder, by, ...order }: RunOrder, { run }: RunPlace): RunStep {
  settle(journal, folder);
  ofRun(journal, run, ({ deleted }) => record(journal, { kind: 'end', run, at: at(order), deleted }, { isOpen: false, intent: null }));
  settle(journal, folder);
  // By itself it runs often, and erasing writes all of an index anew: then that happens once a day.
  if (by === 'command') eraseTrimmed(journal);
  return { place: null, deleted: 0, onHold: 0 };
}

/** A record that was decided by a process that did not get any further is written into its file. */
export function settleRecords(journal: Journal, folder: string): Outcome<null, RunFailure> {
  return unlessBroken(() => {
    settle(journal, folder);
    return done(null);
  });
}

/** What ends a run, or its beginning, as an outcome. */
export function unlessBroken<Result>(work: () => Outcome<Result, RunFailure>): Outcome<Result, RunFailure> {
  try {
    return work();
  } catch (error) {
    if (error instanceof Superseded) return failed('superseded');
    if (error instanceof BrokenChain) return failed('broken-records', error.message);
    throw error;
  }
}
