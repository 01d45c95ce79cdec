/** `hub missed`: when copies were missed, from which program, and why. It reads the journal directly. */
import { localTimestamp } from '../../base/timestamp.ts';
import type { MissedReason } from '../../contract/journal.ts';
import { say } from '../../domain/language/say.ts';
import { readCounters } from '../../journal/captures/counters.ts';
import { readMissed } from '../../journal/captures/missed-copies.ts';
import { withJournal } from '../history/journal-access.ts';
import { type ExitStatus, printJson, type Surface } from '../surface.ts';
import { formatTable, oneLine } from '../table.ts';

const longestName = 40;

const reasons: Readonly<Record<MissedReason, () => string>> = {
  'owner-silent': () => say('the program did not answer in time'),
  'owner-refused': () => say('the program offered it and then refused to hand it over'),
  'too-large': () => say('it was too large'),
  'not-written': () => say('it could not be written to the disk'),
  'journal-not-writable': () => say('the journal accepted nothing for too long'),
  'not-recorded': () => say('the journal could not record it'),
  unexpected: () => say('Hub failed; clipboard.log tells more'),
};

/** `items` of `--json` are the last missed copies, newest first; `missed` counts all since the journal was created. */
export function missed(surface: Surface, options: { readonly json?: boolean }): ExitStatus {
  return withJournal(surface, (journal) => {
    const [count, items] = [readCounters(journal).missed, readMissed(journal)];
    const unknown = Math.max(0, count - items.length);
    if (options.json) {
      const told = items.map(({ atMs, program, because }) => ({ missedAt: localTimestamp(atMs), program, because }));
      printJson(surface, { missed: count, items: told });
      return 0;
    }
    if (count === 0) surface.print(say('No copy was missed.'));
    const rows = items.map(({ atMs, program, because }) => [
      localTimestamp(atMs).slice(0, 19).replace('T', ' '),
      program === null ? '-' : oneLine(program, longestName),
      reasons[because](),
    ]);
    if (rows.length > 0) for (const line of formatTable([say('TIME'), say('PROGRAM'), say('REASON')], rows)) surface.print(line);
    if (unknown > 0)
      surface.print(
        say(
          '{count, plural, one {One more was missed, of which nothing is} other {# more were missed, of which nothing is}} known any more.',
          {
            count: unknown,
          },
        ),
      );
    return 0;
  });
}
