/** `hub retention evidence`: the policy, the holds and the records in a folder that others can check. */
import { diskReason } from '../../base/files/disk-error.ts';
import { exportEvidence } from '../../client/retention-evidence.ts';
import { diskInWords } from '../../domain/conditions/disk-words.ts';
import { say } from '../../domain/language/say.ts';
import { type ExitStatus, failedBecause, printJson, type Surface } from '../surface.ts';
import { visibleText } from '../terminal-safe.ts';

export async function evidence(
  surface: Surface,
  { output, json }: { readonly output: string; readonly json?: boolean },
): Promise<ExitStatus> {
  const signal = surface.interrupted?.();
  let folder: string | null;
  try {
    folder = await exportEvidence(surface.places, output, { nowMs: Date.now(), signal });
  } catch (error) {
    if (signal?.aborted) return failedBecause(surface, say('stopped; nothing was written'), 'stopped');
    return failedBecause(surface, say('the evidence could not be written: {why}', { why: diskInWords(diskReason(error)) }), 'not_written');
  }
  if (folder === null)
    return failedBecause(
      surface,
      say('there is no evidence yet: no retention policy, no legal holds and no records of a run'),
      'not_found',
    );
  if (json) printJson(surface, { ok: true, folder });
  else surface.print(visibleText(folder));
  return 0;
}
