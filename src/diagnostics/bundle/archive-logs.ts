/** All logs as they are, in one archive, for the user himself: to keep them before they are rotated. A bundle is what is meant for others. */
import path from 'node:path';
import { done, failed, type Outcome } from '../../base/outcome.ts';
import type { Places } from '../../platform/locations.ts';
import { logNames, readTail } from './parts/logs-part.ts';
import { type WriteFailure, writeStamped, zipped } from './stamped-files.ts';

/** A log is full before it is longer (`src/base/rotated-files/rotated-file.ts`). */
const longestLog = 20 * 1024 * 1024;

/** Its full path, and how many logs are in it. `nothing`: there are none. Never rejects. */
export async function archiveLogs(
  places: Places,
  folder: string,
  nowMs: number,
): Promise<Outcome<{ readonly path: string; readonly logs: number; readonly isNewFolder: boolean }, WriteFailure | 'nothing'>> {
  const entries = [];
  for (const name of logNames(places, true)) {
    const read = await readTail(path.join(places.logs, name), longestLog);
    if (read !== null) entries.push({ name, bytes: read.tail });
  }
  if (entries.length === 0) return failed('nothing');
  const archive = await zipped(entries, nowMs);
  const written = await writeStamped({ folder, stem: 'hub-logs', files: { '.zip': archive }, nowMs, signal: new AbortController().signal });
  if (!written.ok) return written;
  const { paths, isNewFolder } = written.value;
  return done({ path: paths[0] ?? '', logs: entries.length, isNewFolder });
}
