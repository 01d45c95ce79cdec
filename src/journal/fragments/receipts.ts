/** Receipts: which content a WorkSpace holds, and where. */
import type { Journal, JournalReader } from '../journal.ts';
import { textOf } from '../row-values.ts';

export interface SaveReceipt {
  readonly workspace: string;
  readonly sha256: string;
  readonly path: string;
  /** The WorkSpace already had the content, and nothing was written. */
  readonly duplicate: boolean;
  readonly atMs: number;
}

/** The path of this content in this WorkSpace according to its receipt, or null. The caller has to check the file itself. */
export function receiptPath(journal: JournalReader, workspace: string, sha256: string): string | null {
  return textOf(journal.statement('SELECT path FROM receipts WHERE workspace = ? AND sha256 = ?').get(workspace, sha256)?.path);
}

/** The WorkSpaces that have receipts, read one by one from the index. */
const known = `WITH RECURSIVE known (workspace) AS (
  SELECT min(workspace) FROM receipts
  UNION ALL SELECT (SELECT min(workspace) FROM receipts WHERE workspace > known.workspace) FROM known WHERE known.workspace IS NOT NULL)`;

/** SQL for their paths. It takes a look at the index for each, however many receipts there are. */
export const workspacesOfReceipts = `${known} SELECT workspace AS path FROM known WHERE workspace IS NOT NULL`;

/** The folders of all WorkSpaces that the journal knows: those that saves were meant for, and those of receipts, also of erased ones. */
export function workspacesKnown(journal: JournalReader): readonly string[] {
  const rows = journal.statement(`${workspacesOfReceipts} UNION SELECT path FROM workspaces`).all();
  return rows.flatMap(({ path }) => textOf(path) ?? []);
}

/** Whether a file was saved into this WorkSpace, also if its receipt is erased. That a copy was meant for it does not count. */
export function wasSavedInto(journal: JournalReader, workspace: string): boolean {
  const sql = 'SELECT 1 FROM receipts WHERE workspace = ?1 UNION ALL SELECT 1 FROM workspaces WHERE path = ?1 AND used <> 0';
  return journal.statement(sql).get(workspace) !== undefined;
}

/** This WorkSpace stays known as used, whatever becomes of its receipts. Call it within a transaction. */
export function keepUsed(journal: Journal, workspace: string): void {
  journal.statement(`INSERT INTO workspaces (path) VALUES (?) ${asUsed}`).run(workspace);
}

/** A WorkSpace that is inserted is used, unless the contrary is said. */
const asUsed = 'ON CONFLICT (path) DO UPDATE SET used = 1 WHERE used = 0';

/** The WorkSpace whose receipt says that this content is at this path, or null. */
export function workspaceOfReceipt(journal: JournalReader, sha256: string, path: string): string | null {
  const row = journal
    .statement(`${known} SELECT workspace FROM receipts WHERE sha256 = ? AND path = ? AND workspace IN (SELECT workspace FROM known)`)
    .get(sha256, path);
  return textOf(row?.workspace);
}

/** Replaces the earlier receipt of the content. Call it within a transaction. */
export function putReceipt(journal: Journal, { workspace, sha256, path, atMs }: SaveReceipt): void {
  journal
    .statement('INSERT OR REPLACE INTO receipts (workspace, sha256, path, saved_at) VALUES (?, ?, ?, ?)')
    .run(workspace, sha256, path, atMs);
}

/**
 * A receipt contains a file name that comes from the content, so it is erased with the last fragment of that content. The file belongs to the user,
 * and its WorkSpace stays known: a folder with saved files must not be deleted with the home.
 * The WorkSpaces are read one by one from the index, because going through all receipts for each content would take long. Call it within a transaction.
 */
export function dropUnreferencedReceipts(journal: Journal, contents: Iterable<string>): void {
  let dropped = 0;
  journal.statement(`INSERT INTO workspaces (path) ${workspacesOfReceipts} ${asUsed}`).run();
  for (const sha256 of contents)
    dropped += Number(
      journal
        .statement(
          `${known}
           DELETE FROM receipts WHERE sha256 = ?1 AND workspace IN (SELECT workspace FROM known)
             AND NOT EXISTS (SELECT 1 FROM representations WHERE sha256 = ?1)`,
        )
        .run(sha256).changes,
    );
  if (dropped > 0) journal.statement('UPDATE erasure SET in_log = in_log + 1').run();
}
