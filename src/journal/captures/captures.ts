/** Recording captures in the journal. When `recordCapture` has returned, the capture survives a power cut. */
import { done, failed, type Outcome } from '../../base/outcome.ts';
import type { Absence, NewCapture, NewFragment } from '../../contract/journal.ts';
import { adoptBlob, mendBlob } from '../blobs.ts';
import { repairingRows, repairRows } from '../damage/repair-rows.ts';
import { fragmentsOfCapture } from '../fragments/fragments.ts';
import { workspaceNumber } from '../fragments/waiting-saves.ts';
import type { Journal } from '../journal.ts';
import { countRepeat } from '../keeping/merge-copies.ts';
import { isSoundId, nextId, timeOf, wholeNumber } from '../row-values.ts';
import { type NeverWritten, writeFailure } from '../writing/write-failure.ts';
import { addToCounter } from './counters.ts';
import { forgetDeleted, withoutDeleted } from './deleted-copies.ts';
import { recordMissed } from './missed-copies.ts';
import { withPage } from './page-reports.ts';
import { announcedWithinMs, captureKey, makePresentAgain, type RepeatedCapture, repeatedCapture } from './repeated-copies.ts';
import { discardContents, filesOf } from './temporary-contents.ts';

export interface RecordedCapture {
  readonly captureId: number;
  readonly fragmentIds: readonly number[];
  /** The same content as the copy before: no new capture was made, the earlier one is current again. */
  readonly repeated: boolean;
}

/** `passed-over`: the copy was deleted, and has not been copied again since. */
export type CaptureOutcome = Outcome<RecordedCapture, NeverWritten | 'passed-over'>;

/**
 * Records one capture with its fragments and contents, and makes a clipboard capture the present content. Temporary files of the contents are taken
 * over. After an exception the same capture can be recorded again, unless it was ENOENT: then one of its files is missing.
 */
export function recordCapture(journal: Journal, capture: NewCapture): RecordedCapture {
  const recorded = journal.durableTransaction(() => insertOrRepeat(journal, capture, captureKey(capture)));
  if (recorded.repeated) discardContents(capture);
  return recorded;
}

/**
 * Records several captures, oldest first, in one commit. One that can never be recorded is counted as missed and dropped with its temporary files; the others
 * are recorded. Throws if the journal accepts nothing now: then nothing has changed.
 */
export function recordCaptures(journal: Journal, captures: readonly NewCapture[]): readonly CaptureOutcome[] {
  return recordEach(journal, captures, (capture) => recordOrPassOver(journal, capture));
}

/** The same, for captures whose writer crashed before it answered: captures that it had already recorded are not recorded twice. */
export function recordCapturesAgain(journal: Journal, captures: readonly NewCapture[]): readonly CaptureOutcome[] {
  return recordEach(journal, captures, (capture) => {
    const before = recordedBefore(journal, capture);
    return before === null ? recordOrPassOver(journal, capture) : done(before);
  });
}

type Insert = (capture: NewCapture) => CaptureOutcome;

function recordEach(journal: Journal, captures: readonly NewCapture[], insert: Insert): readonly CaptureOutcome[] {
  const outcomes = journal.durableTransaction(() => captures.map((capture) => insertOrGiveUp(journal, capture, insert)));
  for (const capture of captures) discardContents(capture); // the journal has taken over its files
  return outcomes;
}

function insertOrGiveUp(journal: Journal, capture: NewCapture, insert: Insert): CaptureOutcome {
  try {
    return repairingRows(
      () => journal.part(() => insert(capture)),
      () => repairRows(journal),
    );
  } catch (error) {
    const failure = writeFailure(error);
    if (failure === 'not-now' || failure === 'damaged') throw error;
    if (capture.origin === 'clipboard') {
      addToCounter(journal, 'missed');
      recordMissed(journal, [{ atMs: capture.copiedAtMs, program: capture.source.app.name, because: 'not-recorded' }]);
      setPresent(journal, null, capture.copiedAtMs, 'unreadable');
    }
    return failed(failure);
  }
}

/** A deleted copy that is still on the clipboard is not a new copy: only its other fragments are recorded, or nothing if there are none. */
function recordOrPassOver(journal: Journal, capture: NewCapture): CaptureOutcome {
  const digest = captureKey(capture);
  if (capture.origin !== 'clipboard') return done(insertOrRepeat(journal, capture, digest));
  const left = withoutDeleted(journal, capture);
  if (left === null) {
    journal.statement('UPDATE present SET capture_id = NULL, absence = NULL').run();
    return failed('passed-over');
  }
  if (left === capture) forgetDeleted(journal);
  return done(insertOrRepeat(journal, left, digest));
}

/** `digest`: of the whole copy. */
function insertOrRepeat(journal: Journal, copied: NewCapture, digest: string): RecordedCapture {
  const capture = withPage(journal, copied);
  const earlier = capture.origin === 'clipboard' ? repeatedCapture(journal, { capture, digest }) : null;
  if (earlier !== null) return repeat(journal, earlier, capture);
  const inserted = insertCapture(journal, capture);
  if (capture.origin === 'clipboard') {
    addToCounter(journal, 'captured');
    setPresent(journal, inserted.captureId, capture.copiedAtMs);
  }
  return inserted;
}

/** A new capture, which is not the present content. Takes over the temporary files of its contents. Call it within a transaction. */
export function insertCapture(journal: Journal, capture: NewCapture): RecordedCapture {
  for (const content of filesOf(capture)) adoptBlob(journal, content.file, content);
  const captureId = insertCaptureRow(journal, capture, captureKey(capture));
  const workspace = capture.workspace === undefined ? null : workspaceNumber(journal, capture.workspace);
  const fragmentIds = capture.fragments.map((fragment) => insertFragment(journal, { captureId, workspace }, fragment));
  return { captureId, fragmentIds, repeated: false };
}

