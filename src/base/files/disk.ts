/**
 * The file system as durable writing sees it: one method per system call, so that a test can make any of them fail.
 *
 * None of it blocks the event loop: a disk behind a dead network blocks any call, an `open` as well as a flush. Each call takes a thread of the pool
 * that all files of a process share (`UV_THREADPOOL_SIZE`), as long as the disk does not respond.
 *
 * Everything here rejects as `node:fs` does; `diskReason` (disk-error.ts) turns such an error into a named reason.
 */
import * as fs from 'node:fs';
import { promisify } from 'node:util';

/** The part of `fs.Stats` that is used; sizes in bytes, times in milliseconds. */
export type FileStatus = Pick<fs.Stats, 'size' | 'dev' | 'ino' | 'uid' | 'mtimeMs' | 'isFile' | 'isDirectory'>;

export interface Disk {
  readonly isWindows: boolean;
  /** `flags` are those of open(2), see `openFlags`. `mode` is subject to the umask. Returns a descriptor. */
  open(path: string, flags: number, mode?: number): Promise<number>;
  /** Reads on from the descriptor's position; 0 at the end. */
  read(file: number, into: Uint8Array): Promise<number>;
  /** Writes on from the descriptor's position. May write less than requested without an error, for example on a full disk. */
  write(file: number, bytes: Uint8Array): Promise<number>;
  statusOf(file: number): Promise<FileStatus>;
  /** fsync(2). After it failed once, the kernel may have dropped what it could not write: never trust this file again. */
  sync(file: number): Promise<void>;
  close(file: number): Promise<void>;
  /** Gives a file a second name; rejects with EEXIST if that is taken. */
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
  /** A path that always leads into this open folder, whatever happens to its name; null if the system has none. */
  pathOfOpen(directory: number): string | null;
}

const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL } = fs.constants;
// Windows has none of these; creating a symbolic link needs a privilege there, and a pipe is not a file.
const { O_NOFOLLOW = 0, O_NONBLOCK = 0, O_DIRECTORY = 0 } = fs.constants as Partial<typeof fs.constants>;

export const openFlags = {
  createNew: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW,
  /** For a file that a stranger may have put there: follows no link, waits for no pipe. */
  readStranger: O_RDONLY | O_NOFOLLOW | O_NONBLOCK,
  directory: O_RDONLY | O_DIRECTORY,
} as const;

const hasFolderPaths = process.platform === 'linux' && fs.existsSync('/proc/self/fd');

// Descriptors are numbers, because the garbage collector would close file handles.
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
