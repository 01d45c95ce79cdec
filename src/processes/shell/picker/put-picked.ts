/** Puts what is picked on the clipboard, before it is pasted. What fails is said in the picker, which stays. */
import type { Bridge } from '../../../client/bridge.ts';
import type { PageCommand } from '../../../contract/shell-page.ts';
import { say } from '../../../domain/language/say.ts';
import { leftOutInWords, whyNot } from '../several-deeds.ts';
import type { Shell } from '../shell.ts';
import { lacksText, whyNoPlainText, whyNotSelected } from './not-pasted.ts';

interface PutParts {
  readonly bridge: Pick<Bridge, 'copy' | 'copyTexts' | 'fragment'>;
  readonly shell: Pick<Shell, 'notify' | 'state'>;
}

export interface PutHow {
  readonly how: Extract<PageCommand, { readonly kind: 'pick' }>['how'];
  /** The program pastes what is selected. */
  readonly isSelection: boolean;
  /** Of the window that it is pasted into; empty if unknown. */
  readonly className: string;
}

/** True if it is there, and can be pasted. */
export async function putOne({ bridge, shell }: PutParts, fragmentId: string, { how, isSelection, className }: PutHow): Promise<boolean> {
  const plain = how === 'paste-plain';
  // What its own program offers is pasted from there: it may have more than Hub keeps.
  const unlessPresent = !lacksText(shell.state.snapshot, fragmentId, className);
  const copied = await bridge.copy(fragmentId, isSelection ? { plain, selected: true } : { plain, unlessPresent });
  if (copied.ok) return true;
  const hasNoText = (isSelection || plain) && copied.reason === 'refused' && copied.word === 'not_found';
  if (!hasNoText || !(await saidWithoutText({ bridge, shell }, fragmentId, isSelection)))
    shell.notify(
      'error',
      isSelection
        ? say('It could not be pasted: {why}', { why: whyNot(copied) })
        : say('It could not be put on the clipboard: there is no clipboard, or the copy was deleted'),
    );
  return false;
}

/** False for a copy that is not there any more. One that can't be selected in a terminal is on the clipboard all the same. */
async function saidWithoutText({ bridge, shell }: PutParts, fragmentId: string, isSelection: boolean): Promise<boolean> {
  const found = await bridge.fragment(fragmentId);
  if (!found.ok || (isSelection && !(await bridge.copy(fragmentId)).ok)) return false;
  shell.notify('warning', () => (isSelection ? whyNotSelected(found.value) : whyNoPlainText(found.value)));
  return true;
}

/** Several as one, in this order. It is no copy of its own: the history has them already. True if it is there. */
export async function putSeveral(
  { bridge, shell }: PutParts,
  fragmentIds: readonly string[],
  { how, isSelection }: PutHow,
): Promise<boolean> {
  const copied = await bridge.copyTexts(fragmentIds, {
    ...(how === 'paste-plain' && { plain: true }),
    ...(isSelection && { selected: true }),
  });
  if (!copied.ok) {
    const why = whyNot(copied);
    // They may be on the clipboard, and not be what a middle click pastes.
    shell.notify('error', isSelection ? say('They could not be pasted: {why}', { why }) : say('Nothing was copied: {why}', { why }));
    return false;
  }
  const left = copied.value.leftOut.length;
  if (left > 0) shell.notify('info', leftOutInWords(left));
  return true;
}
