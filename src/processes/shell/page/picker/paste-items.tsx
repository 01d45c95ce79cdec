/** Pasting a copy: by a key, a click, or the menu of its row. */
import type { FragmentRow } from '../../../../contract/shell-page.ts';
import { say } from '../../../../domain/language/say.ts';
import type { MenuItem } from '../frame/menu.tsx';
import { ClipboardRegular, DocumentTextRegular } from '../icons/glyphs.ts';
import { sendCommand } from '../shell-client.ts';

/** Files are pasted as they are, unless their program offered a text of its own. Why a picture has no text is said once it is wanted. */
export function pick(row: FragmentRow | undefined, how: 'paste' | 'paste-plain' | 'copy'): void {
  if (row !== undefined)
    sendCommand({
      kind: 'pick',
      fragmentId: row.id,
      how: how === 'paste-plain' && row.kind === 'files' && !row.canCopyPlain ? 'paste' : how,
    });
}

export function pasteItems(row: FragmentRow): readonly MenuItem[] {
  const icon = <ClipboardRegular />;
  return [
    { label: say('Paste'), keys: 'Enter', icon, onChoose: () => pick(row, 'paste') },
    {
      label: say('Paste as plain text'),
      keys: 'Shift+Enter',
      icon: <DocumentTextRegular />,
      isDisabled: !row.canCopyPlain,
      onChoose: () => pick(row, 'paste-plain'),
    },
  ];
}
