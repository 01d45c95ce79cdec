/** Which copy is only the last one once more, and what changes by it. The rules are pure (`isRepeat`); the rest asks the journal for what they need. */

import { sourceTypes } from '../contract/fragment-words.ts';
import type { CaptureSource, NewCapture } from '../contract/journal.ts';
import { isClipboardManager } from './clipboard-managers.ts';
import type { Journal, JournalReader } from './journal.ts';
import { isSoundId, type Row, textOf, timeOf, wholeNumber, wordOf } from './row.ts';

/** Nobody copies the same in two programs so soon: the second owner is a clipboard manager that takes the copy over. */
const takeoverMs = 1_000;
/** A known manager that looks only now and then takes longer; so may any program without a window once the clipboard was left empty. */
const lateTakeoverMs = 5_000;

export type RepeatSource = Pick<CaptureSource, 'type' | 'path'> & {
  readonly app: Pick<CaptureSource['app'], 'name' | 'executable' | 'windowTitle'>;
};

/** A copy whose content is that of the last capture. */
export interface SameContent {
  readonly copiedAtMs: number;
  /** It was on the clipboard before anybody watched it. */
  readonly wasThere?: true | undefined;
  readonly source: RepeatSource;
}

/** When a content came to the clipboard. `goneAtMs`: when its owner had gone and left the clipboard empty; null while there was no such moment. */
export interface Since {
  readonly copiedAtMs: number;
  readonly goneAtMs: number | null;
}

export interface LastCapture extends Since {
  readonly source: RepeatSource;
}

/**
 * Whether a copy with the last capture's content is that capture once more, which then keeps its source. From another program or page it is a copy
 * of its own, unless that program takes it over. What a monitor finds at its start has been there all the while: its program may have closed the
 * window by which it was known.
 */
export function isRepeat(last: LastCapture, copy: SameContent): boolean {
  return copy.wasThere === true || isUnknown(copy.source) || isSame(copy.source, last.source) || isTakeover(last, copy);
}

/** Whether the copy's owner only took over what was there. Who copies by hand has a window before him, or did not just see a program end. */
export function isTakeover({ copiedAtMs, goneAtMs }: Since, copy: SameContent): boolean {
  const { app } = copy.source;
  const isWithin = (atMs: number | null, withinMs: number): boolean => atMs !== null && Math.abs(copy.copiedAtMs - atMs) <= withinMs;
  const afterCopyMs = isClipboardManager(app) ? lateTakeoverMs : takeoverMs;
  const afterEndMs = app.windowTitle === null ? lateTakeoverMs : afterCopyMs;
  return isWithin(copiedAtMs, afterCopyMs) || isWithin(goneAtMs, afterEndMs);
}

/** Nobody knows who copied: that says nothing against the program that is known. */
function isUnknown({ type }: RepeatSource): boolean {
  return type === 'other';
}

function isSame(one: RepeatSource, other: RepeatSource): boolean {
  const isSameApp = one.app.name === other.app.name && one.app.executable === other.app.executable;
  return one.type === other.type && one.path === other.path && isSameApp;
}

/** By what a content is known among others. */
export function contentMark(kind: string, sha256: string | undefined): string {
  return `${kind}:${sha256}`;
}

/** By what all that a capture holds is known. */
export function contentOf({ fragments }: Pick<NewCapture, 'fragments'>): string {
  return fragments.map(({ kind, representations }) => contentMark(kind, representations[0]?.content.sha256)).join(' ');
}

/** What is left of a copy without what was deleted of it, and the digest of all of it. */
export interface Sought {
  readonly capture: NewCapture;
  readonly digest: string;
}

/**
 * The last capture of the clipboard, or the one that is present, if this copy repeats it and all of it is still there. What was filtered has lost
 * its content, and rules change: a copy of it is another one, and what a monitor finds is not.
 */
export function repeatedCapture(journal: JournalReader, { capture, digest }: Sought): number | null {
  const { copiedAtMs, wasThere, source } = capture;
  const content = contentOf(capture);
  const rows = [lastRow(journal, latest), ...(wasThere ? [lastRow(journal, presentOne)] : [])];
  const row = rows.find((each) => each?.digest === digest && (wasThere ? each.content : each.unfiltered) === content);
  if (row === undefined) return null;
  return isRepeat(lastCapture(row), { copiedAtMs, wasThere, source }) ? Number(row.id) : null;
}

const latest = `WHERE origin = 'clipboard' AND ${isSoundId('id')} ORDER BY id DESC LIMIT 1`;
const presentOne = 'WHERE id = (SELECT capture_id FROM present)';

function contentsWhere(condition: string): string {
  return `(SELECT group_concat(mark, ' ') FROM (SELECT kind || ':' || sha256 AS mark
    FROM fragments JOIN representations ON fragment_id = fragments.id AND position = 0
    WHERE capture_id = captures.id AND ${condition} ORDER BY fragments.id))`;
}

/** Undefined for one that is damaged too: what nobody can read is repeated by nothing, and costs no copy after it. */
function lastRow(journal: JournalReader, which: string): Row | undefined {
  const row = journal
    .statement(
      `SELECT id, digest, copied_at, source_type, source_path, app_name, app_executable, window_title,
       ${contentsWhere("state <> 'filtered'")} AS unfiltered, ${contentsWhere('true')} AS content,
       (SELECT copied_at FROM present WHERE absence = 'cleared') AS gone_at
     FROM captures ${which}`,
    )
    .get();
  return row === undefined || timeOf(row.copied_at) === null || wholeNumber(row.id) === null ? undefined : row;
}

function lastCapture(row: Row): LastCapture {
  return {
    copiedAtMs: timeOf(row.copied_at) ?? 0,
    goneAtMs: timeOf(row.gone_at),
    source: {
      type: wordOf(sourceTypes, row.source_type) ?? 'other',
      path: textOf(row.source_path) ?? '',
      app: { name: textOf(row.app_name), executable: textOf(row.app_executable), windowTitle: textOf(row.window_title) },
    },
  };
}

/** Its time moves on, and the title of the same program's window is that of now; of what was there all the while neither is. */
export function presentOnceMore(journal: Journal, captureId: number, { copiedAtMs, wasThere, source }: NewCapture): void {
  if (wasThere === true) return;
  journal.statement('UPDATE captures SET copied_at = max(copied_at, ?) WHERE id = ?').run(copiedAtMs, captureId);
  const { name, executable, pid, windowTitle } = source.app;
  journal
    .statement(
      `UPDATE captures SET source_name = ?, window_title = ?, app_pid = ?
       WHERE id = ? AND source_type = ? AND source_path = ? AND app_name IS ? AND app_executable IS ?`,
    )
    .run(source.name, windowTitle, pid, captureId, source.type, source.path, name, executable);
}
