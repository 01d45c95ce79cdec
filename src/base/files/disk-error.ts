/** What a disk error means. This is the only place that interprets the system's error names, apart from cases that matter to a single caller. */
import { accessSync, constants, statfsSync } from 'node:fs';
import * as os from 'node:os';
import path from 'node:path';

export type DiskReason = 'disk-full' | 'no-permission' | 'busy' | 'missing-directory' | 'path_too_long' | 'io-error';

const reasons: Readonly<Record<string, DiskReason>> = {
  ENOSPC: 'disk-full',
  EDQUOT: 'disk-full',
  EACCES: 'no-permission',
  EPERM: 'no-permission',
  EROFS: 'no-permission',
  EBUSY: 'busy',
  EMFILE: 'busy',
  ENFILE: 'busy',
  ETXTBSY: 'busy',
  EAGAIN: 'busy',
  ENOENT: 'missing-directory',
  ENOTDIR: 'missing-directory',
  ENAMETOOLONG: 'path_too_long',
};

/** The name of a system error, `ENOSPC`; null for anything else. */
export function systemErrorName(error: unknown): string | null {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return null;
  if (/^E[A-Z0-9]+$/.test(error.code)) return error.code;
  // libuv knows neither EDQUOT nor ESTALE: their code is "Unknown system error -122", so only the number identifies them.
  const errno = 'errno' in error ? error.errno : null;
  if (typeof errno !== 'number') return null;
  return Object.entries(os.constants.errno).find(([, value]) => value === -errno)?.[0] ?? 'EIO';
}

/** Why a call of the disk failed. Rethrows anything that is not a system error: that is a bug. */
export function diskReason(error: unknown): DiskReason {
  const name = systemErrorName(error);
  if (name === null) throw error;
  return diskReasonOf(name);
}

/** What the name of a system error means. */
export function diskReasonOf(name: string): DiskReason {
  return reasons[name] ?? 'io-error';
}

/** What the error of an SQLite file means (https://sqlite.org/rescode.html); null for any other. */
export function databaseReason(error: unknown, file: string): DiskReason | null {
  if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return null;
  if (error.errcode === ioErrShmSize) return 'disk-full';
  return ofDatabase[error.errcode & 0xff] ?? whyNotWritable(path.dirname(file));
}

/** SQLITE_IOERR_SHMSIZE: what a full disk is to the file `-shm`. */
const ioErrShmSize = 4874;
/** SQLITE_PERM, BUSY, LOCKED, READONLY, FULL, PROTOCOL. SQLite says of a file that it can't open or write no more than that. */
const ofDatabase: Readonly<Partial<Record<number, DiskReason>>> = {
  3: 'no-permission',
  5: 'busy',
  6: 'busy',
  8: 'no-permission',
  13: 'disk-full',
  15: 'busy',
};

function whyNotWritable(folder: string): DiskReason {
  try {
    accessSync(folder, constants.W_OK);
    return statfsSync(folder).bavail === 0 ? 'disk-full' : 'io-error';
  } catch (error) {
    return diskReason(error);
  }
}

/** Of this process or the machine, and not of a file. */
const passing: ReadonlySet<string | null> = new Set(['EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'EINTR', 'ENOSPC', 'EDQUOT']);

/** Whether a system error with this name is no fault of the file: it says nothing of that. */
export function isPassing(code: string | null): boolean {
  return passing.has(code);
}

/** Nothing has that name. */
export function isMissing(error: unknown): boolean {
  return systemErrorName(error) === 'ENOENT';
}

/** What has that name is a folder or a link where a file was wanted, or something that is no folder where one was. */
export function isNoFile(error: unknown): boolean {
  return ['EISDIR', 'ENOTDIR', 'ELOOP'].includes(systemErrorName(error) ?? '');
}

/** Something has that name already. */
export function isTaken(error: unknown): boolean {
  return systemErrorName(error) === 'EEXIST';
}
