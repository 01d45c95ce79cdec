/** Small files of the supervisor's own that need to outlive it, and not the machine. */
import { renameSync, writeFileSync } from 'node:fs';

/**
 * Puts `text` in the place of whatever file has this name, for this user alone: a reader sees the old text or the new one, whole. It is not
 * flushed, which would take milliseconds, and only a crash of the whole machine could tell. False where it can't be written.
 */
export function tryReplaceFile(file: string, text: string): boolean {
  try {
    writeFileSync(`${file}.new`, text, { mode: 0o600 });
    renameSync(`${file}.new`, file);
    return true;
  } catch {
    return false;
  }
}
