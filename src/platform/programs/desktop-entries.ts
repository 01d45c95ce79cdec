/** The desktop entries of this system, as texts. Nothing here follows a link to a folder, and everything is bounded: the folders are anybody's. */
import { type Dirent, promises as fs } from 'node:fs';
import path from 'node:path';
import { dataFolders, type ProgramEnvironment } from './data-folders.ts';
import { readBounded } from './read-bounded.ts';

/** `id`: the path below `applications` with `-` for `/`, without `.desktop`. */
export interface EntryFile {
  readonly id: string;
  readonly text: string;
}

const suffix = '.desktop';
const mostEntries = 4_000;
/** Of all names in one folder. */
const mostNames = 20_000;
/** The group that names the program comes first. */
const longestBytes = 32 * 1024;
const deepest = 3;
const atOnce = 8;

/** Each id once: that of the first folder counts. Never rejects; what can't be read is left out. */
export async function readDesktopEntries(env: ProgramEnvironment): Promise<readonly EntryFile[]> {
  const files = new Map<string, string>();
  for (const folder of dataFolders(env)) await listInto(files, path.join(folder, 'applications'), '', deepest);
  const entries: EntryFile[] = [];
  const waiting = [...files];
  for (let at = 0; at < waiting.length; at += atOnce) {
    const read = waiting.slice(at, at + atOnce).map(async ([id, file]) => {
      const bytes = await readBounded(file, longestBytes);
      return bytes === null ? [] : [{ id, text: bytes.toString('utf8') }];
    });
    entries.push(...(await Promise.all(read)).flat());
  }
  return entries;
}

async function listInto(files: Map<string, string>, folder: string, prefix: string, levels: number): Promise<void> {
  const names = await namesIn(folder);
  for (const name of names) {
    if (files.size >= mostEntries) return;
    const place = path.join(folder, name.name);
    if (name.isDirectory() && levels > 1) await listInto(files, place, `${prefix}${name.name}-`, levels - 1);
    else if (name.name.endsWith(suffix) && (name.isFile() || name.isSymbolicLink())) {
      const id = `${prefix}${name.name.slice(0, -suffix.length)}`;
      if (!files.has(id)) files.set(id, place);
    }
  }
}

async function namesIn(folder: string): Promise<readonly Dirent[]> {
  const names: Dirent[] = [];
  try {
    for await (const name of await fs.opendir(folder)) {
      names.push(name);
      if (names.length >= mostNames) break;
    }
  } catch {
    // A folder that is not there has no programs.
  }
  return names.sort((one, other) => (one.name < other.name ? -1 : 1));
}

/** A word that changes whenever an entry is added or removed: the times of the folders. */
export async function entryFoldersStamp(env: ProgramEnvironment): Promise<string> {
  const times = dataFolders(env).map(async (folder) => {
    try {
      return (await fs.stat(path.join(folder, 'applications'))).mtimeMs;
    } catch {
      return 0;
    }
  });
  return (await Promise.all(times)).join();
}
