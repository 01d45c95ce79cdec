/** The rows of folders and files. Reading and writing are apart: nothing here touches the files themselves. */
import type { DiskPath } from './disk-path.ts';
import type { IndexDatabase, IndexRow } from './index-database.ts';

/** What the disk says about a file. Two with the same facts have the same content. */
export interface FileFacts {
  readonly size: number;
  /** In ms, with fractions. */
  readonly modifiedAt: number;
  readonly inode: number;
  readonly device: number;
}

export interface KnownFile extends FileFacts {
  readonly id: number;
  readonly folder: number;
  readonly name: DiskPath;
  readonly isMissing: boolean;
}

/** What was found in a file. `text` is as the index takes it, '' without one; `textBytes` is how much of the file was read for it. */
export interface FileContent {
  readonly typeId: string | null;
  readonly typeGroup: string | null;
  readonly text: string;
  readonly textBytes: number;
}

/** A file that is new, changed or renamed. */
export interface FoundFile extends FileFacts, FileContent {
  readonly folder: number;
  readonly name: DiskPath;
  /** The names by which it is found: its own, and those of its folders inside the WorkSpace. */
  readonly names: string;
  /** The terms of its names and its text in the index of pairs. */
  readonly pairs: string;
  /** The row that it had so far: the one of its path, or of the path that it was renamed from. */
  readonly id: number | null;
  /** The whole path that it was renamed from. */
  readonly earlierPath: string | null;
}

/** So many paths that a file had are kept. */
const mostEarlierPaths = 20;

/** The folder's id. `parent` is null for the WorkSpace itself. */
export function folderId(index: IndexDatabase, workspace: number, parent: number | null, path: DiskPath): number {
  const known = knownFolder(index, workspace, path);
  if (known !== null) return known;
  const values = [workspace, parent, path.text, Number(path.escaped)] as const;
  return index.run('INSERT INTO folders (workspace, parent, path, escaped) VALUES (?, ?, ?, ?)', ...values).id;
}

export function knownFolder(index: IndexDatabase, workspace: number, path: DiskPath): number | null {
  const sql = 'SELECT id FROM folders WHERE workspace = ? AND path = ? AND escaped = ?';
  const row = index.get(sql, workspace, path.text, Number(path.escaped));
  return row === undefined ? null : Number(row.id);
}

/** At most `most` folders, with the path of their WorkSpace; those of the WorkSpaces themselves first. */
export function allFolders(index: IndexDatabase, most: number): readonly { readonly workspacePath: string; readonly path: DiskPath }[] {
  const sql = `SELECT folders.path AS path, escaped, workspaces.path AS workspace_path FROM folders JOIN workspaces ON workspaces.id = workspace
    ORDER BY folders.id LIMIT ?`;
  return index.all(sql, most).map((row) => ({ workspacePath: String(row.workspace_path), path: pathOf(row) }));
}

export function foldersIn(index: IndexDatabase, folder: number): readonly { readonly id: number; readonly path: DiskPath }[] {
  return index
    .all('SELECT id, path, escaped FROM folders WHERE parent = ?', folder)
    .map((row) => ({ id: Number(row.id), path: pathOf(row) }));
}

const fileColumns = 'id, folder, name, escaped, device, inode, size, modified_at, missing';

export function filesIn(index: IndexDatabase, folder: number): readonly KnownFile[] {
  return index.all(`SELECT ${fileColumns} FROM files WHERE folder = ?`, folder).map(fileOf);
}

/** The files of this WorkSpace that may be the same one under another path. */
export function filesLike(
  index: IndexDatabase,
  workspace: number,
  { inode, size, device }: FileFacts,
): readonly (KnownFile & { readonly folderPath: DiskPath })[] {
  const sql = `SELECT ${fileColumns.replaceAll(/\b(id|escaped)\b/g, 'files.$1')}, folders.path AS path, folders.escaped AS folder_escaped
    FROM files JOIN folders ON folders.id = folder WHERE inode = ? AND size = ? AND device = ? AND workspace = ? LIMIT 5`;
  return index
    .all(sql, inode, size, device, workspace)
    .map((row) => ({ ...fileOf(row), folderPath: { text: String(row.path), escaped: row.folder_escaped === 1 } }));
}

