/** The entries of a folder. Links, sockets, pipes and devices are left out: a link is never followed, so nothing outside of the WorkSpace is read. */
import { type Dirent, opendirSync } from 'node:fs';
import { type DiskPath, nameOfBytes, onDisk, plainPath } from '../../../file-index/disk-path.ts';

export interface FolderEntries {
  readonly folders: readonly DiskPath[];
  readonly files: readonly DiskPath[];
  /** There are more. */
  readonly isCut: boolean;
}

/** Entries that Node asks the system for at a time. */
const readAtOnce = 512;

/** At most `most` entries. Throws the system's error if the folder can't be read. */
export function listFolder(folder: DiskPath, most: number): FolderEntries {
  const read = entriesOf(folder, 'utf8', most);
  // Something that is not UTF-8 is in it, or that character itself.
  const isOdd = read.entries.some(({ name }) => (name as string).includes('\uFFFD'));
  const { entries, isCut } = isOdd ? entriesOf(folder, 'buffer', most) : read;
  const named = (entry: AnyEntry): DiskPath => (typeof entry.name === 'string' ? plainPath(entry.name) : nameOfBytes(entry.name));
  return {
    folders: entries.filter((entry) => entry.isDirectory()).map(named),
    files: entries.filter((entry) => entry.isFile()).map(named),
    isCut,
  };
}

type AnyEntry = Dirent | Dirent<Buffer<ArrayBuffer>>;

function entriesOf(
  folder: DiskPath,
  encoding: 'utf8' | 'buffer',
  most: number,
): { readonly entries: readonly AnyEntry[]; readonly isCut: boolean } {
  // Node's types don't have `buffer`, which its documentation has.
  const open = opendirSync as (path: string | Buffer, options: object) => { readSync(): AnyEntry | null; closeSync(): void };
  const stream = open(onDisk(folder), { encoding, bufferSize: readAtOnce });
  const entries: AnyEntry[] = [];
  try {
    for (let entry = stream.readSync(); entry !== null; entry = stream.readSync()) {
      if (entries.length >= most) return { entries, isCut: true };
      if (entry.isDirectory() || entry.isFile()) entries.push(entry);
    }
    return { entries, isCut: false };
  } finally {
    stream.closeSync();
  }
}
