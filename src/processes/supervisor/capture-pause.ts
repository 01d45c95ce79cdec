/**
 * Whether capture is paused: a mark in the home's `run/` folder, there or not. The clipboard monitor looks for it when it starts and when it
 * is told to; so a pause survives the death of every process, and no secret is copied because a message was lost. The end of a pause turns the
 * mark into another one, for a monitor that did not live through it: what it finds on the clipboard then is not for it.
 */
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { type DiskReason, diskReason, systemErrorName } from '../../base/disk.ts';
import { replaceAtomically, syncFolderAt } from '../../base/durable-file.ts';
import { failed, type Outcome } from '../../base/outcome.ts';
import type { Places } from '../../platform/locations.ts';

export interface CapturePause {
  /** Sets the mark, durably. Again is the same. */
  pause(): Promise<Outcome<null, DiskReason>>;
  /** Turns the mark into the other one, durably; on a full disk too. Again is the same. */
  resume(): Promise<Outcome<null, DiskReason>>;
}

/** The pause of the Hub that lies there. */
export function capturePause({ capturePaused, capturePassedOver }: Pick<Places, 'capturePaused' | 'capturePassedOver'>): CapturePause {
  return {
    pause: () => replaceAtomically(capturePaused, new Uint8Array(), 0o600),
    resume: async () => {
      try {
        await rename(capturePaused, capturePassedOver);
      } catch (error) {
        if (systemErrorName(error) !== 'ENOENT') return failed(diskReason(error));
      }
      return syncFolderAt(path.dirname(capturePaused));
    },
  };
}
