/** `hub missed`: when copies were missed, or gone before they could be read, from which program, and why. It reads the journal directly. */
import { localTimestamp } from '../../base/timestamp.ts';
import { askStatus } from '../../client/ask-pipes.ts';
import { isGoneReason } from '../../contract/journal.ts';
import { uncountedIn } from '../../domain/conditions/capture-condition.ts';
import { say } from '../../domain/language/say.ts';
import { missedReason } from '../../domain/view/diagnostics/missed-copies.ts';
import { readCounters } from '../../journal/captures/counters.ts';
import { dismissMissed, readDismissed, readMissed } from '../../journal/captures/missed-copies.ts';
import { withJournal } from '../history/journal-access.ts';
import { type ExitStatus, printJson, type Surface } from '../surface.ts';
import { formatTable, oneLine } from '../table.ts';

const longestName = 40;

const answeredWithinMs = 1_000;

interface Options {
  readonly json?: boolean;
  readonly dismiss?: boolean;
}

/**
 * `items` of `--json` are the last missed or gone copies, newest first; `missed` and `gone` count all since the journal was created, `dismissed` those that nothing warns of any more.
 * `uncounted` are those that the running Hub could not write into the journal yet.
 */
export async function missed(surface: Surface, options: Options): Promise<ExitStatus> {
  const status = await askStatus(surface.places, { timeoutMs: answeredWithinMs });
  return listMissed(surface, options, status.ok ? uncountedIn(status.value.components) : 0);
}

function listMissed(surface: Surface, options: Options, uncounted: number): ExitStatus {
  return withJournal(surface, (journal) => {
    if (options.dismiss) dismissMissed(journal);
    const [{ missed: count, gone }, items] = [readCounters(journal), readMissed(journal)];
    const knownGone = items.filter(({ because }) => isGoneReason(because)).length;
    const unknown = Math.max(0, count - (items.length - knownGone));
    const unknownGone = Math.max(0, gone - knownGone);
    if (options.json) {
      const told = items.map(({ atMs, program, because }) => ({ missedAt: localTimestamp(atMs), program, because }));
      printJson(surface, { missed: count, gone, dismissed: readDismissed(journal), uncounted, items: told });
      return 0;
    }
    if (options.dismiss) {
      surface.print(say('Missed copies are dismissed; the next one will be reported again.'));
      return 0;
    }
    if (count === 0 && gone === 0 && uncounted === 0) surface.print(say('No copy was missed.'));
    const rows = items.map(({ atMs, program, because }) => [
      localTimestamp(atMs).slice(0, 19).replace('T', ' '),
      program === null ? '-' : oneLine(program, longestName),
      missedReason(because),
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
    if (unknownGone > 0)
      surface.print(
        say(
          '{count, plural, one {One more was gone before it could be read, of which nothing is} other {# more were gone before they could be read, of which nothing is}} known.',
          { count: unknownGone },
        ),
      );
    if (uncounted > 0)
      surface.print(
        say(
          '{count, plural, one {One more was missed, and is} other {# more were missed, and are}} listed as soon as the journal can be written to; to see why it cannot: hub status',
          { count: uncounted },
        ),
      );
    return 0;
  });
}
