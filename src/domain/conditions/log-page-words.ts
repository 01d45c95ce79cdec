/** Why there is no page of the logs, for people. The words are those of `src/logs/page/export-logs.ts`. */
import { say } from '../language/say.ts';
import { diskInWords } from './folders/disk-words.ts';
import { folderFlawInWords } from './folders/folder-words.ts';

/** `detail`: a `DiskReason` or a `FolderFlaw`, if its disk or folder was the reason. `folder`: the path of that folder. */
export function logPageInWords(
  { reason, detail }: { readonly reason: string; readonly detail?: string | undefined },
  folder: string,
): string {
  if (reason === 'no-viewer') return say('it is not built in this checkout; run once: node setup.mjs');
  if (reason === 'too-many') return say('these lines need too much memory; for fewer of them: hub logs --html --max 500000');
  if (reason === 'too-slow') return say('it took too long; for fewer lines: hub logs --html --max 100000');
  return folderFlawInWords(detail ?? '', folder) ?? diskInWords(detail ?? '');
}
