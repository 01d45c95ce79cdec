/**
 * Cached results of detection, for contents and copied files (§2.3). It stores results, never contents, and only in memory: a name in a result is the
 * user's. Files are read in place, and links are never followed.
 */
import { createHash } from 'node:crypto';
import { type BigIntStats, constants } from 'node:fs';
import { type FileHandle, lstat, open } from 'node:fs/promises';
import path from 'node:path';
import { tooLate, within } from '../../../base/deadline.ts';
import type { CacheDocument } from '../../../contract/documents/cache.ts';
import type { Detection } from '../../../contract/source-snapshot.ts';
import type { DetectionHint } from '../../../domain/detect/detect.ts';
import { identifiedBytes } from '../../../domain/identification-limit.ts';
import { type IdentifiedContent, identifyContent } from '../../../domain/identify-content.ts';
import { type CacheFigures, LeastRecentlyUsed } from '../../../domain/least-recently-used.ts';
import { isRemotePath } from '../../../platform/remote-path.ts';

/** A disk that does not respond by then is not waited for. */
const usualFileWithinMs = 500;

export interface DetectionFigures {
  readonly detection: CacheFigures;
  readonly file: CacheFigures;
}

export class DetectionCache {
  readonly #contents: LeastRecentlyUsed<IdentifiedContent>;
  readonly #files: LeastRecentlyUsed<FoundInFile>;
  readonly #fileWithinMs: number;
  #isReading = false;

  constructor(limits: () => CacheDocument, fileWithinMs: number = usualFileWithinMs) {
    this.#fileWithinMs = fileWithinMs;
    this.#contents = new LeastRecentlyUsed(() => limits().max_detection_cache);
    this.#files = new LeastRecentlyUsed(() => limits().max_file_cache);
  }

  /** Like `identifyContent`, which is called if the result is not cached. */
  async identify(content: Uint8Array, hint: DetectionHint = {}): Promise<IdentifiedContent> {
    const key = keyOf(content, hint);
    const known = this.#contents.get(key);
    if (known !== undefined) return known;
    const found = await identifyContent(content, hint);
    this.#contents.set(key, found);
    return found;
  }

  /**
   * The type of a copied file. Null if it is not a regular file of this machine, can't be read, or is not read in time; an unchanged file is not read
   * again.
   */
  async identifyFile(file: string): Promise<Detection | null> {
    // One at a time: a disk that never responds blocks one of the threads that all files of the process share, and no more.
    if (this.#isReading || !path.isAbsolute(file) || isRemotePath(file)) return null;
    this.#isReading = true;
    const reading = this.#read(file).finally(() => {
      this.#isReading = false;
    });
    const read = await within(this.#fileWithinMs, reading);
    if (read === tooLate || read === null) return null;
    if (read.known !== undefined) return read.known.detection;
    try {
      const { detection } = await this.identify(read.head, { fileName: path.basename(file) });
      this.#files.set(read.key, { detection });
      return detection;
    } catch {
      return null;
    }
  }

  get figures(): DetectionFigures {
    return { detection: this.#contents.figures, file: this.#files.figures };
  }

  /** The only part that waits for the disk. */
  async #read(file: string): Promise<FileRead | null> {
    try {
      const facts = await lstat(file, { bigint: true });
      if (!facts.isFile()) return null;
      const key = [file, facts.dev, facts.ino, facts.size, facts.mtimeNs, facts.ctimeNs].join('\0');
      const known = this.#files.get(key);
      if (known !== undefined) return { known };
      const head = await headOf(file, facts);
      return head === null ? null : { known, key, head };
    } catch {
      return null; // gone, or not ours to read
    }
  }
}

type FileRead = { readonly known: FoundInFile } | { readonly known: undefined; readonly key: string; readonly head: Uint8Array };

interface FoundInFile {
  readonly detection: Detection | null;
}

/**
 * One byte more than is examined, which shows whether there is more. Null if another file has taken its place meanwhile; a link is not followed, and
 * a pipe blocks nobody.
 */
async function headOf(file: string, { dev, ino }: BigIntStats): Promise<Uint8Array | null> {
  let handle: FileHandle | undefined;
  try {
    handle = await open(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
    const opened = await handle.stat({ bigint: true });
    if (!opened.isFile() || opened.dev !== dev || opened.ino !== ino) return null;
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(identifiedBytes + 1), 0, identifiedBytes + 1, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle?.close();
  }
}

/** Of the examined part, whether there is more, and the hints. */
function keyOf(content: Uint8Array, { fileName = '', declaredMediaType = '' }: DetectionHint): string {
  const hints = JSON.stringify([content.length > identifiedBytes, fileName, declaredMediaType]);
  return createHash('sha256').update(hints).update('\n').update(content.subarray(0, identifiedBytes)).digest('base64');
}
