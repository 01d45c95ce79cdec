/** `hub undelete`: brings deleted copies back, while that is possible. */
import { setTimeout as pause } from 'node:timers/promises';
import { say } from '../../domain/language/say.ts';
import { bringingBackInWords } from '../../domain/saving/file-words.ts';
import { lastWaitingMs, undeleteLastWaiting, undeleteWaiting } from '../../journal/damage/carrying/deleted-meanwhile.ts';
import { currentNumber } from '../../journal/fragments/earlier-copies.ts';
import type { Journal } from '../../journal/journal.ts';
import { undelete, undoable, undoWithinMs } from '../../journal/keeping/deletions.ts';
import { bringFilesBack } from '../history/files-of-copies.ts';
import { isNumber, notANumber } from '../history/fragment-ids.ts';
import { withJournalAsync } from '../history/journal-access.ts';
import { type ExitStatus, failedBecause, printJson, type Surface } from '../surface.ts';

/** A slice holds the journal's lock; in the pause after it, whoever waits for that gets it. */
const sliceMs = 8;
const pauseMs = 10;
const idsAtOnce = 500;

/** `hub undelete`: brings the named copies back, or those of the last deletion, while that is possible. */
export async function undeleteMany(surface: Surface, ids: readonly string[], options: { readonly json?: boolean }): Promise<ExitStatus> {
  if (!ids.every(isNumber)) return notANumber(surface);
  return withJournalAsync(surface, async (journal) => {
    const { restored, numbers, missing, waits } = ids.length === 0 ? await restoreLast(journal) : await restoreNamed(journal, ids);
    if (restored === 0 && !waits)
      return failedBecause(
        surface,
        say('nothing to bring back: that is possible for one minute, unless it was deleted with --now'),
        'not_found',
      );
    const files = await bringFilesBack(surface, journal, numbers);
    const withFiles = files.length > 0 && { files };
    const waiting = waits && { waiting: true };
    if (options.json) printJson(surface, { ok: true, restored, ...(missing.length > 0 && { missing }), ...withFiles, ...waiting });
    else {
      const back = say('{restored, plural, one {# copy is} other {# copies are}} back in the history.', { restored });
      if (restored > 0) surface.print(files.length === 0 ? back : `${back} ${bringingBackInWords(files)}`);
      if (waits) surface.print(say('Copies that are still to be carried over from a damaged journal will come over again.'));
    }
    if (missing.length > 0) notRestored(surface, missing);
    return 0;
  });
}

interface Restored {
  readonly restored: number;
  readonly numbers: readonly number[];
  /** Those of the named ones that were not deleted within the last minute. */
  readonly missing: readonly string[];
  /** Whether copies of a damaged journal come over because of it. */
  readonly waits: boolean;
}

/** The last deletion, in the history or of copies that wait; both if they are one. */
async function restoreLast(journal: Journal): Promise<Restored> {
  const nowMs = Date.now();
  const [waitingMs, inHistory] = [lastWaitingMs(journal, nowMs), undoable(journal, 'last', nowMs)];
  if (waitingMs !== null && (inHistory === null || waitingMs > inHistory.untilMs - undoWithinMs))
    return { restored: 0, numbers: [], missing: [], waits: undeleteLastWaiting(journal, nowMs) };
  const restored: number[] = [];
  let deletion: number | null = null;
  for (let isOver = false; !isOver; ) {
    const slice = undelete(journal, { ids: 'last', nowMs: Date.now(), budgetMs: sliceMs, deletion });
    deletion = slice.deletion;
    restored.push(...slice.restored);
    isOver = slice.isOver || slice.restored.length === 0;
    if (!isOver) await pause(pauseMs);
  }
  const waits = deletion !== null && undeleteLastWaiting(journal, Date.now(), deletion);
  return { restored: restored.length, numbers: restored, missing: [], waits };
}

async function restoreNamed(journal: Journal, ids: readonly string[]): Promise<Restored> {
  const numbers = ids.map((id) => currentNumber(journal, Number(id)));
  const restored = new Set<number>();
  for (let at = 0; at < numbers.length; ) {
    const slice = undelete(journal, { ids: numbers.slice(at, at + idsAtOnce), nowMs: Date.now(), budgetMs: sliceMs });
    at += slice.looked;
    for (const id of slice.restored) restored.add(id);
    if (at < numbers.length) await pause(pauseMs);
  }
  const waiting = new Set(undeleteWaiting(journal, numbers, Date.now()));
  const missing = ids.filter((_, at) => !restored.has(numbers[at] ?? 0) && !waiting.has(numbers[at] ?? 0));
  return { restored: restored.size, numbers: [...restored], missing, waits: waiting.size > 0 };
}

function notRestored(surface: Surface, ids: readonly string[]): void {
  const named = `${ids.slice(0, 20).join(', ')}${ids.length > 20 ? ', …' : ''}`;
  failedBecause(surface, say('not deleted within the last minute, or erased: {ids}', { ids: named }), 'not_found');
}
