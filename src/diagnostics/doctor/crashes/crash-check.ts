/** Whether Hub ended without shutting down: right after that, and for a day once a later start has noticed it. */
import { systemTimeZone } from '../../../base/timestamp.ts';
import { say } from '../../../domain/language/say.ts';
import { timePhrase } from '../../../domain/view/shown-time.ts';
import { crashedRun, type EndedRun, isRecent, keepsRunMark, type NoticedCrash, noticedCrash } from '../../../home-processes/last-run.ts';
import { type Check, type CheckFacts, type CheckFinding, failure, fine, note } from '../check.ts';

async function lookAtCrashes(platform: NodeJS.Platform, { places, status, nowMs }: CheckFacts): Promise<readonly CheckFinding[]> {
  if (!keepsRunMark(platform)) return [];
  // While a supervisor runs, the mark is its own.
  const left = !status.ok && status.reason === 'absent' ? crashedRun(places.run) : null;
  return [judgeCrash(left, noticedCrash(places.run), nowMs)];
}

/** `left`: the last run, if it has ended without shutting down and Hub was not started since; `noticed`: the last one that a start has noticed. */
export function judgeCrash(left: EndedRun | null, noticed: NoticedCrash | null, nowMs: number): CheckFinding {
  const when = (ms: number): string => timePhrase(new Date(ms).toISOString(), { nowMs, timeZone: systemTimeZone() });
  if (left !== null)
    return failure(
      'crashed',
      say('Hub ended without shutting down: it crashed or was killed, or the computer failed; it was last known to be running {when}', {
        when: when(left.lastSeenMs),
      }),
      say('start it again: hub start; if the computer did not fail, make a bundle for whoever helps you: hub support-bundle'),
    );
  if (noticed !== null && isRecent(noticed, nowMs))
    return note(
      'crashed-earlier',
      say(
        'an earlier run ended without shutting down: Hub crashed or was killed, or the computer failed; it was last known to be running {when}',
        {
          when: when(noticed.lastSeenMs),
        },
      ),
      say('if the computer did not fail, make a bundle for whoever helps you: hub support-bundle'),
    );
  return fine(say('none in the last 24 hours'));
}

/** The check of this system. */
export function crashCheckOn(platform: NodeJS.Platform): Check {
  return { id: 'crashes', title: () => say('Crashes of Hub'), needs: 'run-mark', run: (facts) => lookAtCrashes(platform, facts) };
}
