/** Decides which copy is a repeat of the last one, and records it. The rules are pure (`isRepeat`); the rest reads what they need from the journal. */

import { sourceTypes } from '../../contract/fragment-words.ts';
import type { CaptureSource, NewCapture } from '../../contract/journal.ts';
import type { Journal, JournalReader } from '../journal.ts';
import { isSoundId, type Row, textOf, timeOf, wholeNumber, wordOf } from '../row-values.ts';
import { isClipboardManager } from './clipboard-managers.ts';

/** Nobody copies the same content in two programs within this time: the second owner is a clipboard manager that takes the copy over. */
const takeoverMs = 1_000;
/** A known manager that polls may take this long, and so may any program without a window after the clipboard was cleared. */
const lateTakeoverMs = 5_000;
/** A program may announce a copy again this much later, and the capture keeps the time of the first announcement. */
export const announcedWithinMs = lateTakeoverMs;

export type RepeatSource = Pick<CaptureSource, 'type' | 'path'> & {
  readonly app: Pick<CaptureSource['app'], 'name' | 'executable' | 'windowTitle'>;
};

/** A copy with the same content as the last capture. */
export interface SameContent {
  readonly copiedAtMs: number;
  /** It was on the clipboard before anybody watched it. */
  readonly isInitial?: true | undefined;
  readonly source: RepeatSource;
  /** The WorkSpace that it belongs to, if it is known. */
  readonly workspace?: string | null | undefined;
}

/** `copiedAtMs`: when a content came to the clipboard. `goneAtMs`: when its owner exited and left the clipboard empty, or to Hub; null if it did not. */
export interface TimeOnClipboard {
  readonly copiedAtMs: number;
  readonly goneAtMs: number | null;
}

export interface LastCapture extends TimeOnClipboard, Pick<SameContent, 'source' | 'workspace'> {}

/**
 * Whether a copy with the last capture's content repeats that capture, which then keeps its source. A copy from another program or page is new, unless
 * that program only takes the copy over. So is one for another WorkSpace, whose file belongs there. Content that a monitor finds at its start has been there all the time, even if its source looks different:
 * its program may have closed the window that identified it.
 */
export function isRepeat(last: LastCapture, copy: SameContent): boolean {
  if (copy.isInitial === true || isTakeover(last, copy)) return true;
  const workspaces = new Set([last, copy].flatMap(({ workspace }) => workspace ?? []));
  return workspaces.size < 2 && (isUnknown(copy.source) || isSame(copy.source, last.source));
}

/**
 * Whether the copy's owner only took over what was there. A program in which a person copies has a window, or no owner exited just before. LibreOffice clears the
 * clipboard before each copy of its own, which takes nothing over.
 */
export function isTakeover({ copiedAtMs, goneAtMs, source }: TimeOnClipboard & Partial<LastCapture>, copy: SameContent): boolean {
  const { app } = copy.source;
  const isOwnAgain = source !== undefined && app.windowTitle !== null && isSame(copy.source, source);
  const isWithin = (atMs: number | null, withinMs: number): boolean => atMs !== null && Math.abs(copy.copiedAtMs - atMs) <= withinMs;
  const afterCopyMs = isClipboardManager(app) ? lateTakeoverMs : takeoverMs;
  const afterEndMs = app.windowTitle === null ? lateTakeoverMs : afterCopyMs;
  return isWithin(copiedAtMs, afterCopyMs) || (!isOwnAgain && isWithin(goneAtMs, afterEndMs));
}

/** Whether the owner is unknown, in which case it may be the known program. */
function isUnknown({ type }: RepeatSource): boolean {
  return type === 'other';
}

function isSame(one: RepeatSource, other: RepeatSource): boolean {
  const isSameApp = one.app.name === other.app.name && one.app.executable === other.app.executable;
  return one.type === other.type && one.path === other.path && isSameApp;
}

/** What identifies a content. */
export function contentKey(kind: string, sha256: string | undefined): string {
  return `${kind}:${sha256}`;
}

/** What identifies all contents of a capture. */
export function captureKey({ fragments }: Pick<NewCapture, 'fragments'>): string {
  return fragments.map(({ kind, representations }) => contentKey(kind, representations[0]?.content.sha256)).join(' ');
}

/** A copy without its deleted fragments, and the digest of the whole copy. */
export interface CopyWithDigest {
  readonly capture: NewCapture;
  readonly digest: string;
}

