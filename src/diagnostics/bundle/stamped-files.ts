/** Archives, and files that belong together: under temporary names first, then all of them, or none. */
import { accessSync, constants, existsSync } from 'node:fs';
import { rmdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import { ZipFile } from 'yazl';
import { type DiskReason, diskReason, isMissing, systemErrorName } from '../../base/files/disk-error.ts';
import { publishTemporary, tryUnlink, writeTemporary } from '../../base/files/durable-file.ts';
import { makeFolders } from '../../base/files/make-folders.ts';
import { done, failed, type Outcome } from '../../base/outcome.ts';
import { fileStamp } from '../../base/timestamp.ts';

/** `read-only`: the disk. `too-many`: as many of this second are there. `stopped`: the caller does not want them any more. */
export type WriteFailure = DiskReason | 'read-only' | 'too-many' | 'stopped';

export interface StampedFiles {
  /** Created if it is missing. */
  readonly folder: string;
  /** What their names begin with; the date stamp follows. */
  readonly stem: string;
  /** By the ends of their names. */
  readonly files: Readonly<Record<string, Uint8Array>>;
  readonly nowMs: number;
  readonly signal: AbortSignal;
}

const onlyForUser = 0o600;
const mostNames = 100;

export interface WrittenFiles {
  /** Full paths, in the order of the files. */
  readonly paths: readonly string[];
  /** The folder was not there before. */
  readonly isNewFolder: boolean;
}

/** Never rejects. If it fails, no file is left, and no folder that it made. */
export async function writeStamped({ folder, stem, files, nowMs, signal }: StampedFiles): Promise<Outcome<WrittenFiles, WriteFailure>> {
  const temporaries: string[] = [];
  let [made, isWritten]: [readonly string[], boolean] = [[], false];
  try {
    made = makeFolders(folder, 0o700);
    for (const content of Object.values(files)) {
      const written = await writeTemporary({ directory: folder, content, mode: onlyForUser });
      if (!written.ok) return failed(inFull(folder, written.reason as DiskReason)); // the others are about a blob or a digest
      temporaries.push(written.value);
    }
    if (signal.aborted) return failed('stopped');
    const ends = Object.keys(files);
    for (let tries = 1; tries <= mostNames; tries += 1) {
      const name = path.join(folder, `${stem}-${fileStamp(nowMs)}${tries === 1 ? '' : `-${tries}`}`);
      const paths = ends.map((end) => `${name}${end}`);
      if (paths.some((one) => existsSync(one))) continue;
      const named = await published(temporaries, paths);
      isWritten = named.ok;
      return named.ok ? done({ paths, isNewFolder: made.length > 0 }) : named;
    }
    return failed('too-many');
  } catch (error) {
    return failed(inFull(folder, diskReason(error)));
  } finally {
    for (const temporary of temporaries) await unlink(temporary).catch(() => {});
    // One that somebody has put something into stays.
    if (!isWritten) for (const one of made.toReversed()) await rmdir(one).catch(() => {});
  }
}

/** Of a read-only disk the error says that too: permissions would not help. */
function inFull(folder: string, reason: DiskReason): WriteFailure {
  return reason === 'no-permission' && isOnReadOnlyDisk(folder) ? 'read-only' : reason;
}

/** Of a folder that is not there, the nearest one above it counts. */
function isOnReadOnlyDisk(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return false;
  } catch (error) {
    if (isMissing(error) && folder !== path.dirname(folder)) return isOnReadOnlyDisk(path.dirname(folder));
    return systemErrorName(error) === 'EROFS';
  }
}

async function published(temporaries: readonly string[], paths: readonly string[]): Promise<Outcome<null, DiskReason>> {
  for (const [index, file] of paths.entries()) {
    const named = await publishTemporary(temporaries[index] ?? '', file);
    if (named.ok) continue;
    for (const earlier of paths.slice(0, index)) await tryUnlink(earlier);
    return failed(named.reason === 'taken' ? 'busy' : named.reason);
  }
  return done(null);
}

export interface ZipEntry {
  /** Relative, with forward slashes. */
  readonly name: string;
  readonly bytes: Buffer;
}

/** A zip archive in memory; the thread pool deflates it. */
export async function zipped(entries: readonly ZipEntry[], atMs: number): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, bytes } of entries) zip.addBuffer(bytes, name, { mtime: new Date(atMs), mode: 0o100600, compress: true });
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
