/** Writes files beside a journal, each of them whole or not at all. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { syncFolderNow } from '../../base/files/flush.ts';
import { temporaryName } from '../../base/files/temporary-name.ts';

/** Durable when it returns. Throws the system's error, and then the file is as it was, or whole. */
export function writeBeside(name: string, content: string | Uint8Array): void {
  const folder = path.dirname(name);
  const temporary = path.join(folder, temporaryName());
  try {
    writeFileSync(temporary, content, { mode: 0o600, flag: 'wx', flush: true });
    renameSync(temporary, name);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  syncFolderNow(folder);
}
