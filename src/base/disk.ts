/**
 * The file system as durable writing sees it: one call a system call, so that a test can let any one of them fail.
 *
 * All but `sync` block. A durable save is a dozen calls of microseconds around two flushes of milliseconds; handing each to the thread
 * pool more than doubles the time of a save, while awaiting the flushes alone keeps the event loop alive where a disk is slow.
 *
 * Everything here throws as `node:fs` does; `diskReason` turns such an error into a named reason.
 */
import * as fs from 'node:fs';
import * as os from 'node:os';
import { promisify } from 'node:util';

/** What of `fs.Stats` is looked at; sizes in bytes, times in milliseconds. */
export type FileStatus = Pick<fs.Stats, 'size' | 'dev' | 'ino' | 'uid' | 'mtimeMs' | 'isFile' | 'isDirectory'>;

export interface Disk {
  readonly isWindows: boolean;
  /** `flags` are those of open(2), see `openFlags`. `mode` is subject to the umask. Returns a descriptor. */
  open(path: string, flags: number, mode?: number): number;
  /** Reads on from where the descriptor stands; 0 at the end. */
  read(file: number, into: Uint8Array): number;
  /** Writes on from where the descriptor stands. May write less than was asked, without an error: a full disk does. */
  write(file: number, bytes: Uint8Array): number;
  statusOf(file: number): FileStatus;
  /** fsync(2). After it failed once, the kernel may have dropped what it could not write: never trust this file again. */
  sync(file: number): Promise<void>;
  close(file: number): void;
  /** Gives a file a second name; throws EEXIST where that is taken. */
  link(existing: string, path: string): void;
  /** Replaces silently. */
  rename(from: string, to: string): void;
  unlink(path: string): void;
  makeDirectory(path: string): void;
  /** lstat(2): a symbolic link is not followed. */
  statusAt(path: string): FileStatus;
  realPath(path: string): string;
  /** Names in a folder, in no order, unsorted. */
  list(directory: string): string[];
  /** A path which keeps leading into this open folder, whatever becomes of its name; null where the system has none. */
  pathOfOpen(directory: number): string | null;
}

const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL } = fs.constants;
// Windows has none of these; there a symbolic link takes a privilege to make and a pipe is no file.
const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_DIRECTORY = 0 } = fs.constants as Partial<typeof fs.constants>;

export const openFlags = {
  createNew: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW,
  /** For a file that a stranger may have put there: no link is followed, no pipe is waited for. */
  readStranger: O_RDONLY | O_NOFOLLOW | O_NONBLOCK,
  directory: O_RDONLY | O_DIRECTORY,
} as const;

const hasFolderPaths = process.platform === 'linux' && fs.existsSync('/proc/self/fd');

export const realDisk: Disk = {
  isWindows: process.platform === 'win32',
  open: fs.openSync,
  read: (file, into) => fs.readSync(file, into),
  write: (file, bytes) => fs.writeSync(file, bytes),
  statusOf: (file) => fs.fstatSync(file),
  sync: promisify(fs.fsync),
  close: fs.closeSync,
  link: fs.linkSync,
  rename: fs.renameSync,
  unlink: fs.unlinkSync,
  makeDirectory: (path) => {
    fs.mkdirSync(path);
  },
  statusAt: (path) => fs.lstatSync(path),
  realPath: (path) => fs.realpathSync.native(path),
  list: (directory) => fs.readdirSync(directory),
  pathOfOpen: (directory) => (hasFolderPaths ? `/proc/self/fd/${directory}` : null),
};

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
  // libuv knows neither EDQUOT nor ESTALE: their code is "Unknown system error -122", and only the number tells.
  const errno = 'errno' in error ? error.errno : null;
  if (typeof errno !== 'number') return null;
  return Object.entries(os.constants.errno).find(([, value]) => value === -errno)?.[0] ?? 'EIO';
}

/** Why a call of a `Disk` failed. Throws what is no system error on: that is a bug. */
export function diskReason(error: unknown): DiskReason {
  const name = systemErrorName(error);
  if (name === null) throw error;
  return reasons[name] ?? 'io-error';
}
