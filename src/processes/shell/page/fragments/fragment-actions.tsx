import type { JSX } from 'react';
import type { FragmentRow } from '../../../../contract/shell-page.ts';
import {
  CopyRegular,
  DocumentTextRegular,
  FolderOpenRegular,
  OpenRegular,
  PinOffRegular,
  PinRegular,
  SaveRegular,
} from '../icons/glyphs.ts';
import { sendCommand } from '../shell-client.ts';

export interface FragmentAction {
  readonly kind: 'copy' | 'copy-plain' | 'save' | 'open' | 'reveal' | 'pin';
  readonly label: string;
  /** In a menu, which has room for it. */
  readonly longLabel: string;
  readonly icon: JSX.Element;
  readonly isPossible: boolean;
  readonly act: () => void;
}

/** The direct actions of a fragment, in order. Deleting is confirmed by the menu's question. */
export function actionsOf(fragment: FragmentRow): readonly FragmentAction[] {
  const { id: fragmentId, canCopy, canCopyPlain, canSave, canOpen, canAnnotate, isPinned } = fragment;
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
  return [
    action('copy', 'Copy', <CopyRegular />, canCopy),
    action('copy-plain', 'Copy as text', <DocumentTextRegular />, canCopyPlain, 'Copy as plain text'),
    action('save', 'Save', <SaveRegular />, canSave, 'Save to the WorkSpace'),
    action('open', 'Open', <OpenRegular />, canOpen),
    action('reveal', 'Show in folder', <FolderOpenRegular />, canOpen),
    {
      kind: 'pin',
      label: isPinned ? 'Unpin' : 'Pin',
      longLabel: isPinned ? 'Unpin' : 'Pin',
      icon: isPinned ? <PinOffRegular /> : <PinRegular />,
      isPossible: canAnnotate,
      act: () => togglePin(fragment),
    },
  ];
}

export function togglePin({ id, isPinned, canAnnotate }: FragmentRow): void {
  if (canAnnotate) sendCommand({ kind: 'annotate', fragmentId: id, change: { pinned: !isPinned } });
}

/** A snapshot may omit the id of a fragment: then it can't be deleted. */
export function canDelete({ id }: FragmentRow): boolean {
  return id !== '';
}