/** Adds or replaces a file with its text. Call it in a transaction. */
export function putFile(index: IndexDatabase, file: FoundFile, nowMs: number): void {
  const id = file.id ?? insertedFile(index, file, nowMs);
  if (file.id !== null) {
    // Whatever has this path now is older: a file that was renamed over it.
    const other = index.get(
      'SELECT id FROM files WHERE folder = ? AND name = ? AND escaped = ?',
      file.folder,
      file.name.text,
      Number(file.name.escaped),
    );
    if (other !== undefined && other.id !== id) removeFile(index, Number(other.id));
    index.run(
      `UPDATE files SET folder = ?, name = ?, escaped = ?, device = ?, inode = ?, size = ?, modified_at = ?, type_id = ?, type_group = ?,
       text_bytes = ?, missing = 0 WHERE id = ?`,
      ...[file.folder, file.name.text, Number(file.name.escaped), file.device, file.inode, file.size, file.modifiedAt],
      ...[file.typeId, file.typeGroup, file.textBytes, id],
    );
    forgetWords(index, id);
  }
  index.run('INSERT INTO texts (rowid, names, body) VALUES (?, ?, ?)', id, file.names, file.text);
  index.run('INSERT INTO pairs (rowid, terms) VALUES (?, ?)', id, file.pairs);
  if (file.earlierPath === null) return;
  index.run('INSERT INTO earlier_paths (file, path, until) VALUES (?, ?, ?)', id, file.earlierPath, nowMs);
  index.run(
    'DELETE FROM earlier_paths WHERE rowid IN (SELECT rowid FROM earlier_paths WHERE file = ? ORDER BY rowid DESC LIMIT -1 OFFSET ?)',
    id,
    mostEarlierPaths,
  );
}

/** They were not there, or are there again. Call it in a transaction. */
export function markMissing(index: IndexDatabase, files: readonly number[], isMissing: boolean): void {
  for (const id of files) index.run('UPDATE files SET missing = ? WHERE id = ?', Number(isMissing), id);
}

/** Removes some of the missing files; 0 if there are no more. Call it in a transaction. */
export function removeMissing(index: IndexDatabase, most: number): number {
  const rows = index.all('SELECT id FROM files WHERE missing = 1 LIMIT ?', most);
  for (const { id } of rows) removeFile(index, Number(id));
  return rows.length;
}

/** A step of this many pages of 4 KiB takes some milliseconds. */
const pagesAtOnce = 64;

/**
 * FTS5 only marks what is removed, and keeps its words until it merges. Does one step of that, in all of both indexes, whose size may take minutes; true at the
 * end. For the command, and how to detect the end, see §6.8 of the FTS5 manual.
 */
export function eraseWordsStep(index: IndexDatabase): boolean {
  const changes = (): number => Number(index.get('SELECT total_changes() AS changes')?.changes);
  const isOver = (['texts', 'pairs'] as const).map((table) => {
    const before = changes();
    index.run(`INSERT INTO ${table} (${table}, rank) VALUES ('merge', ?)`, -pagesAtOnce);
    return changes() - before < 2;
  });
  return !isOver.includes(false);
}

function forgetWords(index: IndexDatabase, id: number): void {
  index.run('DELETE FROM texts WHERE rowid = ?', id);
  index.run('DELETE FROM pairs WHERE rowid = ?', id);
}

function removeFile(index: IndexDatabase, id: number): void {
  forgetWords(index, id);
  index.run('DELETE FROM earlier_paths WHERE file = ?', id);
  index.run('DELETE FROM files WHERE id = ?', id);
}

function insertedFile(index: IndexDatabase, file: FoundFile, nowMs: number): number {
  return index.run(
    `INSERT INTO files (folder, name, escaped, device, inode, size, modified_at, type_id, type_group, text_bytes, first_seen)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...[file.folder, file.name.text, Number(file.name.escaped), file.device, file.inode, file.size, file.modifiedAt],
    ...[file.typeId, file.typeGroup, file.textBytes, Math.round(nowMs)],
  ).id;
}

function fileOf(row: IndexRow): KnownFile {
  return {
    id: Number(row.id),
    folder: Number(row.folder),
    name: { text: String(row.name), escaped: row.escaped === 1 },
    device: Number(row.device),
    inode: Number(row.inode),
    size: Number(row.size),
    modifiedAt: Number(row.modified_at),
    isMissing: row.missing === 1,
  };
}

function pathOf(row: IndexRow): DiskPath {
  return { text: String(row.path), escaped: row.escaped === 1 };
}
