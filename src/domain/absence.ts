/** Why there is nothing to show of what is on the clipboard, in a sentence: true, and without a word of what was copied. */
import type { PageView } from '../contract/shell-page.ts';
import { absence, type SnapshotAbsence } from '../contract/source-snapshot.ts';
import type { HubWindowSnapshot } from '../contract/window.ts';
import { isWatched } from './capture-condition.ts';

const sentences: Readonly<Record<SnapshotAbsence, string>> = {
  cleared: 'Nothing is on the clipboard now',
  concealed: 'Hub does not keep what is on the clipboard: its program marks it as secret',
  excluded: 'Hub does not keep what is on the clipboard: your rules exclude where it was copied',
  'owner-unknown':
    'Hub does not keep what is on the clipboard: your rules exclude some programs, and which one copied it could not be determined',
  'filter-unknown': 'content-filter.json is not valid, so nothing is captured: what is on the clipboard was not read',
  filtered: 'Hub does not keep what is on the clipboard: your rules exclude what it is',
  unreadable: 'What is on the clipboard could not be read',
  paused: 'What is on the clipboard was copied while capture was paused, and was not read',
  unwatched: 'What is on the clipboard was copied while Hub was not watching, and was not read',
  address: 'The address of a copy is on the clipboard: it was copied in Hub',
  deleted: 'The last copy was deleted from the history',
  unjudged: 'The last copy is still being checked',
};

/** `capture`: whether somebody looks at the clipboard now, and what is seen there is shown. */
export function shownAbsence(snapshot: HubWindowSnapshot | null, capture: PageView['capture']['state']): string {
  const word = wordIn(snapshot);
  if (capture === 'waiting') return 'What was copied last may not be shown yet: it waits for the journal';
  // That is also why nobody watches.
  if (!isWatched({ state: capture }) && word !== 'filter-unknown') return 'What is on the clipboard now was not read';
  return sentences[word ?? 'cleared'];
}

/** Nothing is known of anything on the clipboard, so that there is nothing to explain. */
export function isUntold(snapshot: HubWindowSnapshot | null): boolean {
  const word = wordIn(snapshot);
  return word === null || word === 'cleared';
}

/** The snapshot may be another version's, which says nothing of it, or a word that this one does not know. */
function wordIn(snapshot: HubWindowSnapshot | null): SnapshotAbsence | null {
  return absence.safeParse(snapshot?.raw.absence).data ?? null;
}
