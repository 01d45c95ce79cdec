/** Which copies that Hub did not keep can still be kept if the user wants them all the same. */
import type { SnapshotAbsence } from '../../contract/source-snapshot.ts';

/** Not what its program marks as secret, and nothing that is not there or was never a copy. */
const keepable: ReadonlySet<SnapshotAbsence> = new Set([
  'excluded',
  'excluded-window',
  'owner-unknown',
  'filtered',
  'secret',
  'paused',
  'ignored',
  'unwatched',
]);

/** Whether what is on the clipboard can be read after all, by the reason why it is not shown. */
export function isKeepable(absence: SnapshotAbsence | null): boolean {
  return absence !== null && keepable.has(absence);
}
