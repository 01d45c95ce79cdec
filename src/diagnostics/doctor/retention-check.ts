/** Whether retention can do what it is asked for: its records are as they were written, the legal holds are valid, and its runs are not overdue. Read-only. */
import { existsSync } from 'node:fs';
import { effectiveDocument } from '../../configuration/effective-document.ts';
import { flawInWords } from '../../domain/conditions/document-condition.ts';
import { say } from '../../domain/language/say.ts';
import { type LastRun, nextRunMs } from '../../domain/retention/rules.ts';
import { untilLabel } from '../../domain/view/shown-time.ts';
import { openJournalReader } from '../../journal/journal.ts';
import { faultAgainst, proveRecords, type RecordsFault } from '../../journal/retention/prove-records.ts';
import { type Recorded, readRecorded } from '../../journal/retention/recording.ts';
import { type Check, type CheckFacts, type CheckFinding, failure, fine, note } from './check.ts';

/** A hundred thousand records take some seconds. */
const withinMs = 15_000;
const overdueAfterMs = 3_600_000;

async function lookAtRetention({ places, nowMs, status }: CheckFacts): Promise<readonly CheckFinding[]> {
  const holds = effectiveDocument(places, 'legal-hold');
  const { recorded, fault } = foundRecords(places);
  const findings = [judgeRecords(recorded, fault), judgeHolds(holds.unused?.fault ?? null)].filter((found) => found !== null);
  if (findings.length > 0) return findings;
  const { value: policy } = effectiveDocument(places, 'retention-policy');
  return [judgeRuns({ last: recorded, nextMs: nextRunMs(policy, recorded, nowMs), nowMs, isRunning: status.ok })];
}

function foundRecords(places: CheckFacts['places']): { readonly recorded: Recorded | null; readonly fault: RecordsFault | null } {
  const proven = proveRecords(places.retention);
  if (!existsSync(places.journal)) return { recorded: null, fault: proven.fault };
  using journal = openJournalReader({ file: places.journal, blobs: places.blobs }, () => {});
  return { recorded: readRecorded(journal), fault: faultAgainst(journal, places.retention, proven) };
}

/** Null if nothing is wrong with them. While a record is being written, nothing can be said of the end. */
export function judgeRecords(recorded: Pick<Recorded, 'pending' | 'isOpen'> | null, fault: RecordsFault | null): CheckFinding | null {
  if (fault === null) return null;
  if (recorded !== null && (recorded.pending !== null || recorded.isOpen))
    return note('unfinished', say('a run goes on, or was interrupted; its records are not complete'), 'hub retention verify');
  return failure('not-sound', say('its records are not as they were written, so nothing more is deleted'), 'hub retention verify');
}

function judgeHolds(flaw: Parameters<typeof flawInWords>[0] | null): CheckFinding | null {
  if (flaw === null) return null;
  const says = say('legal-hold.json {flaw}, so retention deletes nothing', { flaw: flawInWords(flaw) });
  // They are in force: whoever ends one, or adds one, has the file again.
  return failure('holds-not-valid', says, flaw.reason === 'gone' ? 'hub retention hold remove' : 'hub config edit legal-hold');
}

interface RunFacts {
  readonly last: LastRun | null;
  readonly nextMs: number | null;
  readonly nowMs: number;
  readonly isRunning: boolean;
}

/** `nextMs`: when a run is due; null while retention is off. */
export function judgeRuns({ last, nextMs, nowMs, isRunning }: RunFacts): CheckFinding {
  if (nextMs === null) return fine(say('is off'), 'off');
  const clock = { nowMs, timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone };
  if (!isRunning) return note('hub-stopped', say('is on, and waits for Hub to run'), 'hub start');
  if (last !== null && nextMs <= nowMs && nowMs - last.beganAtMs > dayMs + overdueAfterMs)
    return note('overdue', say('has not run since {time}', { time: untilLabel(last.beganAtMs, clock) }), 'hub retention run');
  return nextMs <= nowMs
    ? fine(say('is on, and runs within ten minutes'))
    : fine(say('is on; it runs next: {time}', { time: untilLabel(nextMs, clock) }));
}

const dayMs = 24 * 3_600_000;

export const retentionCheck: Check = { id: 'retention', title: () => say('Retention'), withinMs, run: lookAtRetention };
