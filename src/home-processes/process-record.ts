/**
 * The processes of a Hub as its supervisor wrote them down, for its successor and for `hub stop --force`. It is a list of suspects, and no proof:
 * `proven-processes.ts` asks the system whether each is still the recorded process.
 */
import { lstatSync, readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { done, failed, type Outcome } from '../base/outcome.ts';
import { componentId } from '../contract/components.ts';

/** The environment variable in which a component finds its supervisor's instance. */
export const instanceVariable = 'HUB_INSTANCE';

const recordedProcess = z.object({
  id: componentId,
  pid: z.int().positive(),
  /** As returned by `ProcessIdentity.startOf`. */
  start: z.string().max(200),
});
export type RecordedProcess = z.infer<typeof recordedProcess>;

const processRecord = z.object({
  /** Where it was written: a copy in another place refers to the processes of another Hub. */
  file: z.string(),
  instance: z.uuid(),
  processes: z.array(recordedProcess).max(64),
});
export type ProcessRecord = z.infer<typeof processRecord>;

const longestBytes = 64 * 1024;
/** The file of the record, in the folder of the home for what is running. */
export const recordName = 'processes.json';

/**
 * The record that a supervisor left, or keeps while it runs. `absent` after a normal stop; `damaged` if it is not valid; `foreign` if it was written in another place.
 */
export function readProcessRecord(file: string): Outcome<ProcessRecord, 'absent' | 'damaged' | 'foreign'> {
  try {
    const status = lstatSync(file, { throwIfNoEntry: false });
    if (status === undefined) return failed('absent');
    const isOurs = process.getuid === undefined || status.uid === process.getuid();
    if (!status.isFile() || !isOurs || status.size > longestBytes) return failed('damaged');
    const record = processRecord.safeParse(JSON.parse(readFileSync(file, 'utf8')));
    if (!record.success) return failed('damaged');
    return record.data.file === placeOf(file) ? done(record.data) : failed('foreign');
  } catch {
    return failed('damaged');
  }
}

/** The file without links in its path. Throws if its folder is missing. */
export function placeOf(file: string): string {
  return path.join(realpathSync(path.dirname(file)), path.basename(file));
}
