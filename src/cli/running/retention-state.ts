/** What `hub status` says of retention: whether it is on, its last and next run, and how many legal holds there are. */

import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { systemTimeZone } from '../../base/timestamp.ts';
import { effectiveDocument } from '../../configuration/effective-document.ts';
import { readRetention } from '../../configuration/reading/retention-documents.ts';
import { foundRecords, judgeRecords } from '../../diagnostics/doctor/retention-check.ts';
import { say } from '../../domain/language/say.ts';
import { untilLabel } from '../../domain/view/shown-time.ts';
import type { JournalReader } from '../../journal/journal.ts';
import { nextRunMs } from '../../journal/retention/asked-run.ts';
import { readRecorded } from '../../journal/retention/recording.ts';
import type { Places } from '../../platform/locations.ts';

/** Times are RFC 3339, or null. `holds` is null if the legal holds can't be read: then nothing is deleted. */
export interface RetentionState {
  readonly enabled: boolean;
  readonly rules: number;
  readonly holds: number | null;
  readonly lastRun: string | null;
  readonly nextRun: string | null;
  /** Its records are not as they were written: until they are, nothing is deleted. Null: not proven, because there are too many for a moment, or the journal can't be read. */
  readonly isBlocked: boolean | null;
}

/** `journal`: null if it can't be read now; then the last run is not known. */
export function retentionState(places: Places, journal: JournalReader | null, nowMs: number): RetentionState {
  const read = readRetention(places);
  const last = journal === null ? null : readRecorded(journal);
  const lastRun = last === null || last.run === 0 ? null : new Date(last.beganAtMs).toISOString();
  if (!read.ok) {
    const { enabled, rules } = effectiveDocument(places, 'retention-policy').value;
    return { enabled, rules: rules.length, holds: null, lastRun, nextRun: null, isBlocked: null };
  }
  const { policy, holds } = read.value;
  const nextMs = nextRunMs(places.run, policy, last, nowMs);
  return {
    enabled: policy.enabled,
    rules: policy.rules.length,
    holds: holds.holds.length,
    lastRun,
    nextRun: nextMs === null ? null : new Date(Math.max(nextMs, nowMs)).toISOString(),
    isBlocked: journal === null ? null : isBlockedNow(places),
  };
}

/** Proven in a fraction of a second. */
const mostProvenBytes = 8 * 1_048_576;

function isBlockedNow(places: Places): boolean | null {
  if (bytesIn(places.retention) > mostProvenBytes) return null;
  const found = foundRecords(places);
  return found === null ? null : judgeRecords(found.recorded, found.fault, found.isMoving)?.word === 'not-sound';
}

function bytesIn(folder: string): number {
  try {
    return readdirSync(folder).reduce((sum, name) => sum + (statSync(path.join(folder, name), { throwIfNoEntry: false })?.size ?? 0), 0);
  } catch {
    return 0;
  }
}

/** In one line. */
export function retentionInWords({ enabled, rules, holds, lastRun, nextRun, isBlocked }: RetentionState, nowMs: number): string {
  const clock = { nowMs, timeZone: systemTimeZone() };
  const time = (at: string): string => untilLabel(Date.parse(at), clock);
  const holdsInWords =
    holds === null || holds === 0 ? '' : say('{count, plural, one {# legal hold} other {# legal holds}}', { count: holds });
  if (isBlocked === true) {
    const rest = [lastRun === null ? '' : say('Last run {time}', { time: time(lastRun) }), holdsInWords].filter((part) => part !== '');
    return [say('Nothing is deleted: the records are damaged (hub retention verify).'), rest.join('; ')].join(' ').trimEnd();
  }
  const words = [
    holds === null
      ? say("the legal holds can't be read, so nothing is deleted")
      : rules === 0
        ? say('no rules')
        : enabled
          ? say('on')
          : say('off'),
    lastRun === null ? '' : say('last run {time}', { time: time(lastRun) }),
    nextRun === null ? '' : say('next run {time}', { time: time(nextRun) }),
    holdsInWords,
  ];
  return words.filter((part) => part !== '').join(', ');
}
