/** Pasting a copy: by a key, a click, or the menu of its row. */
import { pastesKind } from '../../../../contract/fragment-words.ts';
import type { PickerView } from '../../../../contract/page-rows/picker.ts';
import type { FragmentRow } from '../../../../contract/shell-page.ts';
import { say } from '../../../../domain/language/say.ts';
import type { MenuItem } from '../frame/menu.tsx';
import { ClipboardRegular, DocumentTextRegular } from '../icons/glyphs.ts';
import { sendCommand } from '../shell-client.ts';

export type How = 'paste' | 'paste-plain' | 'copy';

/**
 * `only`: all that the program below pastes; a copy that it does not paste is only put on the clipboard. Files are pasted as they are, unless their program
 * offered a text of its own. Why a picture has no text is said once it is wanted.
 */
export function pick(row: FragmentRow | undefined, how: How, only: PickerView['only']): void {
  if (row === undefined) return;
  const isAsItIs = how === 'paste' || (how === 'paste-plain' && row.kind === 'files' && !row.canCopyPlain);
  const isRefused = isAsItIs ? !pastesKind(only, row.kind) : only === 'files';
  sendCommand({ kind: 'pick', fragmentId: row.id, how: isRefused ? 'copy' : isAsItIs ? 'paste' : how });
}

export function pasteItems(row: FragmentRow, only: PickerView['only']): readonly MenuItem[] {
  const icon = <ClipboardRegular />;
  return [
    { label: say('Paste'), keys: 'Enter', icon, isDisabled: !pastesKind(only, row.kind), onChoose: () => pick(row, 'paste', only) },
    {
      label: say('Paste as plain text'),
      keys: 'Shift+Enter',
      icon: <DocumentTextRegular />,
      isDisabled: !row.canCopyPlain || only === 'files',
      onChoose: () => pick(row, 'paste-plain', only),
    },
  ];
}
