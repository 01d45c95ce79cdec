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
const joined = 'JOIN folders ON folders.id = folder JOIN workspaces ON workspaces.id = workspace';

/** Conditions in the language of FTS5, for the index of words and for that of pairs; '' without one. Both have to be met. */
export interface FileQuery {
  readonly words: string;
  readonly pairs: string;
  /** `pairs` for the names alone. */
  readonly pairsInNames: string;
}

export function searchFiles(index: IndexDatabase, { words, pairs, pairsInNames }: FileQuery, limit: number): readonly IndexedFile[] {
  const found = new Map<number, IndexRow>();
  for (const [ofWords, ofPairs] of [
    [words && `names : (${words})`, pairsInNames],
    [words, pairs],
  ] as const) {
    // One more for each that is there already.
    for (const row of matching(index, ofWords, ofPairs, limit + found.size)) if (found.size < limit) found.set(Number(row.id), row);
    if (found.size >= limit) break;
  }
  return [...found.values()].map((row) => fileOf(index, row));
}

function matching(index: IndexDatabase, words: string, pairs: string, limit: number): readonly IndexRow[] {
  const [table, ...matches] = words === '' ? (['pairs', pairs] as const) : (['texts', words] as const);
  const isBoth = words !== '' && pairs !== '';
  // With the plus, SQLite collects the files with the pairs once, and does not begin a search of the words for each of them.
  const also = isBoth ? `AND +texts.rowid IN (SELECT rowid FROM pairs WHERE pairs MATCH ?)` : '';
  const sql = `SELECT ${columns} FROM ${table} JOIN files ON files.id = ${table}.rowid ${joined}
    WHERE ${table} MATCH ? ${also} AND missing = 0 ORDER BY ${table}.rowid DESC LIMIT ?`;
  return index.all(sql, ...matches, ...(isBoth ? [pairs] : []), limit);
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
