/** Programs in the history that come near to a name that none of them has. */
import { existsSync } from 'node:fs';
import { nearestWord } from '../../domain/language/nearest-word.ts';
import { foldedText } from '../../domain/search/folding.ts';
import { openJournalReader } from '../../journal/journal.ts';
import { shownNames } from '../../journal/program-names.ts';
import { recentApps } from '../../journal/search/present-values.ts';
import { isJournalUnavailable } from '../../journal/writing/write-failure.ts';
import type { Places } from '../../platform/locations.ts';
import { whyUnusable } from '../history/journal-access.ts';

const mostNamed = 5;

/** As they are recorded: those with a word of `name` or a name near to it; where none is, the ones of the latest copies. */
export function nearPrograms(places: Places, name: string): readonly string[] {
  if (!existsSync(places.journal)) return [];
  try {
    using journal = openJournalReader({ file: places.journal, blobs: places.blobs }, () => {});
    const names = shownNames(journal);
    const wanted = foldedText(name);
    const words = wanted.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length > 2);
    const apps = recentApps(journal);
    const near = apps.filter((app) => {
      const folded = foldedText(app);
      const called = [folded, ...names.of(folded).split('\n')];
      return words.some((word) => called.some((each) => each.includes(word))) || nearestWord(wanted, called) !== null;
    });
    return (near.length > 0 ? near : apps).slice(0, mostNamed);
  } catch (error) {
    if (whyUnusable(error) === null && !isJournalUnavailable(error)) throw error;
    return [];
  }
}
