/**
 * Whether capture is paused: a mark in the home's `run/` folder, there or not. The clipboard monitor looks for it when it starts and when it
 * is told to; so a pause survives the death of every process, and no secret is copied because a message was lost.
 */
import { rmSync } from 'node:fs';
import path from 'node:path';
import type { DiskReason } from '../../base/disk.ts';
import { replaceAtomically, syncFolderAt } from '../../base/durable-file.ts';
import { failed, type Outcome } from '../../base/outcome.ts';

export interface CapturePause {
  /** Sets the mark, durably. Again is the same. */
  pause(): Promise<Outcome<null, DiskReason>>;
  /** Takes the mark away, durably. Again is the same. */
  resume(): Promise<Outcome<null, DiskReason>>;
}

/** The pause whose mark is the file `mark`. */
export function capturePause(mark: string): CapturePause {
  return {
    pause: () => replaceAtomically(mark, new Uint8Array(), 0o600),
    resume: async () => {
      try {
        rmSync(mark, { force: true });
      } catch {
        return failed('no-permission');
      }
      return syncFolderAt(path.dirname(mark));
    },
  };
}