/** An upper limit for the captures that can have been recorded since a copy was sent to a writer that did not answer. */
const copiesSince = 512;

/**
 * The SQL for: the copy made at this time (the first parameter) was recorded. A repeat may have no time of its own, but copies are recorded in their
 * order: if what is current is not older than this one, then this one was recorded too.
 */
const wasRecorded = `(copied_at = ?1 OR (copied_at BETWEEN ?1 - ${announcedWithinMs} AND ?1 + ${announcedWithinMs} AND (SELECT copied_at FROM present) >= ?1))`;

function recordedBefore(journal: Journal, capture: NewCapture): RecordedCapture | null {
  if (capture.origin !== 'clipboard') return null;
  const row = journal
    .statement(
      `SELECT id FROM captures WHERE id > (SELECT coalesce(max(id), 0) FROM captures WHERE ${isSoundId('id')}) - ?2 AND digest = ?3 AND origin = 'clipboard'
         AND ${wasRecorded} ORDER BY copied_at <> ?1, id LIMIT 1`,
    )
    .get(capture.copiedAtMs, copiesSince, captureKey(capture));
  const captureId = row === undefined ? mergedBefore(journal, capture) : Number(row.id);
  if (captureId === null) return null;
  return { captureId, fragmentIds: fragmentsOfCapture(journal, captureId), repeated: true };
}

/** The capture that this one became part of by now. */
function mergedBefore(journal: Journal, { copiedAtMs, fragments }: NewCapture): number | null {
  const row = journal
    .statement(
      `SELECT capture_id FROM representations AS main JOIN fragments ON fragments.id = main.fragment_id
         JOIN earlier_copies ON earlier_copies.fragment_id = fragments.id AND ${wasRecorded}
       WHERE main.sha256 = ?2 AND main.position = 0 LIMIT 1`,
    )
    .get(copiedAtMs, fragments[0]?.representations[0]?.content.sha256 ?? null);
  return wholeNumber(row?.capture_id);
}

function repeat(journal: Journal, repeated: RepeatedCapture, capture: NewCapture): RecordedCapture {
  const { captureId, isCopy } = repeated;
  if (isCopy) countRepeat(journal, fragmentsOfCapture(journal, captureId));
  for (const content of filesOf(capture)) mendBlob(journal, content.file, content);
  makePresentAgain(journal, repeated, capture);
  addToCounter(journal, 'repeated');
  setPresent(journal, captureId, capture.copiedAtMs);
  return { captureId, fragmentIds: fragmentsOfCapture(journal, captureId), repeated: true };
}

function insertCaptureRow(journal: Journal, capture: NewCapture, digest: string): number {
  const { source } = capture;
  const { lastInsertRowid } = journal
    .statement(
      `INSERT INTO captures (id, origin, copied_at, source_type, source_name, source_path, app_name, app_executable, app_pid, window_title, given_name, digest, exempt, text_of, initial)
       VALUES (${nextId('captures')}, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      capture.origin,
      capture.copiedAtMs,
      source.type,
      source.name,
      source.path,
      source.app.name,
      source.app.executable,
      source.app.pid,
      source.app.windowTitle,
      capture.givenName,
      digest,
      capture.isExempt === true ? 1 : 0,
      capture.textOf ?? null,
      capture.isInitial === true ? 1 : 0,
    );
  return Number(lastInsertRowid);
}

function insertFragment(
  journal: Journal,
  { captureId, workspace }: { readonly captureId: number; readonly workspace: number | null },
  fragment: NewFragment,
): number {
  const { lastInsertRowid } = journal
    .statement(`INSERT INTO fragments (id, capture_id, kind, workspace) VALUES (${nextId('fragments')}, ?, ?, ?)`)
    .run(captureId, fragment.kind, workspace);
  for (const [position, { mediaType, content }] of fragment.representations.entries()) {
    journal
      .statement('INSERT INTO representations (fragment_id, position, media_type, bytes, sha256, inline) VALUES (?, ?, ?, ?, ?, ?)')
      .run(lastInsertRowid, position, mediaType, content.bytes, content.sha256, 'inline' in content ? content.inline : null);
  }
  return Number(lastInsertRowid);
}

/** An upper limit for the time that reading a copy takes. */
const slowestCopyMs = 120_000;

/**
 * The content of a slow owner may arrive after that of a later copy, which then stays current. But if the current copy is later by more than any
 * owner can take, the clock was set back, and this copy replaces it.
 */
export function replacesPresent(atMs: number, presentAtMs: number): boolean {
  return presentAtMs <= atMs || presentAtMs > atMs + slowestCopyMs;
}

/**
 * Records what is on the clipboard since `atMs`: a capture (unless it was deleted meanwhile), or nothing to show, with the reason. A capture with the reason
 * `cleared` was left to Hub by its program.
 */
export function setPresent(journal: Journal, captureId: number | null, atMs: number, absence: Absence | null = null): void {
  const presentAtMs = timeOf(journal.statement('SELECT copied_at FROM present').get()?.copied_at) ?? 0;
  if (!replacesPresent(atMs, presentAtMs)) return;
  journal
    .statement('UPDATE present SET capture_id = (SELECT id FROM captures WHERE id = ?), copied_at = ?, absence = ?')
    .run(captureId, atMs, absence);
}
