/** Which copy is only the last one once more, and what changes by it. The rules are pure (`isRepeat`); the rest asks the journal for what they need. */
import type { CaptureSource, NewCapture } from '../contract/journal.ts';
import type { Journal, JournalReader } from './journal.ts';
import { isDamagedNumber } from './write-failure.ts';

/** Nobody copies the same in two programs so soon: the second owner is a clipboard manager that takes the copy over. */
const takeoverMs = 1_000;
/** A program without a window may take longer, since some managers look only now and then. A user who copies has a window before him. */
const windowlessTakeoverMs = 5_000;

type Source = Pick<CaptureSource, 'type' | 'path'> & { readonly app: Pick<CaptureSource['app'], 'name' | 'executable' | 'windowTitle'> };

/** A copy whose content is that of the last capture. */
export interface SameContent {
  readonly copiedAtMs: number;
  /** It was on the clipboard before anybody watched it. */
  readonly wasThere?: true | undefined;
  readonly source: Source;
}

/** The last capture. `goneAtMs`: when its owner had gone and left the clipboard empty; null while there was no such moment. */
export interface LastCapture {
  readonly copiedAtMs: number;
  readonly goneAtMs: number | null;
  readonly source: Source;
}

/**
 * Whether a copy with the last capture's content is that capture once more, which then keeps its source. A manager takes over at once, or when the
 * owner has gone; from another program or page that a user can see it is a copy of its own. What a monitor finds at its start has been there all
 * the while: its program may have closed the window by which it was known.
 */
export function isRepeat(last: LastCapture, copy: SameContent): boolean {
  if (copy.wasThere === true || isUnknown(copy.source) || isSame(copy.source, last.source)) return true;
  const withinMs = copy.source.app.windowTitle === null ? windowlessTakeoverMs : takeoverMs;
  return [last.copiedAtMs, last.goneAtMs].some((atMs) => atMs !== null && Math.abs(copy.copiedAtMs - atMs) <= withinMs);
}

/** Nobody knows who copied: that says nothing against the program that is known. */
function isUnknown({ type }: Source): boolean {
  return type === 'other';
}

function isSame(one: Source, other: Source): boolean {
  const isSameApp = one.app.name === other.app.name && one.app.executable === other.app.executable;
  return one.type === other.type && one.path === other.path && isSameApp;
}

/**
 * The last capture of the clipboard, if this copy repeats it, and all of it is still there: what was filtered has lost its content, and rules
 * change.
 */
export function repeatedCapture(
  journal: JournalReader,
  { copiedAtMs, wasThere, source, fragments }: NewCapture,
  digest: string,
): number | null {
  const row = lastRow(journal);
  if (row === undefined || row.digest !== digest || row.whole !== fragments.length) return null;
  return isRepeat(lastCapture(row), { copiedAtMs, wasThere, source }) ? Number(row.id) : null;
}

/** Undefined for one that is damaged too: what nobody can read is repeated by nothing, and costs no copy after it. */
function lastRow(journal: JournalReader): Readonly<Record<string, unknown>> | undefined {
  const last = journal.statement(
    `SELECT id, digest, copied_at, source_type, source_path, app_name, app_executable, window_title,
       (SELECT count(*) FROM fragments WHERE capture_id = captures.id AND state <> 'filtered') AS whole,
       (SELECT copied_at FROM present WHERE absence = 'cleared') AS gone_at
     FROM captures WHERE origin = 'clipboard' ORDER BY id DESC LIMIT 1`,
  );
  try {
    return last.get();
  } catch (error) {
    if (isDamagedNumber(error)) return undefined;
    throw error;
  }
}

function lastCapture(row: Readonly<Record<string, unknown>>): LastCapture {
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  return {
    copiedAtMs: Number(row.copied_at),
    goneAtMs: row.gone_at === null ? null : Number(row.gone_at),
    source: {
      type: row.source_type as CaptureSource['type'],
      path: String(row.source_path),
      app: { name: text(row.app_name), executable: text(row.app_executable), windowTitle: text(row.window_title) },
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
