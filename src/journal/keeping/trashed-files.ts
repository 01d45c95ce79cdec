/** The files of deleted copies: which one may go to the trash, and where it is while the deletion can be undone. */
import { keepUsed, putReceipt, workspaceOfReceipt } from '../fragments/receipts.ts';
import type { Journal, JournalReader } from '../journal.ts';
import { digestOf, textOf, wholeNumber } from '../row-values.ts';

/** The file of a deleted fragment. `workspace`: of its receipt, or null without one. `isShared`: a copy that is kept has the same file. */
export interface DoomedFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly workspace: string | null;
  readonly isShared: boolean;
}

/** What Hub wrote is the main content. */
const ownFile = `FROM representations AS main JOIN fragments ON fragments.id = main.fragment_id AND main.position = 0`;
const isDoomed = `fragments.state = 'deleted' AND EXISTS (SELECT 1 FROM deleted_fragments WHERE fragment_id = fragments.id AND state = 'saved')`;

/** Null unless the fragment is deleted, and was saved. */
export function doomedFile(journal: JournalReader, id: number): DoomedFile | null {
  const row = journal.statement(`SELECT saved_path, bytes, sha256 ${ownFile} WHERE fragments.id = ? AND ${isDoomed}`).get(id);
  const [path, bytes, sha256] = [textOf(row?.saved_path), wholeNumber(row?.bytes), digestOf(row?.sha256)];
  if (path === null || bytes === null || sha256 === null) return null;
  return { path, bytes, sha256, workspace: workspaceOfReceipt(journal, sha256, path), isShared: isShared(journal, { path, sha256 }) };
}

/** Found by the content, because paths have no index. */
function isShared(journal: JournalReader, { path, sha256 }: { readonly path: string; readonly sha256: string }): boolean {
  const other = journal.statement(`SELECT 1 ${ownFile} WHERE sha256 = ? AND state <> 'deleted' AND saved_path = ? LIMIT 1`);
  return other.get(sha256, path) !== undefined;
}

/** Where a file was, and where it is. */
export interface TrashedFile {
  readonly workspace: string;
  readonly path: string;
  /** The folder of the trash, absolute. */
  readonly trash: string;
  readonly name: string;
}

export interface TrashedContent extends TrashedFile {
  readonly fragmentId: number;
  readonly bytes: number;
  readonly sha256: string;
}

/** Null if no file of this fragment is in the trash. `isBack`: the fragment is not deleted any more. */
export function trashedFile(journal: JournalReader, id: number): (TrashedContent & { readonly isBack: boolean }) | null {
  const row = journal
    .statement(
      `SELECT workspace.workspace, path, trash, name, bytes, sha256, fragments.state <> 'deleted' AS is_back
       ${ownFile} JOIN trashed_files AS workspace ON workspace.fragment_id = fragments.id WHERE fragments.id = ?`,
    )
    .get(id);
  const [workspace, path, trash, name] = [textOf(row?.workspace), textOf(row?.path), textOf(row?.trash), textOf(row?.name)];
  const [bytes, sha256] = [wholeNumber(row?.bytes), digestOf(row?.sha256)];
  if (workspace === null || path === null || trash === null || name === null || bytes === null || sha256 === null) return null;
  return { fragmentId: id, workspace, path, trash, name, bytes, sha256, isBack: row?.is_back === 1 };
}

/** Looked for at once. */
const mostAtOnce = 1_000;

/** The fragments that were brought back, and whose files are still in the trash. */
export function filesToBringBack(journal: JournalReader): readonly number[] {
  return journal
    .statement(
      `SELECT fragment_id FROM trashed_files JOIN fragments ON fragments.id = fragment_id WHERE state <> 'deleted' ORDER BY fragment_id LIMIT ${mostAtOnce}`,
    )
    .all()
    .flatMap((row) => wholeNumber(row.fragment_id) ?? []);
}

/**
 * Records where the file will be, just before it is moved: from now on its receipt does not count, and undoing the deletion brings it back. False if it must
 * not be moved: the fragment is not deleted any more, or another copy has the same file by now.
 */
export function recordTrashed(journal: Journal, file: TrashedContent): boolean {
  const { fragmentId, workspace, path, trash, name, sha256 } = file;
  return journal.durableTransaction(() => {
    const doomed = doomedFile(journal, fragmentId);
    if (doomed?.path !== path || doomed.sha256 !== sha256 || doomed.isShared) return false;
    // Each deleted copy of this file: whichever comes back first brings it back.
    journal
      .statement(
        `INSERT OR REPLACE INTO trashed_files (fragment_id, workspace, path, trash, name)
         SELECT fragments.id, ?1, ?2, ?3, ?4 ${ownFile} WHERE sha256 = ?5 AND saved_path = ?2 AND ${isDoomed}`,
      )
      .run(workspace, path, trash, name, sha256);
    keepUsed(journal, workspace);
    journal.statement('DELETE FROM receipts WHERE workspace = ? AND sha256 = ? AND path = ?').run(workspace, sha256, path);
    return true;
  });
}

/** The file is where it was. Its receipt counts again, unless the content has a file by another name by now. */
export function fileIsBack(journal: Journal, file: TrashedContent & { readonly atMs: number }): void {
  const { workspace, path, trash, name, sha256, atMs } = file;
  journal.transaction(() => {
    journal.statement('DELETE FROM trashed_files WHERE trash = ? AND name = ?').run(trash, name);
    const known = journal.statement('SELECT 1 FROM receipts WHERE workspace = ? AND sha256 = ?').get(workspace, sha256);
    if (known === undefined) putReceipt(journal, { workspace, sha256, path, duplicate: true, atMs });
  });
}

/** The file can't be brought back: its copy stays in the history without one, and may be saved again. */
export function fileStaysAway(journal: Journal, { fragmentId, path }: Pick<TrashedContent, 'fragmentId' | 'path'>): void {
  journal.transaction(() => {
    journal.statement('DELETE FROM trashed_files WHERE fragment_id = ?').run(fragmentId);
    journal
      .statement(
        "UPDATE fragments SET state = 'kept', reason = 'no_document', saved_path = NULL, duplicate = 0 WHERE id = ? AND state = 'saved' AND saved_path = ?",
      )
      .run(fragmentId, path);
  });
}
