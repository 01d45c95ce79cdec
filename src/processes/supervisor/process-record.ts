/**
 * The processes of this supervisor, on disk, so that the next one finds those that outlived it. It is a list of suspects, and no proof:
 * `src/home-processes/proven-processes.ts` asks the system whether each is still the recorded process. It is read at the start and at the end, when no
 * messages have to be received, and written asynchronously meanwhile.
 */
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tooLate, within } from '../../base/deadline.ts';
import type { Log } from '../../base/log.ts';
import { type ProcessRecord, placeOf, type RecordedProcess, readProcessRecord } from '../../home-processes/process-record.ts';
import type { ProcessIdentity } from '../../platform/process-identity/index.ts';
import { LatestText } from './replace-file.ts';

/** For pending writes at the end. */
const endsWithinMs = 1_000;

/** The record of the running supervisor; the file is removed when it is disposed. */
export interface OpenRecord extends AsyncDisposable {
  /** What each component gets in its environment, as `HUB_INSTANCE`. */
  readonly instance: string;
  /**
   * Records a process that has just been started, replacing the previous one. Takes less than a millisecond on Linux; resolves when that is on the
   * disk, which nobody has to wait for.
   */
  started(id: RecordedProcess['id'], pid: number): Promise<void>;
  ended(id: RecordedProcess['id']): Promise<void>;
}

/**
 * Begins a record with this process in it, replacing the last one: kill the survivors of that first. A failed write is logged once, and has no
 * consequence except that survivors are not found.
 */
export function openProcessRecord({ file, identity, log }: { file: string; identity: ProcessIdentity; log: Log }): OpenRecord {
  const instance = randomUUID();
  const processes = new Map<RecordedProcess['id'], RecordedProcess>();
  let warned = false;
  const text = new LatestText(file, () => {
    if (warned) return;
    warned = true;
    log.warn('record of processes not written');
  });
  const place = placeOf(file); // at the start, when no messages have to be received yet
  const write = (): Promise<void> => {
    const record: ProcessRecord = { file: place, instance, processes: [...processes.values()] };
    return text.put(`${JSON.stringify(record)}\n`);
  };
  const started = (id: RecordedProcess['id'], pid: number): Promise<void> => {
    const start = identity.startOf(pid);
    if (start === null) processes.delete(id);
    else processes.set(id, { id, pid, start });
    return write();
  };
  void started('supervisor', process.pid);
  return {
    instance,
    started,
    ended: (id) => (processes.delete(id) ? write() : text.settled()),
    [Symbol.asyncDispose]: async () => {
      if ((await within(endsWithinMs, text.settled())) === tooLate) return; // the next supervisor finds out whether the recorded end is true
      const present = readProcessRecord(file);
      if (present.ok && present.value.instance === instance) rmSync(file, { force: true }); // otherwise it is another supervisor's by now
    },
  };
}
