/** Whether retention can do what it is asked for: its records are as they were written, the legal holds are valid, and its runs are not overdue. Read-only. */

import { existsSync } from 'node:fs';
import path from 'node:path';
import { systemTimeZone } from '../../base/timestamp.ts';
import { effectiveDocument, mendOf } from '../../configuration/effective-document.ts';
import { flawInWords } from '../../domain/conditions/document-condition.ts';
import { say } from '../../domain/language/say.ts';
import { lostKeyInWords } from '../../domain/retention/policy-words.ts';
import type { LastRun } from '../../domain/retention/rules.ts';
import { untilLabel } from '../../domain/view/shown-time.ts';
import { isSqliteError } from '../../journal/damage/damage.ts';
import { openJournalReader } from '../../journal/journal.ts';
import { nextRunMs } from '../../journal/retention/asked-run.ts';
import { readDismissedGone } from '../../journal/retention/gone-records.ts';
import { faultAgainst, knownGone, lostKeyOf, proveRecords, type RecordsFault } from '../../journal/retention/prove-records.ts';
import { isStillEnd, type LostKey } from '../../journal/retention/proven-end.ts';
import { type Recorded, readRecorded } from '../../journal/retention/recording.ts';
import {
  type Check,
  type CheckFacts,
  type CheckFinding,
  failure,
  fine,
  isSilent,
  note,
  type OwnFinding,
  seeHome,
  toldBy,
} from './check.ts';

/** A hundred thousand records take some seconds. */
const withinMs = 15_000;
const overdueAfterMs = 3_600_000;

async function lookAtRetention({ places, nowMs, status }: CheckFacts): Promise<readonly OwnFinding[]> {
  const isHidden = seeHome(places.home, path.dirname(places.journal), places.retention);
  if (isHidden !== null) return [isHidden];
  const holds = effectiveDocument(places, 'legal-hold');
  const found = foundRecords(places);
  if (found === null) return [note('journal', say('unknown: see Journal'))];
  const { recorded, fault, lostKey, gone, dismissed, isMoving } = found;
  const findings: readonly OwnFinding[] = [
    judgeRecords(recorded, fault, isMoving),
    lostKey === null ? null : note('lost-key', lostKeyInWords(lostKey)),
    judgeHolds(holds.unused?.fault ?? null),
  ].filter((finding) => finding !== null);
  // It stays until somebody dismisses it, and must not hide what comes and goes.
  const goneNote = gone <= dismissed ? [] : [note('records-gone', goneInWords(gone), goneMend())];
  if (findings.length > 0) return [...findings, ...goneNote];
  const { value: policy } = effectiveDocument(places, 'retention-policy');
  return [
    ...goneNote,
    judgeRuns({ last: recorded, nextMs: nextRunMs(places.run, policy, recorded, nowMs), nowMs, isRunning: status.ok || isSilent(status) }),
  ];
}

interface FoundRecords {
  readonly recorded: Recorded | null;
  readonly fault: RecordsFault | null;
  readonly lostKey: LostKey;
  /** How many earlier records are known to be gone. */
  readonly gone: number;
  /** Of those, how many nobody warns of any more. */
  readonly dismissed: number;
  /** Records were added while they were proven, each time. */
  readonly isMoving: boolean;
}

const mostTries = 3;

/** Null if the journal can't be read, which another check says. */
export function foundRecords({ retention, journal: file, blobs }: CheckFacts['places'], prove = proveRecords): FoundRecords | null {
  if (!existsSync(file)) {
    const proven = prove(retention);
    const [lostKey, gone] = [lostKeyOf(retention, proven), knownGone(null, proven)];
    return { recorded: null, fault: proven.fault, lostKey, gone, dismissed: 0, isMoving: false };
  }
  try {
    using journal = openJournalReader({ file, blobs }, () => {});
    for (let tries = 1; ; tries += 1) {
      const recorded = readRecorded(journal);
      const proven = prove(retention);
      const fault = faultAgainst(journal, retention, proven);
      // A whole run may have come and gone since the files were read, which then end too early.
      const isMoving = fault !== null && !isStillEnd(journal, { recorded });
      if (isMoving && tries < mostTries) continue;
      const [lostKey, gone, dismissed] = [lostKeyOf(retention, proven), knownGone(recorded, proven), readDismissedGone(journal)];
      return { recorded, fault, lostKey, gone, dismissed, isMoving };
    }
  } catch (error) {
    if (!isSqliteError(error)) throw error;
    return null;
  }
}

/** Null if nothing is wrong with them. While a record is being written, nothing can be said of the end. */
export function judgeRecords(
  recorded: Pick<Recorded, 'pending' | 'isOpen'> | null,
  fault: RecordsFault | null,
  isMoving = false,
): CheckFinding | null {
  if (fault === null) return null;
  if (isMoving || (recorded !== null && (recorded.pending !== null || recorded.isOpen)))
    return note('unfinished', say('a run is still in progress, or was interrupted; its records are incomplete'), 'hub retention verify');
  if (fault.kind === 'end' && fault.found === 0)
    return failure(
      'gone',
      say('all {count} of its records are gone; the next run would start new ones, the first of which says so', { count: fault.expected }),
      say('bring back the folder data/retention from a backup before the next run'),
    );
  return failure('not-sound', say('its records are not intact, so nothing more is deleted'), 'hub retention verify');
}

const goneMend = () =>
  say('to see since when: hub retention verify. If you know why they are gone, dismiss this: hub retention verify --dismiss');

/** It stays until it is dismissed, because somebody may have deleted them to hide something. */
function goneInWords(gone: number): string {
  return say(
    '{count, plural, one {# earlier record is} other {# earlier records are}} gone: the remaining ones begin anew, and prove nothing about what was deleted before',
    { count: gone },
  );
}

function judgeHolds(flaw: Parameters<typeof flawInWords>[0] | null): OwnFinding | null {
  if (flaw === null) return null;
  const says = say('legal-hold.json {flaw}, so retention deletes nothing', { flaw: flawInWords(flaw) });
  return toldBy(['configuration'], 'holds-not-valid', says, mendOf('legal-hold', flaw));
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
  const clock = { nowMs, timeZone: systemTimeZone() };
  if (!isRunning) return note('hub-stopped', say('is on, and waits for Hub to be started'), 'hub start');
  if (last !== null && nextMs <= nowMs && nowMs - last.beganAtMs > dayMs + overdueAfterMs)
    return note('overdue', say('has not run since {time}', { time: untilLabel(last.beganAtMs, clock) }), 'hub retention run');
  return nextMs <= nowMs
    ? fine(say('is on, and will run within ten minutes'))
    : fine(say('is on; it runs next: {time}', { time: untilLabel(nextMs, clock) }));
}

const dayMs = 24 * 3_600_000;

export const retentionCheck: Check = { id: 'retention', title: () => say('Retention'), withinMs, run: lookAtRetention };
