/** How many copies legal holds are about now, as far as that can be told in the time that a command has. */
import { existsSync } from 'node:fs';
import { effectiveDocument } from '../../configuration/effective-document.ts';
import { sayNumber } from '../../domain/language/numbers.ts';
import { holdsOf } from '../../domain/retention/holds.ts';
import { openJournalReader } from '../../journal/journal.ts';
import { holdsOn } from '../../journal/retention/holds.ts';
import { isJournalUnavailable } from '../../journal/writing/write-failure.ts';
import type { Places } from '../../platform/locations.ts';
import { whyUnusable } from '../history/journal-access.ts';

/** `counts`: by the id of each hold, whatever it covers. `isComplete`: all copies were compared. `unjudged`: of those, the ones that wait to be judged. */
export interface Covered {
  readonly counts: ReadonlyMap<string, number>;
  readonly unjudged: ReadonlyMap<string, number>;
  readonly isComplete: boolean;
}

const comparedWithinMs = 2_000;

/** Newest first; null if there is no journal that can be read. `only`: of this hold. */
export function coveredNow(places: Places, only?: string): Covered | null {
  const holds = holdsOf(effectiveDocument(places, 'legal-hold').value).filter(({ id }) => only === undefined || id === only);
  const counts = new Map(holds.map(({ id }) => [id, 0]));
  if (holds.length === 0) return { counts, unjudged: new Map(), isComplete: true };
  if (!existsSync(places.journal)) return null;
  try {
    using journal = openJournalReader({ file: places.journal, blobs: places.blobs }, () => {});
    const endMs = performance.now() + comparedWithinMs;
    const unjudged = new Map<string, number>();
    for (const row of journal.statement("SELECT id, state FROM fragments WHERE state <> 'deleted' ORDER BY id DESC").rows()) {
      if (performance.now() > endMs) return { counts, unjudged, isComplete: false };
      for (const id of holdsOn(journal, holds, Number(row.id)))
        for (const map of row.state === 'captured' ? [counts, unjudged] : [counts]) map.set(id, (map.get(id) ?? 0) + 1);
    }
    return { counts, unjudged, isComplete: true };
  } catch (error) {
    if (whyUnusable(error) === null && !isJournalUnavailable(error)) throw error;
    return null;
  }
}

/** In a table: `12`, at least as many with a plus. */
export function countInWords(covered: Covered | null, id: string): string {
  const count = covered?.counts.get(id);
  if (covered === null || count === undefined) return '?';
  return `${sayNumber(count)}${covered.isComplete ? '' : '+'}`;
}
