/** What a disk error means. This is the only place that interprets the system's error names, apart from cases that matter to a single caller. */
import * as os from 'node:os';

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
