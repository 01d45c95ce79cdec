/** For tests: the real disk, with faults that a test injects. */
import * as os from 'node:os';
import { type Disk, realDisk } from '../../src/base/files/disk.ts';

export type DiskOperation = Exclude<keyof Disk, 'isWindows' | 'pathOfOpen'>;

/** The fault of a call: an error to throw, or the number of bytes after which a write stops. Null means no fault. */
export type DiskFault = (call: { operation: DiskOperation; count: number; path: string | null }) => string | number | null;

export interface FaultyDisk extends Disk {
  /** Every call so far, in order. */
  readonly calls: DiskOperation[];
}

/** An error as `node:fs` throws it. */
export function systemError(name: string): Error {
  const errno = (os.constants.errno as Record<string, number>)[name];
  if (errno === undefined) throw new Error(`no such error: ${name}`);
  const code = name === 'EDQUOT' ? `Unknown system error -${errno}` : name;
  return Object.assign(new Error(`${code}: injected`), { code, errno: -errno, syscall: 'injected' });
}

/** `count` is 1 for the first of all calls. Nothing is really flushed, because no test cuts the power. */
export function faultyDisk(fault: DiskFault, real: Disk = realDisk): FaultyDisk {
  const calls: DiskOperation[] = [];
  const decide = (operation: DiskOperation, subject: unknown): number | null => {
    calls.push(operation);
    const verdict = fault({ operation, count: calls.length, path: typeof subject === 'string' ? subject : null });
    if (typeof verdict === 'string') throw systemError(verdict);
    return verdict;
  };
  const guarded =
    <Args extends unknown[], Result>(operation: DiskOperation, call: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      decide(operation, args[0]);
      return call(...args);
    };
  return {
    ...real,
    calls,
    open: guarded('open', real.open),
    read: guarded('read', real.read),
    write: async (file, bytes) => real.write(file, bytes.subarray(0, decide('write', file) ?? bytes.length)),
    statusOf: guarded('statusOf', real.statusOf),
    sync: async (file) => {
      decide('sync', file);
    },
    close: async (file) => {
      await real.close(file); // Linux releases the descriptor even if close(2) fails
      decide('close', file);
    },
    link: guarded('link', real.link),
    rename: guarded('rename', real.rename),
    unlink: guarded('unlink', real.unlink),
    makeDirectory: guarded('makeDirectory', real.makeDirectory),
    statusAt: guarded('statusAt', real.statusAt),
    realPath: guarded('realPath', real.realPath),
    list: guarded('list', real.list),
  };
}
