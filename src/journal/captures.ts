/** Putting captures into the journal. When `recordCapture` has returned, the capture survives a power cut. */
import { rmSync } from 'node:fs';
import { done, failed, type Outcome } from '../base/outcome.ts';
import type { Absence, CounterName, Counters, NewCapture, NewFragment } from '../contract/journal.ts';
import { counterNames } from '../contract/journal.ts';
import { adoptBlob } from './blobs.ts';
import { forgetDeleted, withoutDeleted } from './deleted-copies.ts';
import { fragmentsOfCapture } from './fragments.ts';
import type { Journal, JournalReader } from './journal.ts';
import { mendRows, pastDamage } from './mending.ts';
import { contentOf, presentOnceMore, repeatedCapture } from './repeats.ts';
import { isSoundId, nextId, oneMore, timeOf, wholeNumber } from './row.ts';
import { type NeverWritten, writeFailure } from './write-failure.ts';

export interface RecordedCapture {
  readonly captureId: number;
  readonly fragmentIds: readonly number[];
  /** The same content as the copy before: no new capture was made, the earlier one is present again. */
  readonly repeated: boolean;
}

/** `passed-over`: it was deleted, and nobody has copied it since. */
export type CaptureOutcome = Outcome<RecordedCapture, NeverWritten | 'passed-over'>;

/**
 * Records one capture with its fragments and contents, and makes a clipboard capture the present content. Temporary
 * files of the contents are taken over. After a throw the same capture can be recorded again, unless it was ENOENT: a file of it is gone.
 */
export function recordCapture(journal: Journal, capture: NewCapture): RecordedCapture {
  const recorded = journal.durableTransaction(() => insertOrRepeat(journal, capture, contentOf(capture)));
  if (recorded.repeated) discardContents(capture);
  return recorded;
}

/**
 * Records several, oldest first, in one commit. One that can never be recorded is counted as missed, loses its temporary files, and is left
 * out; the others are recorded. Throws when the journal takes nothing now: then nothing has changed.
 */
export function recordCaptures(journal: Journal, captures: readonly NewCapture[]): readonly CaptureOutcome[] {
  return recordEach(journal, captures, (capture) => recordOrPassOver(journal, capture));
}

/** The same for captures that were given to a writer which ended before it answered: those that it has recorded are not recorded twice. */
export function recordCapturesAgain(journal: Journal, captures: readonly NewCapture[]): readonly CaptureOutcome[] {
  return recordEach(journal, captures, (capture) => {
    const before = recordedBefore(journal, capture);
    return before === null ? recordOrPassOver(journal, capture) : done(before);
  });
}

type Insert = (capture: NewCapture) => CaptureOutcome;

function recordEach(journal: Journal, captures: readonly NewCapture[], insert: Insert): readonly CaptureOutcome[] {
  const outcomes = journal.durableTransaction(() => captures.map((capture) => insertOrGiveUp(journal, capture, insert)));
  for (const capture of captures) discardContents(capture); // the journal has taken over what it named
  return outcomes;
}

function insertOrGiveUp(journal: Journal, capture: NewCapture, insert: Insert): CaptureOutcome {
  try {
    return pastDamage(
      () => journal.part(() => insert(capture)),
      () => mendRows(journal),
    );
  } catch (error) {
    const failure = writeFailure(error);
    if (failure === 'not-now' || failure === 'damaged') throw error;
    if (capture.origin === 'clipboard') {
      count(journal, 'missed');
      setPresent(journal, null, capture.copiedAtMs, 'unreadable');
    }
    return failed(failure);
  }
}

