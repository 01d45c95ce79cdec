/** Ids of copies as words of a command, and what is said about wrong ones. */
import type { JournalFragment } from '../../contract/journal.ts';
import { say } from '../../domain/language/say.ts';
import { currentNumber } from '../../journal/fragments/earlier-copies.ts';
import { readFragment } from '../../journal/fragments/fragments.ts';
import type { JournalReader } from '../../journal/journal.ts';
import { type ExitStatus, failedBecause, type Surface } from '../surface.ts';

export function isNumber(id: string): boolean {
  return /^[1-9]\d{0,14}$/.test(id);
}

/** The copy with this id, or the one that it is a part of by now; null if there is none. */
export function fragmentNamed(journal: JournalReader, id: string): JournalFragment | null {
  return isNumber(id) ? readFragment(journal, currentNumber(journal, Number(id))) : null;
}

export function notANumber(surface: Surface): ExitStatus {
  return failedBecause(surface, say('the ID of a copy is a number; run "hub history" to see the IDs'), 'bad_request');
}

/** There is such a copy, but not what was asked of it. `detail`: the bridge's sentence. */
export function notThere(surface: Surface, id: string, detail: string): ExitStatus {
  const sentence = detail.replace(/^This (?:copy|fragment) /, `copy ${id} `).replace(/\.$/, '');
  const mend = sentence.startsWith(`copy ${id} was not kept`) ? say('; to keep it anyway: hub keep {id}', { id }) : '';
  return failedBecause(surface, `${sentence}${mend}`, 'not_found');
}

const mostNamed = 20;

/** None of these copies exists, or some of those that were named do not. */
export function noSuchFragments(surface: Surface, ids: readonly string[]): ExitStatus {
  const [id = '', ...more] = ids;
  if (more.length === 0) return noSuchFragment(surface, id);
  const named = `${ids.slice(0, mostNamed).join(', ')}${ids.length > mostNamed ? ', …' : ''}`;
  return failedBecause(surface, say('there are no copies {ids}; run "hub history" to see the IDs', { ids: named }), 'not_found');
}

export function noSuchFragment(surface: Surface, id: string): ExitStatus {
  return failedBecause(surface, say('there is no copy {id}; run "hub history" to see the IDs', { id }), 'not_found');
}
