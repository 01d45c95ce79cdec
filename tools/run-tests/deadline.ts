/**
 * A time limit for each test file. Node's runner limits the time of a test, but not of a file: it would wait forever for a file that is busy, that keeps
 * something open after its last test, or whose Hub outlives it and keeps the runner's pipe open.
 */
import { descendantsOf, type ProcessRow } from './process-tree.ts';

export interface FileDeadline {
  readonly runnerPid: number;
  /** The most time that a file may take. */
  readonly fileMs: number;
  /** How long processes that a file leaves behind may outlive it. */
  readonly leftMs: number;
  readonly rows: () => readonly ProcessRow[];
  readonly kill: (pid: number) => void;
  readonly nowMs: () => number;
  /** Called for the process of each file that is killed, and for each killed process that a file left behind. */
  readonly onEnded: (what: 'file' | 'left behind', pid: number) => void;
}

interface Watched {
  readonly row: ProcessRow;
  /** When it was first seen; for a process left behind, when its file's process was gone. */
  sinceMs: number;
  readonly below: Map<string, ProcessRow>;
  isGone: boolean;
}

/** Returns a function to call regularly. It kills the process of a file that takes too long, with all processes that this has started. */
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
