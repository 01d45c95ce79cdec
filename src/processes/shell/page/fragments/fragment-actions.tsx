import type { JSX } from 'react';
import type { FragmentRow } from '../../../../contract/shell-page.ts';
import { say } from '../../../../domain/language/say.ts';
import {
  CheckmarkRegular,
  CopyRegular,
  DocumentTextRegular,
  FolderOpenRegular,
  OpenRegular,
  PinOffRegular,
  PinRegular,
  SaveRegular,
} from '../icons/glyphs.ts';
import { tellGone } from '../rows/gone-rows.ts';
import { sendCommand } from '../shell-client.ts';

export interface FragmentAction {
  readonly kind: 'copy' | 'copy-plain' | 'save' | 'open' | 'reveal' | 'keep' | 'pin';
  readonly label: string;
  /** In a menu, which has room for it. */
  readonly longLabel: string;
  readonly icon: JSX.Element;
  readonly isPossible: boolean;
  readonly act: () => void;
}

const whatOpens: Readonly<Record<NonNullable<FragmentRow['names']>, () => string>> = {
  link: () => say('Open in the browser'),
  mail: () => say('Write an email'),
  path: () => say('Open the file or folder'),
};

/** The actions of a fragment that change it or use it, in order. */
export function actionsOf(fragment: FragmentRow): readonly FragmentAction[] {
  const { id: fragmentId, canCopy, canCopyPlain, canSave, canOpen, canKeep, canAnnotate, isPinned, names } = fragment;
  const action = (
    kind: Exclude<FragmentAction['kind'], 'pin'>,
    label: string,
    icon: JSX.Element,
    isPossible: boolean,
    longLabel = label,
  ): FragmentAction => ({
    ...{ kind, label, longLabel, icon, isPossible },
    act: () => sendCommand({ kind, fragmentId }),
  });
  const pin = isPinned ? say('Unpin') : say('Pin');
  return [
    action('copy', say('Copy'), <CopyRegular />, canCopy),
    action('copy-plain', say('Copy as plain text'), <DocumentTextRegular />, canCopyPlain),
    action('save', say('Save'), <SaveRegular />, canSave, say('Save to the WorkSpace')),
    action('open', say('Open'), <OpenRegular />, canOpen || names !== null, names === null ? say('Open') : whatOpens[names]()),
    action('reveal', say('Show in folder'), <FolderOpenRegular />, canOpen),
    ...(canKeep ? [action('keep', say('Keep it anyway'), <CheckmarkRegular />, true)] : []),
    {
      kind: 'pin',
      label: pin,
      longLabel: pin,
      icon: isPinned ? <PinOffRegular /> : <PinRegular />,
      isPossible: canAnnotate,
      act: () => togglePin(fragment),
    },
  ];
}

export function togglePin({ id, isPinned, canAnnotate }: FragmentRow): void {
  if (canAnnotate) sendCommand({ kind: 'annotate', fragmentId: id, change: { pinned: !isPinned } });
}

/** What it names, or its file. Where there is neither, the shell says so. */
export function openFragment({ id: fragmentId }: FragmentRow): void {
  if (fragmentId !== '') sendCommand({ kind: 'open', fragmentId });
}

/** By the letter that does it on a row, with Ctrl. */
export const rowDeeds: Readonly<Record<string, (fragment: FragmentRow) => void>> = { p: togglePin, o: openFragment };

/** The notice about it offers to undo it. */
export function deleteFragment(fragment: FragmentRow): void {
  if (canDelete(fragment)) sendCommand({ kind: 'delete', fragmentId: fragment.id });
}

/** The same, and its row goes at once: the next key is for the next row. */
export function deleteByKey(fragment: FragmentRow): void {
  if (!canDelete(fragment)) return;
  deleteFragment(fragment);
  tellGone([fragment.id]);
}

/** A snapshot may omit the id of a fragment: then it can't be deleted. */
export function canDelete({ id }: FragmentRow): boolean {
  return id !== '';
}
