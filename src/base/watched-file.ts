/**
 * Tells when a file may have changed. The folder is watched, so that an editor's new file in the place of the old one is seen; and looked at
 * every few seconds, because a watch ends without a word: with its folder, when that is made anew, at the system's limit of watches, and for a
 * link when the file that it leads to changes.
 */
import { type FSWatcher, statSync, watch } from 'node:fs';
import path from 'node:path';
import { onEachBeat } from './beats.ts';

/** An editor writes, renames and touches: one reading a little later sees the end of it. */
const settleMs = 50;
const lookEveryMs = 2_400;

/** `changed` is called some time after each change that was heard of. `look` is called now and then, whether or not there is one. */
export interface FileWatcher {
  readonly changed: () => void;
  readonly look: () => void;
}

/** Keeps no program alive. */
export function watchFile(file: string, hear: FileWatcher): Disposable {
  const folder = path.dirname(file);
  let watched: { readonly watcher: FSWatcher; readonly folder: string } | null = null;
  let settling: NodeJS.Timeout | undefined;
  const changeSoon = (): void => {
    clearTimeout(settling);
    settling = setTimeout(hear.changed, settleMs).unref();
  };
  const disarm = (): void => {
    watched?.watcher.close();
    watched = null;
  };
  const arm = (): void => {
    const identity = identityOf(folder);
    if (identity !== null && watched?.folder === identity) return;
    disarm();
    if (identity === null) return;
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        if (name === null || name === path.basename(file)) changeSoon();
      });
      watcher.on('error', disarm);
      watched = { watcher, folder: identity };
    } catch {
      // the system has no more watches: the file is looked at all the same, and the watch tried again
    }
  };
  arm();
  const looks = onEachBeat(lookEveryMs, () => {
    arm();
    hear.look();
  }).unref();
  return {
    [Symbol.dispose]: () => {
      looks[Symbol.dispose]();
      clearTimeout(settling);
      disarm();
    },
  };
}

/** Null where it can't be looked at. */
function identityOf(folder: string): string | null {
  try {
    const { dev, ino } = statSync(folder, { bigint: true });
    return `${dev}-${ino}`;
  } catch {
    return null;
  }
}
