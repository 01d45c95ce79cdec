/** Answers of the bridge that say why a fragment, or what is in it, is not to be had. */

import type { NotOffered } from '../../contract/components.ts';
import type { JournalFragment } from '../../contract/journal.ts';
import { wasNotKept } from '../../domain/capture/why-not-kept.ts';
import { told } from '../../domain/language/say.ts';
import type { Answer } from '../../http/answer.ts';
import { isHeldBack } from '../../journal/fragments/fragment-view.ts';

export const notFound: Answer = { kind: 'problem', reason: 'not-found' };
export const notWritten: Answer = { kind: 'problem', reason: 'unavailable', detail: told('Hub cannot write to its journal now.') };

/** The fragment exists, and the file of its content is missing or damaged. */
export const contentMissing: Answer = {
  kind: 'problem',
  reason: 'not-found',
  detail: told('The content of this fragment is missing: its file in the data folder of Hub is gone or damaged.'),
};

const noClipboard = told('There is no clipboard available to copy it to.');

/** Why what is asked for is not on the clipboard as it was wanted: of one copy. */
export function notOnClipboard(because: NotOffered | false): Answer {
  if (because === 'content-missing') return contentMissing;
  const detail =
    because === 'elsewhere'
      ? told('Something else was put on the clipboard meanwhile.')
      : because === 'not-selected'
        ? told('It is on the clipboard, and this desktop did not make it what a middle click pastes.')
        : noClipboard;
  return { kind: 'problem', reason: 'unavailable', detail };
}

const notYet = told('Hub has not examined it yet, and the content filter may exclude it.');
const notUnderRules = told('Its type could not be determined, and a rule of the content filter may exclude it.');

/** A filtered fragment has no content any more; one that is not judged yet may become available. */
export function withheld(fragment: JournalFragment | null): Answer | null {
  if (fragment === null) return notFound;
  if (fragment.state === 'filtered')
    return { kind: 'problem', reason: 'not-found', detail: told('This copy {why}.', { why: wasNotKept(fragment.reason) }) };
  if (!isHeldBack(fragment)) return null;
  return { kind: 'problem', reason: 'unavailable', detail: fragment.reason === null ? notYet : notUnderRules };
}
