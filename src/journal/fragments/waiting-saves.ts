/** Saves that wait, by the WorkSpace that they were copied for. */
import type { FragmentReason } from '../../contract/journal.ts';
import type { Journal, JournalReader } from '../journal.ts';
import { isSoundId, textOf, wholeNumber } from '../row-values.ts';

/**
 * In place of the number of a WorkSpace that a copy was made for, and nobody knows any more: it is never saved by itself, for that might be into the folder of another
 * one. Whoever asks for it to be saved (`requestSave`) chooses the active WorkSpace.
 */
export const lostWorkspace = Number.MAX_SAFE_INTEGER;
/** Why such a copy is kept without a file. */
export const workspaceLost = 'workspace_lost' satisfies FragmentReason;

/** The number of a WorkSpace in this journal, null for those that wait for no one in particular; and its path, if that is known. */
export interface WaitingFor {
  readonly id: number | null;
  readonly path: string | null;
}

/** A row without a number in this column can't be repaired, and would make every statement fail that also updates it. */
const canBeSaved = `wants_save = 1 AND ${isSoundId('id')} AND typeof(capture_id) = 'integer'`;
/** Those that wait for no WorkSpace in particular: each condition has its place in the index. The second is for damaged rows. */
const unspecific = ['workspace IS NULL', `(workspace < 1 OR workspace > ${Number.MAX_SAFE_INTEGER})`] as const;

/** The number of a WorkSpace in this journal. A new one counts as not used. Call it in a transaction. */
export function workspaceNumber(journal: Journal, path: string): number | null {
  journal.statement('INSERT OR IGNORE INTO workspaces (path, used) VALUES (?, 0)').run(path);
  return wholeNumber(journal.statement('SELECT id FROM workspaces WHERE path = ?').get(path)?.id);
}

/** The WorkSpaces that saves wait for. Takes a look at the index for each, however many saves wait. */
export function waitingFor(journal: JournalReader): readonly WaitingFor[] {
  const isThere = (which: string): boolean =>
    journal.statement(`SELECT 1 FROM fragments WHERE wants_save = 1 AND ${which} LIMIT 1`).get() !== undefined;
  const found: WaitingFor[] = unspecific.some(isThere) ? [{ id: null, path: null }] : [];
  const after = (id: number): number | null =>
    sortable(journal.statement('SELECT min(workspace) AS id FROM fragments WHERE wants_save = 1 AND workspace > ?').get(id)?.id);
  for (let id = after(0); id !== null; id = after(id)) {
    found.push({ id, path: textOf(journal.statement('SELECT path FROM workspaces WHERE id = ?').get(id)?.path) });
  }
  return found;
}

/** Any number, also a fraction in a damaged row: what comes after it in the index must not be hidden by it. */
function sortable(value: unknown): number | null {
  return typeof value === 'number' && value <= Number.MAX_SAFE_INTEGER ? value : null;
}

/** The oldest fragment after `after` that waits for this WorkSpace and is due. A fragment whose time is damaged is due. */
export function nextToSaveIn(
  journal: JournalReader,
  workspace: number | null,
  { nowMs, after = 0 }: { readonly nowMs: number; readonly after?: number },
): number | null {
  return leastOf(workspace, (which, values) =>
    journal
      .statement(
        `SELECT id AS found FROM fragments WHERE ${canBeSaved} AND ${which} AND id > ?
         AND (next_attempt_at > ? AND next_attempt_at <= ${Number.MAX_SAFE_INTEGER}) IS NOT TRUE ORDER BY id LIMIT 1`,
      )
      .get(...values, after, nowMs),
  );
}

/** When the next save for this WorkSpace is due (Unix time in ms), or null if none is waiting. */
export function nextAttemptIn(journal: JournalReader, workspace: number | null): number | null {
  return leastOf(workspace, (which, values) =>
    journal.statement(`SELECT min(next_attempt_at) AS found FROM fragments WHERE ${canBeSaved} AND ${which}`).get(...values),
  );
}

type Find = (which: string, values: readonly number[]) => Readonly<Record<string, unknown>> | undefined;

function leastOf(workspace: number | null, find: Find): number | null {
  const rows = workspace === null ? unspecific.map((which) => find(which, [])) : [find('workspace = ?', [workspace])];
  const found = rows.flatMap((row) => wholeNumber(row?.found) ?? []);
  return found.length === 0 ? null : Math.min(...found);
}
