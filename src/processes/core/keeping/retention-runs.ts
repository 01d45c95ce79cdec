/** Runs of the retention policy by themselves: once a day while it is on, in small steps between other writes. One that was interrupted goes on soon. */
import { errorCode, errorOrigin, type Log } from '../../../base/log.ts';
import type { Outcome } from '../../../base/outcome.ts';
import type { BelievedTime } from '../../../configuration/believed-time.ts';
import { type RetentionDocuments, readRetention } from '../../../configuration/reading/retention-documents.ts';
import { told } from '../../../domain/language/say.ts';
import { activePolicy, scheduledRunMs } from '../../../domain/retention/rules.ts';
import type { JournalReader } from '../../../journal/journal.ts';
import { noteAskedRun } from '../../../journal/retention/asked-run.ts';
import { goneSince } from '../../../journal/retention/proven-end.ts';
import { readRecorded } from '../../../journal/retention/recording.ts';
import type { RunFailure, RunOrder, RunPlace, RunStep } from '../../../journal/retention/run.ts';
import { takeRunTurn } from '../../../journal/retention/run-turn.ts';
import { resultOfWrite } from '../../../journal/writing/write-outcome.ts';
import type { JournalWriter } from '../../../journal/writing/writer.ts';
import type { Places } from '../../../platform/locations.ts';
import { type Passes, type PassTimes, pauseBetweenSteps, startPasses } from './passes.ts';
import { provenEnd } from './prove-records.ts';

export interface RetentionParts extends Partial<PassTimes> {
  readonly journal: JournalReader;
  readonly writer: JournalWriter;
  readonly places: Places;
  readonly log: Log;
  readonly time: BelievedTime;
  /** Called with the sentence about why nothing is deleted, or null. */
  readonly degraded: (reason: string | null) => void;
  readonly nowMs?: () => number;
  /** In a thread of its own, by default. */
  readonly prove?: typeof provenEnd;
}

export interface RetentionRuns extends Passes {
  /** Call when another process has written to the journal. A run begins only once all records are proven: then they are sound again, whoever has begun it. */
  journalChanged(): void;
}

/** Each pass looks whether a run is due. */
export function startRetention(parts: RetentionParts): RetentionRuns {
  const { journal, writer, places, log, degraded, nowMs = Date.now, everyMs = 600_000, firstAfterMs = 120_000 } = parts;
  // A run on this day, by whichever rules, must not put off the first one after a start or a change of the rules.
  let isAsked = true;
  /** The last run that had begun when the records were found broken; null while they are not known to be. */
  let brokenSinceRun: number | null = null;
  const lastRun = (): number => readRecorded(journal)?.run ?? 0;
  const tell = (reason: string | null, since: number | null = null): void => {
    brokenSinceRun = since;
    degraded(reason);
  };
  const note = (atMs: number | null): void => noteAskedRun(places.run, atMs);
  const attempt = async (isOver: () => boolean): Promise<void> => {
    const settled = await resultOfWrite(writer.write('settleRecords', places.retention));
    const due = dueDocuments(parts, nowMs(), isAsked);
    if (due !== null) isAsked = false;
    note(null);
    const failure = settled.ok ? (due === null ? null : await runInTurn(parts, due, isOver)) : settled.reason;
    if (due !== null && failure !== null) isAsked = true;
    if (isAsked && due !== null) note(nowMs() + everyMs);
    if (failure !== 'broken-records') return tell(null);
    log.error('the records of retention are not sound, nothing is deleted');
    tell(brokenRecords(), lastRun());
  };
  const pass = async (isOver: () => boolean): Promise<void> => {
    try {
      await attempt(isOver);
    } catch (error) {
      // The run that was due has not ended: it is due at the next pass.
      isAsked = true;
      tell(notProven());
      throw error;
    }
  };
  const heldUp = (error: unknown): void => log.warn('retention held up', { code: errorCode(error), origin: errorOrigin(error) });
  const passes = startPasses({ pass, heldUp, everyMs, firstAfterMs });
  note(nowMs() + firstAfterMs);
  return {
    journalChanged: () => {
      if (brokenSinceRun !== null && lastRun() > brokenSinceRun) tell(null);
    },
    look: () => {
      isAsked = true;
      passes.look();
      note(nowMs() + firstAfterMs);
    },
    [Symbol.dispose]: () => {
      passes[Symbol.dispose]();
      note(null);
    },
  };
}

const notProven = () => told('retention deletes nothing for now, because its records or the journal could not be read; it tries again');
const brokenRecords = () =>
  told('retention deletes nothing, because its records are not as they were written; for what is wrong: hub retention verify');

/** What a run would be about; null if none is due, or the holds can't be read. `isAsked`: one is due, whenever the last one was. */
function dueDocuments({ journal, places, log }: RetentionParts, nowMs: number, isAsked: boolean): RetentionDocuments | null {
  const read = readRetention(places);
  if (!read.ok) {
    log.warn('retention waits, because the legal holds can not be read');
    return null;
  }
  const nextMs = scheduledRunMs(read.value.policy, isAsked ? null : readRecorded(journal), nowMs);
  return nextMs !== null && nextMs <= nowMs ? read.value : null;
}

/** Waits for its next pass while another run goes on: two at once would end each other. */
async function runInTurn(parts: RetentionParts, due: RetentionDocuments, isOver: () => boolean): Promise<RunFailure | 'held' | null> {
  const { places, log, nowMs = Date.now } = parts;
  const turn = takeRunTurn(places.run, 'schedule', nowMs());
  if (!turn.ok) {
    log.info('retention waits for another run', { process: turn.running?.pid ?? null });
    return turn.reason;
  }
  using _ = turn.value;
  return await run(parts, due, isOver);
}

/** What ended it early; null if nothing did. */
async function run(
  { writer, places, log, time, nowMs = Date.now, prove = provenEnd }: RetentionParts,
  { policy, policyDigest, holds, holdsDigest }: RetentionDocuments,
  isOver: () => boolean,
): Promise<RunFailure | null> {
  const order: RunOrder = {
    ...{ folder: places.retention, by: 'schedule', nowMs: nowMs(), rules: policy.rules, policyDigest, holds, holdsDigest },
    policy: activePolicy(policy, await time.now()),
  };
  const end = await prove({ place: { file: places.journal, blobs: places.blobs }, folder: places.retention });
  if (!end.ok) return end.reason;
  const { lostKey } = end.value;
  if (lostKey !== null) log.warn('the key that the records of retention name is not there', { because: lostKey });
  const begun = await resultOfWrite(writer.write('beginRun', order, end.value));
  if (!begun.ok) return begun.reason;
  const lost = goneSince(end.value);
  if (lost > 0) log.warn('earlier records of retention are gone, the records begin anew', { records: lost, gone: end.value.gone });
  let [deleted, onHold] = [0, 0];
  let place: RunPlace | null = begun.value;
  while (place !== null && !isOver()) {
    const step: Outcome<RunStep, RunFailure> = await resultOfWrite(writer.write('runStep', order, place, nowMs()));
    if (!step.ok) return step.reason;
    deleted += step.value.deleted;
    onHold += step.value.onHold;
    place = step.value.place;
    await pauseBetweenSteps();
  }
  if (place === null) log.info('retention has run', { deleted, onHold });
  else log.info('a run of retention was stopped', { deleted, onHold });
  return null;
}
