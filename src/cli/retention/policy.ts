/** `hub retention policy`: the rules in force, in words, and when they are applied. */
import { existsSync } from 'node:fs';
import { systemTimeZone } from '../../base/timestamp.ts';
import { effectiveDocument } from '../../configuration/effective-document.ts';
import { readRetention } from '../../configuration/reading/retention-documents.ts';
import { flawInWords, inForceInWords } from '../../domain/conditions/document-condition.ts';
import { say } from '../../domain/language/say.ts';
import { policyInWords, runTimesInWords } from '../../domain/retention/policy-words.ts';
import type { LastRun } from '../../domain/retention/rules.ts';
import { openJournalReader } from '../../journal/journal.ts';
import { nextRunMs } from '../../journal/retention/asked-run.ts';
import { readRecorded } from '../../journal/retention/recording.ts';
import { isJournalUnavailable } from '../../journal/writing/write-failure.ts';
import { whyUnusable } from '../history/journal-access.ts';
import { type ExitStatus, failedBecause, printJson, type Surface } from '../surface.ts';
import { visibleText } from '../terminal-safe.ts';
import { holdsBroken } from './run.ts';

export function showPolicy(surface: Surface, { json }: { readonly json?: boolean }): ExitStatus {
  surface.statusCounts?.();
  const read = readRetention(surface.places);
  if (!read.ok) {
    if (!json)
      for (const line of policyInWords(effectiveDocument(surface.places, 'retention-policy').value)) surface.print(visibleText(line));
    return holdsBroken(surface, read.detail ?? '', effectiveDocument(surface.places, 'legal-hold').unused?.fault);
  }
  const unused = whyUnused(surface);
  const status = unused === null ? 0 : failedBecause(surface, unused, 'policy_broken');
  const { policy, holds, policyDigest, holdsDigest } = read.value;
  const last = lastRun(surface);
  const nowMs = Date.now();
  const nextMs = nextRunMs(surface.places.run, policy, last, nowMs);
  if (json) {
    const times = { lastRun: last === null ? null : isoTime(last.beganAtMs), nextRun: nextMs === null ? null : isoTime(nextMs) };
    const standing = unused === null ? { ok: true } : { ok: false, error: 'policy_broken', detail: unused };
    printJson(surface, { ...standing, policy, holds: holds.holds, policyDigest, holdsDigest, ...times });
    return status;
  }
  for (const line of policyInWords(policy)) surface.print(visibleText(line));
  for (const line of runTimesInWords(last, nextMs, { nowMs, timeZone: systemTimeZone() })) surface.print(line);
  const count = holds.holds.length;
  surface.print(
    count === 0
      ? say('There are no legal holds.')
      : say(
          '{count, plural, one {There is # legal hold, which wins over this} other {There are # legal holds, which win over this}}: hub retention hold list',
          {
            count,
          },
        ),
  );
  surface.print(say('The limits under history in hub.json also apply, without records: hub config get hub history'));
  return status;
}

/** Why the document with the rules is not used, and what is in force instead; null if it is. */
function whyUnused({ places }: Surface): string | null {
  const { unused } = effectiveDocument(places, 'retention-policy');
  if (unused === null) return null;
  const [flaw, instead] = [flawInWords(unused.fault), inForceInWords(unused.instead)];
  return say('retention-policy.json {flaw}; {instead} until you fix it: hub config edit retention-policy', { flaw, instead });
}

function isoTime(ms: number): string {
  return new Date(ms).toISOString();
}

/** Null before the first run, and if the journal can't be read now: the policy is told all the same. */
function lastRun({ places }: Surface): LastRun | null {
  if (!existsSync(places.journal)) return null;
  try {
    using journal = openJournalReader({ file: places.journal, blobs: places.blobs }, () => {});
    return readRecorded(journal);
  } catch (error) {
    if (whyUnusable(error) === null && !isJournalUnavailable(error)) throw error;
    return null;
  }
}
