/**
 * Removes the files of passwords that their programs have removed from the clipboard again, and of pictures that say a secret. Recognition may be mistaken, so a picture
 * goes to the trash where there is one. A file that is not as Hub wrote it is left alone.
 */
import path from 'node:path';
import { type Disk, realDisk } from '../../base/files/disk.ts';
import { isMissing } from '../../base/files/disk-error.ts';
import { syncFolderAt } from '../../base/files/flush.ts';
import { errorCode, type Log } from '../../base/log.ts';
import { workspaceOfReceipt } from '../../journal/fragments/receipts.ts';
import type { JournalReader } from '../../journal/journal.ts';
import { type FileToRemove, filesToRemove } from '../../journal/keeping/cleared-passwords.ts';
import type { JournalWriter } from '../../journal/writing/writer.ts';
import type { TrashUser } from '../../platform/trash/trash-folder.ts';
import { aboutNumber } from '../about-copy.ts';
import { holdsContent } from './same-content.ts';
import { moveToTrash } from './trash-file.ts';

export interface RemovingParts {
  readonly journal: JournalReader;
  readonly writer: JournalWriter;
  readonly log: Log;
  readonly user: TrashUser;
  /** What identified the file is to be erased from the log of the journal too. */
  readonly removed: (fragmentId: number) => void;
}

/** Each file by itself, because the disk of one may not respond. What can't be removed now is tried at the next look. */
export class FileRemoval {
  readonly #parts: RemovingParts;
  readonly #disk: Disk;
  readonly #underWay = new Set<number>();

  constructor(parts: RemovingParts, disk: Disk = realDisk) {
    this.#parts = parts;
    this.#disk = disk;
  }

  /** Call at the start, and when there may be a file to remove. */
  look(): void {
    try {
      for (const file of filesToRemove(this.#parts.journal)) if (!this.#underWay.has(file.fragmentId)) void this.#remove(file);
    } catch (error) {
      this.#parts.log.warn('files to remove not read', { code: errorCode(error) });
    }
  }

  async #remove(file: FileToRemove): Promise<void> {
    const { log, journal, writer, removed } = this.#parts;
    const about = aboutNumber(journal, file.fragmentId);
    this.#underWay.add(file.fragmentId);
    try {
      const isOurs = await holdsContent(file.path, { ...file, flush: false }, this.#disk);
      if (!isOurs.ok) return;
      const isTrashed = isOurs.value && file.kind === 'image' && (await this.#trash(file));
      if (isOurs.value && !isTrashed) await this.#unlink(file.path);
      await writer.write('fileRemoved', file.fragmentId);
      removed(file.fragmentId);
      log.info('file removed', { ...about, wasThere: isOurs.value, isTrashed });
    } catch (error) {
      log.warn('file not removed', { ...about, code: errorCode(error) });
    } finally {
      this.#underWay.delete(file.fragmentId);
    }
  }

  /** False where it can't be: then it must not stay all the same. */
  async #trash({ path: file, bytes, sha256 }: FileToRemove): Promise<boolean> {
    const { journal, user } = this.#parts;
    const facts = { path: file, bytes, sha256, workspace: workspaceOfReceipt(journal, sha256, file), isShared: false };
    const parts = { user, disk: this.#disk, signal: new AbortController().signal };
    try {
      // Nothing brings it back, so the journal needs not know where it is.
      return (await moveToTrash(parts, facts, { begin: () => Promise.resolve(true), undo: () => Promise.resolve() })) === 'trashed';
    } catch (error) {
      this.#parts.log.warn('picture not moved to the trash', { code: errorCode(error) });
      return false;
    }
  }

  async #unlink(file: string): Promise<void> {
    try {
      await this.#disk.unlink(file);
    } catch (error) {
      if (!isMissing(error)) throw error;
    }
    await syncFolderAt(path.dirname(file), this.#disk);
  }
}
