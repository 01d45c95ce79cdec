/**
 * Whether capture is paused: a mark in the home's `run/` folder, which exists or not. The clipboard monitor checks it when it starts and when it is
 * notified; so a pause survives the crash of every process, and no secret is captured because a message was lost. The end of a pause turns the mark
 * into another one, for a monitor that did not run during the pause: what that finds on the clipboard may have been copied during it.
 */
import { rename } from 'node:fs/promises';
import path from 'node:path';
import { type DiskReason, diskReason, isMissing } from '../../../base/files/disk-error.ts';
import { replaceAtomically } from '../../../base/files/durable-file.ts';
import { syncFolderAt } from '../../../base/files/flush.ts';
import { failed, type Outcome } from '../../../base/outcome.ts';
import type { Places } from '../../../platform/locations.ts';

export interface CapturePause {
  /** Sets the mark, durably. Repeating it changes nothing. */
  pause(): Promise<Outcome<null, DiskReason>>;
  /** Turns the mark into the other one, durably; on a full disk too. Repeating it changes nothing. */
  resume(): Promise<Outcome<null, DiskReason>>;
}

/** The pause of the Hub in this home. */
export function capturePause({ capturePaused, capturePassedOver }: Pick<Places, 'capturePaused' | 'capturePassedOver'>): CapturePause {
  return {
    pause: () => replaceAtomically(capturePaused, new Uint8Array(), 0o600),
    resume: async () => {
      try {
        await rename(capturePaused, capturePassedOver);
      } catch (error) {
        if (!isMissing(error)) return failed(diskReason(error));
      }
      return syncFolderAt(path.dirname(capturePaused));
    },
  };
}
