import type { JSX } from 'react';
import type { FragmentRow } from '../../../../contract/shell-page.ts';
import { CopyRegular, FolderOpenRegular, OpenRegular, SaveRegular } from '../icons/glyphs.ts';
import { sendCommand } from '../shell-client.ts';

export interface FragmentAction {
  readonly kind: 'copy' | 'save' | 'open' | 'reveal';
  readonly label: string;
  /** In a menu, which has room for it. */
  readonly longLabel: string;
  readonly icon: JSX.Element;
  readonly isPossible: boolean;
  readonly act: () => void;
}

/** The direct actions of a fragment, in order. Deleting is confirmed by the menu's question. */
export function actionsOf({ id: fragmentId, canCopy, canSave, canOpen }: FragmentRow): readonly FragmentAction[] {
  const action = (
    kind: FragmentAction['kind'],
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
    action('save', 'Save', <SaveRegular />, canSave, 'Save to the WorkSpace'),
    action('open', 'Open', <OpenRegular />, canOpen),
    action('reveal', 'Show in folder', <FolderOpenRegular />, canOpen),
  ];
}

/** A snapshot may omit the id of a fragment: then it can't be deleted. */
export function canDelete({ id }: FragmentRow): boolean {
  return id !== '';
}