/** What the clipboard holds of a deleted copy is none: what is left of it is recorded, or it is passed over. */
function recordOrPassOver(journal: Journal, capture: NewCapture): CaptureOutcome {
  const digest = contentOf(capture);
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
function insertOrRepeat(journal: Journal, capture: NewCapture, digest: string): RecordedCapture {
  const earlier = capture.origin === 'clipboard' ? repeatedCapture(journal, { capture, digest }) : null;
  if (earlier !== null) return repeat(journal, earlier, capture);
  for (const { file, sha256 } of filesOf(capture)) adoptBlob(journal, file, sha256);
  const captureId = insertCapture(journal, capture, contentOf(capture));
  const fragmentIds = capture.fragments.map((fragment) => insertFragment(journal, captureId, fragment));
  if (capture.origin === 'clipboard') {
    count(journal, 'captured');
    setPresent(journal, captureId, capture.copiedAtMs);
  }
  return { captureId, fragmentIds, repeated: false };
}

/** Removes the temporary files of a capture that is not recorded. */
export function discardContents(capture: NewCapture): void {
  for (const { file } of filesOf(capture)) rmSync(file, { force: true });
}

/** The temporary files in which contents of a capture lie. */
export function filesOf(capture: NewCapture): readonly { readonly file: string; readonly sha256: string }[] {
  const contents = capture.fragments.flatMap((fragment) => fragment.representations.map((representation) => representation.content));
  return contents.filter((content) => 'file' in content);
}

/** What became of all copies that were announced since the journal was made. */
export function readCounters(journal: JournalReader): Counters {
  const rows = journal.statement('SELECT name, value FROM counters').all();
  const known = new Map(rows.map((row) => [row.name, wholeNumber(row.value)]));
  const values: Record<CounterName, number> = { captured: 0, repeated: 0, concealed: 0, excluded: 0, unusable: 0, missed: 0 };
  for (const name of counterNames) values[name] = known.get(name) ?? 0;
  return values;
}

/** More than can have been made since a copy was given to a writer that did not answer. */
const copiesSince = 512;

function recordedBefore(journal: Journal, capture: NewCapture): RecordedCapture | null {
  const row = journal
    .statement(
      `SELECT id FROM captures WHERE id > (SELECT coalesce(max(id), 0) FROM captures WHERE ${isSoundId('id')}) - ? AND copied_at = ? AND digest = ? AND origin = 'clipboard'`,
    )
    .get(copiesSince, capture.copiedAtMs, contentOf(capture));
  if (row === undefined) return null;
  const captureId = Number(row.id);
  return { captureId, fragmentIds: fragmentsOfCapture(journal, captureId), repeated: true };
}

function repeat(journal: Journal, captureId: number, capture: NewCapture): RecordedCapture {
  presentOnceMore(journal, captureId, capture);
  count(journal, 'repeated');
  setPresent(journal, captureId, capture.copiedAtMs);
  return { captureId, fragmentIds: fragmentsOfCapture(journal, captureId), repeated: true };
}

function insertCapture(journal: Journal, capture: NewCapture, digest: string): number {
  const { source } = capture;
  const { lastInsertRowid } = journal
    .statement(
      `INSERT INTO captures (id, origin, copied_at, source_type, source_name, source_path, app_name, app_executable, app_pid, window_title, given_name, digest)
       VALUES (${nextId('captures')}, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
    );
  return Number(lastInsertRowid);
}

function insertFragment(journal: Journal, captureId: number, fragment: NewFragment): number {
  const { lastInsertRowid } = journal
    .statement(`INSERT INTO fragments (id, capture_id, kind) VALUES (${nextId('fragments')}, ?, ?)`)
    .run(captureId, fragment.kind);
  for (const [position, { mediaType, content }] of fragment.representations.entries()) {
    journal
      .statement('INSERT INTO representations (fragment_id, position, media_type, bytes, sha256, inline) VALUES (?, ?, ?, ?, ?, ?)')
      .run(lastInsertRowid, position, mediaType, content.bytes, content.sha256, 'inline' in content ? content.inline : null);
  }
  return Number(lastInsertRowid);
}

/** No copy takes longer than this to be read. */
const slowestCopyMs = 120_000;

/**
 * A slow owner's content may be complete after a later copy's: the later copy stays the present one. A present that is later by more than
 * any owner is slow comes from a clock that was set back since.
 */
export function replacesPresent(atMs: number, presentAtMs: number): boolean {
  return presentAtMs <= atMs || presentAtMs > atMs + slowestCopyMs;
}

/** Says what is on the clipboard since `atMs`: a capture, unless it was deleted meanwhile, or nothing that is shown, and why. */
export function setPresent(journal: Journal, captureId: number | null, atMs: number, absence: Absence | null = null): void {
  const presentAtMs = timeOf(journal.statement('SELECT copied_at FROM present').get()?.copied_at) ?? 0;
  if (!replacesPresent(atMs, presentAtMs)) return;
  journal
    .statement('UPDATE present SET capture_id = (SELECT id FROM captures WHERE id = ?), copied_at = ?, absence = ?')
    .run(captureId, atMs, absence);
}

/** Adds to a counter. */
export function count(journal: Journal, name: CounterName, times = 1): void {
  journal
    .statement(`INSERT INTO counters (name, value) VALUES (?1, ?2) ON CONFLICT (name) DO UPDATE SET value = ${oneMore('value', '?2')}`)
    .run(name, times);
}