export interface RepeatedCapture {
  readonly captureId: number;
  /** Somebody copied it again; otherwise it was only found at a start, or taken over. */
  readonly isCopy: boolean;
}

/**
 * The last capture from the clipboard, or the current one, if this copy repeats it and all its fragments still exist. A filtered fragment has lost its
 * content, and the rules may have changed: copying it again is a new copy, but finding it at the start of a monitor is not.
 */
export function repeatedCapture(journal: JournalReader, { capture, digest }: CopyWithDigest): RepeatedCapture | null {
  const { copiedAtMs, isInitial, source, workspace } = capture;
  const content = captureKey(capture);
  const rows = [lastRow(journal, latest), ...(isInitial ? [lastRow(journal, presentOne)] : [])];
  const row = rows.find((each) => each?.digest === digest && (isInitial ? each.content : each.unfiltered) === content);
  if (row === undefined) return null;
  const [last, copy] = [lastCapture(row), { copiedAtMs, isInitial, source, workspace }];
  return isRepeat(last, copy) ? { captureId: Number(row.id), isCopy: isInitial !== true && !isTakeover(last, copy) } : null;
}

const latest = `WHERE origin = 'clipboard' AND ${isSoundId('id')} ORDER BY id DESC LIMIT 1`;
const presentOne = 'WHERE id = (SELECT capture_id FROM present)';

function contentsWhere(condition: string): string {
  return `(SELECT group_concat(mark, ' ') FROM (SELECT kind || ':' || sha256 AS mark
    FROM fragments JOIN representations ON fragment_id = fragments.id AND position = 0
    WHERE capture_id = captures.id AND ${condition} ORDER BY fragments.id))`;
}

/** Also undefined for a damaged row: a capture that can't be read has no repeats, and does not affect later copies. */
function lastRow(journal: JournalReader, which: string): Row | undefined {
  const row = journal
    .statement(
      `SELECT id, digest, copied_at, source_type, source_path, app_name, app_executable, window_title,
       ${contentsWhere("state NOT IN ('filtered', 'deleted')")} AS unfiltered, ${contentsWhere("state <> 'deleted'")} AS content,
       (SELECT copied_at FROM present WHERE absence = 'cleared') AS gone_at,
       (SELECT path FROM workspaces WHERE id = (SELECT max(workspace) FROM fragments WHERE capture_id = captures.id)) AS workspace
     FROM captures ${which}`,
    )
    .get();
  return row === undefined || timeOf(row.copied_at) === null || wholeNumber(row.id) === null ? undefined : row;
}

function lastCapture(row: Row): LastCapture {
  return {
    copiedAtMs: timeOf(row.copied_at) ?? 0,
    goneAtMs: timeOf(row.gone_at),
    workspace: textOf(row.workspace),
    source: {
      type: wordOf(sourceTypes, row.source_type) ?? 'other',
      path: textOf(row.source_path) ?? '',
      app: { name: textOf(row.app_name), executable: textOf(row.app_executable), windowTitle: textOf(row.window_title) },
    },
  };
}

/** Gives the capture the time of the new copy, and the current window title if the program is the same. Content found at a start changes neither. */
export function makePresentAgain(
  journal: Journal,
  { captureId, isCopy }: RepeatedCapture,
  { copiedAtMs, isInitial, source }: NewCapture,
): void {
  if (isInitial === true) return;
  // What one program repeats again and again within a second would otherwise never be a copy again: it keeps its time, but not for long.
  const { type, path, app } = source;
  const isOwn = 'SELECT 1 FROM captures WHERE id = ? AND source_type = ? AND source_path = ? AND app_name IS ? AND app_executable IS ?';
  const isSameProgram = journal.statement(isOwn).get(captureId, type, path, app.name, app.executable) !== undefined;
  const sinceMs = isCopy || !isSameProgram ? copiedAtMs : copiedAtMs - announcedWithinMs;
  journal.statement('UPDATE captures SET copied_at = ?1, initial = 0 WHERE id = ?2 AND copied_at < ?3').run(copiedAtMs, captureId, sinceMs);
  const { name, executable, pid, windowTitle } = source.app;
  journal
    .statement(
      `UPDATE captures SET source_name = ?, window_title = ?, app_pid = ?
       WHERE id = ? AND source_type = ? AND source_path = ? AND app_name IS ? AND app_executable IS ?`,
    )
    .run(source.name, windowTitle, pid, captureId, source.type, source.path, name, executable);
}
