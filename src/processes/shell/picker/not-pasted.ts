/** What a program can be given, and what the picker says where nothing was pasted: why, and what to do instead. Pure. */
import type { Fragment } from '../../../contract/source-snapshot.ts';
import { say } from '../../../domain/language/say.ts';
import type { ShellState } from '../../../domain/view/page-view.ts';
import type { PasteOutcome } from '../../../platform/keyboard/index.ts';

type Copy = Pick<Fragment, 'kind' | 'extracted'>;

/** It was to be pasted as plain text, and is not on the clipboard. */
export function whyNoPlainText({ kind, extracted = [] }: Copy): string {
  if (kind !== 'image') return say('Nothing was pasted, because this copy has no text. Enter pastes it as it is');
  switch (extracted[0]?.state) {
    case 'empty':
      return say('Nothing was pasted, because there is no text in this picture. Enter pastes the picture');
    case 'secret':
      return say('Nothing was pasted, because the text in this picture looks like a secret and is not kept. Enter pastes the picture');
    case 'failed':
      return say('Nothing was pasted, because the text in this picture could not be read. Enter pastes the picture');
    default:
      return say('Nothing was pasted, because the text in this picture has not been read yet. Enter pastes the picture');
  }
}

/** It is on the clipboard, and the program pastes only text. */
export function whyNotSelected({ extracted = [] }: Copy): string {
  if (extracted[0]?.state === 'read' && extracted[0].text !== undefined)
    return say('It is on the clipboard. This program pastes only text: Shift+Enter pastes the text that was read in this copy');
  return say('It is on the clipboard. This program pastes only text, and this copy has none');
}

export const whyNotPasted: Readonly<Record<Exclude<PasteOutcome, 'pasted'>, () => string>> = {
  gone: () => say('It is on the clipboard. The window that you came from has closed, so nothing was pasted'),
  'not-active': () => say('It is on the clipboard. Another window came to the front, so nothing was pasted'),
  left: () => say('It is on the clipboard. Another window came to the front, so nothing was pasted'),
  'no-such-key': () => say('It is on the clipboard. This keyboard layout has no key to paste it with'),
  denied: () =>
    say('It is on the clipboard. macOS does not allow Hub to press keys; allow it in System Settings, Privacy & Security, Accessibility'),
  unavailable: () => say('It is on the clipboard. It could not be pasted: the display did not answer'),
};

/**
 * Files or HTML that are on the clipboard without a text, which Hub offers too: an editor would paste nothing. Another window of the same program
 * (`className`) gets them from itself: a file manager may have cut them.
 */
export function lacksText(snapshot: ShellState['snapshot'], fragmentId: string, className: string): boolean {
  const name = className.toLowerCase();
  // Neither may be known, which does not make them one.
  const isOwn = name !== '' && snapshot?.appName.toLowerCase() === name;
  const present = snapshot?.fragments.find(({ id }) => id === fragmentId);
  return (
    present !== undefined && (present.kind === 'files' || present.kind === 'text') && !present.mediaTypes.includes('text/plain') && !isOwn
  );
}
