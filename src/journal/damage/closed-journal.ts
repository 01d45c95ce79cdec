/**
 * Damaged journals that were put aside and can't be opened: nobody may read them, or they are links to nothing. What is in them waits until they can be, however long
 * that takes: only who has the rights can change it.
 */
import { constants } from 'node:fs';
import { access, lstat, open } from 'node:fs/promises';
import { isPassing, systemErrorName } from '../../base/files/disk-error.ts';
import type { JournalPlace } from '../journal.ts';
import { isToBeMended } from './file-header.ts';
import { lossEnding } from './loss-file.ts';
import { schemaEnding } from './schema/schema-copy.ts';

export interface Closed {
  /** What can't be opened: the journal, its log, what SQLite has beside that, the copy of its schema, what is known to be lost with it, or the folder of its large contents. */
  readonly file: string;
  /** The name of the system's error. */
  readonly code: string;
  /** It can be read, and has to be written into before that makes sense (`file-header.ts`). */
  readonly isToBeWritten?: true;
}

/** Null if it can be opened, as far as the system tells, or is not there. `blobs`: the folder of its large contents. Never rejects; it takes as long as the disk does. */
export async function whyClosed({ file, blobs }: Pick<JournalPlace, 'file' | 'blobs'>): Promise<Closed | null> {
  for (const part of [...['', '-wal', '-shm', schemaEnding, lossEnding].map((ending) => `${file}${ending}`), blobs]) {
    const code = await whyNotOpened(part, part === blobs);
    if (code !== null) return { file: part, code };
  }
  return whyNotWritten(file);
}

/** It is opened here only where nobody writes into it, so that nobody needs a lock on it. */
async function whyNotWritten(file: string): Promise<Closed | null> {
  try {
    await access(file, constants.W_OK);
    return null;
  } catch (error) {
    const code = systemErrorName(error) ?? 'EIO';
    const isOfFile = code !== 'ENOENT' && !isPassing(code);
    return isOfFile && isToBeMended(file) ? { file, code, isToBeWritten: true } : null;
  }
}

/** Without opening it: closing a file would end the locks that SQLite has on it in this process (fcntl(2)). */
async function whyNotOpened(file: string, isFolder: boolean): Promise<string | null> {
  try {
    await lstat(file);
  } catch {
    return null;
  }
  try {
    if (process.platform !== 'win32') await access(file, isFolder ? constants.R_OK | constants.X_OK : constants.R_OK);
    else if (!isFolder) await (await open(file, constants.O_RDONLY)).close(); // there, only this tells
    return null;
  } catch (error) {
    const code = systemErrorName(error) ?? 'EIO';
    return isPassing(code) ? null : code;
  }
}
