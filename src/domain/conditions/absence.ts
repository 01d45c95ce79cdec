/** Why the window shows nothing from the clipboard, in a sentence: true, and without revealing the content. */
import type { CaptureView } from '../../contract/page-rows/capture-view.ts';
import { absence, type SnapshotAbsence } from '../../contract/source-snapshot.ts';
import type { HubWindowSnapshot } from '../../contract/window-snapshot.ts';
import { say } from '../language/say.ts';
import { isWatched } from './capture-condition.ts';
import { isKeepable } from './keepable.ts';

const sentences: Readonly<Record<SnapshotAbsence, () => string>> = {
  cleared: () => say('Nothing is on the clipboard now'),
  concealed: () => say('Not read: the program marked it as secret'),
  excluded: () => say('Not read: your rules exclude its program'),
  'excluded-window': () => say('Not read: your rules exclude its window'),
  'owner-unknown': () => say('Not kept: Hub could not tell which program made this copy, and your rules exclude some programs'),
  'filter-unknown': () => say('content-filter.json is not valid, so nothing is captured: what is on the clipboard was not read'),
  filtered: () => say('Hub does not keep what is on the clipboard: your rules exclude its folder or extension'),
  secret: () => say('Hub does not keep what is on the clipboard: it looks like a secret'),
  'being-read': () => say('What is on the clipboard now is not read yet: its program is slow to hand it over'),
  unreadable: () => say('What is on the clipboard could not be read'),
  paused: () => say('This was copied while capture was paused, so Hub did not read it'),
  ignored: () => say('You wanted this copy to be ignored, and it was not read'),
  unwatched: () => say('What is on the clipboard was copied while Hub was not watching, and was not read'),
  address: () => say('You copied this address from Hub'),
  texts: () => say('The clipboard holds text copied from Hub'),
  deleted: () => say('The last copy was deleted from the history'),
  unjudged: () => say('The last copy is still being checked'),
};

/** `capture`: whether Hub watches the clipboard now, and shows its content. `address`: the one that the user copied in this window; empty without one. */
export function shownAbsence(snapshot: HubWindowSnapshot | null, capture: CaptureView['state'], address = ''): string {
  const word = wordIn(snapshot);
  if (capture === 'waiting') return say('The last copy may not be shown yet: it waits for the journal');
  // This is also why Hub is not watching.
  if (!isWatched({ state: capture }) && word !== 'filter-unknown') return say('The current clipboard content is not shown');
  if (word === 'address' && address !== '') return say('You copied this address from Hub: {address}', { address });
  return sentences[word ?? 'cleared']();
}

/** Whether the user can have it kept all the same, while Hub watches. */
export function canBeKept(snapshot: HubWindowSnapshot | null, capture: CaptureView['state']): boolean {
  return isWatched({ state: capture }) && isKeepable(wordIn(snapshot));
}

/** What is on the clipboard is an address that somebody copied from Hub. */
export function isAddress(snapshot: HubWindowSnapshot | null): boolean {
  return wordIn(snapshot) === 'address';
}

/** Nothing is known to be on the clipboard, so there is nothing to explain. */
export function isUntold(snapshot: HubWindowSnapshot | null): boolean {
  const word = wordIn(snapshot);
  return word === null || word === 'cleared';
}

/** For a command about what is on the clipboard, where no copy of it is shown: why not. Null if nothing is known to be there. `isPaused`: also in private mode, where there is no snapshot. */
export function whyAbsent(snapshot: HubWindowSnapshot | null, isPaused: boolean): string | null {
  const word = wordIn(snapshot);
  if (word !== null && word !== 'cleared') return sentences[word]();
  return isPaused ? say('The current clipboard content is not shown') : null;
}

/** The snapshot may come from another version, without this field or with an unknown word. */
function wordIn(snapshot: HubWindowSnapshot | null): SnapshotAbsence | null {
  return absence.safeParse(snapshot?.raw.absence).data ?? null;
}
