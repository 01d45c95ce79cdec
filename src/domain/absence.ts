/** Why there is nothing to show of what is on the clipboard, in a sentence: true, and without a word of what was copied. */
import { absence, type SnapshotAbsence } from '../contract/source-snapshot.ts';
import type { HubWindowSnapshot } from '../contract/window.ts';

const sentences: Readonly<Record<SnapshotAbsence, string>> = {
  cleared: 'Nothing is on the clipboard now',
  concealed: 'The clipboard holds something that Hub does not keep: its program marks it as secret',
  excluded: 'The clipboard holds something that Hub does not keep: your rules exclude where it was copied',
  'owner-unknown':
    'The clipboard holds something that Hub does not keep: it could not tell which program copied it, and your rules exclude some',
  'filter-unknown': 'content-filter.json is not valid, so nothing is captured: what is on the clipboard was not looked at',
  filtered: 'The clipboard holds something that Hub does not keep: your rules exclude what it is',
  unreadable: 'The clipboard holds something that Hub could not read',
  paused: 'What was copied while capture was paused was not looked at',
  unwatched: 'What was copied while nobody watched the clipboard was not looked at',
  address: 'The address of a copy is on the clipboard: it was copied in Hub',
  deleted: 'What was copied last was deleted from the history',
  unjudged: 'The last copy is just being looked at',
};

/** `isWatched`: somebody looks at the clipboard now. */
export function shownAbsence(snapshot: HubWindowSnapshot | null, isWatched: boolean): string {
  const word = wordIn(snapshot);
  // That is also why nobody watches.
  if (!isWatched && word !== 'filter-unknown') return 'What is on the clipboard now was not looked at';
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
