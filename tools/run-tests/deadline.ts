/**
 * An end for each test file. Node's runner has a time for each test and none for a file: one that is busy, that keeps something open after its
 * last test, or whose Hub outlives it with the runner's pipe in its hand, is waited for until somebody comes.
 */
import { descendantsOf, type ProcessRow } from './process-tree.ts';

export interface FileDeadline {
  readonly runnerPid: number;
  /** A file may take this long. */
  readonly fileMs: number;
  /** What a file left behind may live this long beyond it. */
  readonly leftMs: number;
  readonly rows: () => readonly ProcessRow[];
  readonly kill: (pid: number) => void;
  readonly nowMs: () => number;
  /** Hears of each file that is ended, by its process, and of each process that one has left behind. */
  readonly onEnded: (what: 'file' | 'left behind', pid: number) => void;
}

interface Watched {
  readonly row: ProcessRow;
  /** When it was first seen; of what was left behind, when its file was gone. */
  sinceMs: number;
  readonly below: Map<string, ProcessRow>;
  isGone: boolean;
}

/** Returns what is to be called every now and then. It kills a file that takes too long with all that it has started, and remembers these. */
export function watchFiles({ runnerPid, fileMs, leftMs, rows, kill, nowMs, onEnded }: FileDeadline): () => void {
  const files = new Map<string, Watched>();
  const end = (file: Watched, living: readonly ProcessRow[]): void => {
    for (const row of living) if (file.below.has(keyOf(row))) kill(row.pid);
  };
  return () => {
    const now = rows();
    const living = new Set(now.map(keyOf));
    for (const row of now.filter(({ parent }) => parent === runnerPid)) {
      const file = files.get(keyOf(row)) ?? { row, sinceMs: nowMs(), below: new Map(), isGone: false };
      files.set(keyOf(row), file);
      for (const below of descendantsOf(row.pid, now)) file.below.set(keyOf(below), below);
    }
    for (const [key, file] of files) {
      if (!living.has(key) && !file.isGone) [file.isGone, file.sinceMs] = [true, nowMs()];
      const left = now.filter((row) => file.below.has(keyOf(row)));
      if (file.isGone && left.length === 0) files.delete(key);
      else if (file.isGone && nowMs() - file.sinceMs > leftMs) {
        for (const { pid } of left) onEnded('left behind', pid);
        end(file, now);
      } else if (!file.isGone && nowMs() - file.sinceMs > fileMs) {
        onEnded('file', file.row.pid);
        kill(file.row.pid); // first, so that it starts nothing more
        end(file, now);
      }
    }
  };
}

function keyOf({ pid, start }: ProcessRow): string {
  return `${pid} ${start}`;
}
