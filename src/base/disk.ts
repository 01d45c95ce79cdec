/**
 * The file system as durable writing sees it: one call a system call, so that a test can let any one of them fail.
 *
 * None of it holds up the event loop: a disk behind a network that is down keeps whoever asks it waiting in any call, an `open` as well as a
 * flush. Each call takes a thread of the pool that all files of a process share (`UV_THREADPOOL_SIZE`), for as long as the disk does not answer.
 *
 * Everything here rejects as `node:fs` does; `diskReason` turns such an error into a named reason.
 */
import * as fs from 'node:fs';
import * as os from 'node:os';
import { promisify } from 'node:util';

/** What of `fs.Stats` is looked at; sizes in bytes, times in milliseconds. */
export type FileStatus = Pick<fs.Stats, 'size' | 'dev' | 'ino' | 'uid' | 'mtimeMs' | 'isFile' | 'isDirectory'>;

export interface Disk {
  readonly isWindows: boolean;
  /** `flags` are those of open(2), see `openFlags`. `mode` is subject to the umask. Returns a descriptor. */
  open(path: string, flags: number, mode?: number): Promise<number>;
  /** Reads on from where the descriptor stands; 0 at the end. */
  read(file: number, into: Uint8Array): Promise<number>;
  /** Writes on from where the descriptor stands. May write less than was asked, without an error: a full disk does. */
  write(file: number, bytes: Uint8Array): Promise<number>;
  statusOf(file: number): Promise<FileStatus>;
  /** fsync(2). After it failed once, the kernel may have dropped what it could not write: never trust this file again. */
  sync(file: number): Promise<void>;
  close(file: number): Promise<void>;
  /** Gives a file a second name; rejects with EEXIST where that is taken. */
  link(existing: string, path: string): Promise<void>;
  /** Replaces silently. */
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
  makeDirectory(path: string): Promise<void>;
  /** lstat(2): a symbolic link is not followed. */
  statusAt(path: string): Promise<FileStatus>;
  realPath(path: string): Promise<string>;
  /** Names in a folder, in no order, unsorted. */
  list(directory: string): Promise<string[]>;
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

// Descriptors are numbers, and not file handles, which a collection of garbage would close.
const [read, write] = [promisify(fs.read), promisify(fs.write)];

export const realDisk: Disk = {
  isWindows: process.platform === 'win32',
  open: promisify(fs.open),
  read: async (file, into) => (await read(file, into, 0, into.length, null)).bytesRead,
  write: async (file, bytes) => (await write(file, bytes, 0, bytes.length, null)).bytesWritten,
  statusOf: promisify<number, fs.Stats>(fs.fstat),
  sync: promisify(fs.fsync),
  close: promisify(fs.close),
  link: promisify(fs.link),
  rename: promisify(fs.rename),
  unlink: promisify(fs.unlink),
  makeDirectory: promisify<string>(fs.mkdir),
  statusAt: promisify<string, fs.Stats>(fs.lstat),
  realPath: promisify<string, string>(fs.realpath.native),
  list: promisify<string, string[]>(fs.readdir),
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
