/** `hub retention evidence`: the policy, the holds and the records in a folder that others can check. */
import { diskReason } from '../../base/files/disk-error.ts';
import { type Evidence, exportEvidence } from '../../diagnostics/retention/export-evidence.ts';
import { diskInWords } from '../../domain/conditions/folders/disk-words.ts';
import { say } from '../../domain/language/say.ts';
import { notAFolder } from '../not-a-folder.ts';
import { type ExitStatus, failedBecause, printJson, type Surface, wrongUsage } from '../surface.ts';
import { visibleText } from '../terminal-safe.ts';
import { faultInWords } from './fault-words.ts';

export async function evidence(
  surface: Surface,
  { output, json }: { readonly output: string; readonly json?: boolean },
): Promise<ExitStatus> {
  if (output.trim() === '') return wrongUsage(surface, say('--output takes a folder'));
  const inTheWay = notAFolder(output);
  if (inTheWay !== null) return failedBecause(surface, visibleText(inTheWay), 'not_a_folder');
  const signal = surface.interrupted?.();
  let made: Evidence | null;
  try {
    made = await exportEvidence(surface.places, output, { nowMs: Date.now(), signal });
  } catch (error) {
    if (signal?.aborted) return failedBecause(surface, say('stopped; nothing was written'), 'stopped');
    return failedBecause(surface, say('the evidence could not be written: {why}', { why: diskInWords(diskReason(error)) }), 'not_written');
  }
  if (made === null)
    return failedBecause(
      surface,
      say('there is no evidence yet: no retention policy, no legal holds and no records of a run'),
      'not_found',
    );
  const doubts = doubtsAbout(made);
  if (json) printJson(surface, { ok: doubts.length === 0, folder: made.folder, fault: made.fault, doubts });
  else surface.print(visibleText(made.folder));
  for (const doubt of doubts) surface.complain(`hub: ${visibleText(doubt)}`);
  return doubts.length === 0 ? 0 : 1;
}

/** What the bag can't vouch for. It says so itself, in `bag-info.txt`. */
function doubtsAbout({ fault, proven, isJournalRead, areHoldsKnown }: Evidence): readonly string[] {
  return [
    fault === null ? '' : say('the records in this folder are not sound: {why}', { why: faultInWords(fault, proven.sound) }),
    isJournalRead ? '' : say("the journal can't be read, so the records were not compared with it"),
    areHoldsKnown ? '' : say("the legal holds can't be read, so the folder has no holds that are in force"),
  ].filter((doubt) => doubt !== '');
}
