/**
 * Linux: the entry `hub.desktop` of the user's own applications, whose actions docks and taskbars show. It appears whole or not at all, is only
 * written where it changes, and an entry of that name which Hub did not write is left alone.
 */
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { diskReason, systemErrorName } from '../../base/disk.ts';
import { replaceAtomically } from '../../base/durable-file.ts';
import { done, failed } from '../../base/outcome.ts';
import { desktopEntry, ownMark } from './desktop-entry.ts';
import type { JumpList } from './interface.ts';

/** `dataHome` is `$XDG_DATA_HOME`; `name` has the ending `.desktop`. */
export function desktopJumpList(dataHome: string, name = 'hub.desktop'): JumpList {
  const folder = path.join(dataHome, 'applications');
  const file = path.join(folder, name);
  return {
    publish: async (main, tasks) => {
      const entry = desktopEntry(main, tasks);
      if (!entry.ok) return entry;
      try {
        const present = await readIfThere(file);
        if (present === entry.value) return done('unchanged');
        if (present !== null && !present.split('\n').includes(ownMark)) return failed('taken');
        await mkdir(folder, { recursive: true, mode: 0o700 });
      } catch (error) {
        return failed(diskReason(error));
      }
      const written = await replaceAtomically(file, Buffer.from(entry.value), 0o644);
      return written.ok ? done('written') : written;
    },
  };
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (systemErrorName(error) === 'ENOENT') return null;
    throw error;
  }
}
