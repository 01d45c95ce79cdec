/** Finds files: first those whose name or folder has all of the words, then those that have them in their text; the last added first. */
import { localTimestamp } from '../base/timestamp.ts';
import { pathIn } from './disk-path.ts';
import type { IndexDatabase, IndexRow } from './index-database.ts';

/** A file that was found. Times are Unix times in ms. */
export interface IndexedFile {
  readonly path: string;
  readonly name: string;
  readonly size: number;
  readonly modifiedAtMs: number;
  readonly typeId: string | null;
  readonly group: string | null;
  readonly workspaceId: string;
  readonly firstSeenMs: number;
  /** The paths that it had before, the last one first. */
  readonly earlierPaths: readonly string[];
  /** The fragment that Hub saved there, by its number. */
  readonly fragmentId: number | null;
}

const columns = `files.id AS id, name, files.escaped AS escaped, size, modified_at, type_id, type_group, first_seen, fragment,
  folders.path AS folder, folders.escaped AS folder_escaped, catalog_id`;
const joined = 'JOIN files ON files.id = texts.rowid JOIN folders ON folders.id = folder JOIN workspaces ON workspaces.id = workspace';

/** `query` in the language of FTS5; an empty one finds nothing. */
export function searchFiles(index: IndexDatabase, query: string, limit: number): readonly IndexedFile[] {
  if (query === '') return [];
  const found = new Map<number, IndexRow>();
  for (const match of [`names : (${query})`, query]) {
    // One more for each that is there already.
    const sql = `SELECT ${columns} FROM texts ${joined} WHERE texts MATCH ? AND missing = 0 ORDER BY texts.rowid DESC LIMIT ?`;
    for (const row of index.all(sql, match, limit + found.size)) if (found.size < limit) found.set(Number(row.id), row);
    if (found.size >= limit) break;
  }
  return [...found.values()].map((row) => fileOf(index, row));
}

/** As other programs get it: times are RFC 3339, and the copy goes by its id. */
export function shownFile({ modifiedAtMs, firstSeenMs, fragmentId, ...file }: IndexedFile) {
  return {
    ...file,
    earlierPaths: [...file.earlierPaths],
    modifiedAt: localTimestamp(modifiedAtMs),
    firstSeenAt: localTimestamp(firstSeenMs),
    fragmentId: fragmentId === null ? null : String(fragmentId),
  };
}

function fileOf(index: IndexDatabase, row: IndexRow): IndexedFile {
  const name = { text: String(row.name), escaped: row.escaped === 1 };
  const earlier = index.all('SELECT path FROM earlier_paths WHERE file = ? ORDER BY rowid DESC', row.id ?? null);
  return {
    path: pathIn({ text: String(row.folder), escaped: row.folder_escaped === 1 }, name).text,
    name: name.text,
    size: Number(row.size),
    modifiedAtMs: Math.round(Number(row.modified_at)),
    typeId: row.type_id === null ? null : String(row.type_id),
    group: row.type_group === null ? null : String(row.type_group),
    workspaceId: String(row.catalog_id),
    firstSeenMs: Number(row.first_seen),
    earlierPaths: earlier.map(({ path }) => String(path)),
    fragmentId: row.fragment === null ? null : Number(row.fragment),
  };
}
