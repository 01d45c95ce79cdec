/** The clipboard of Windows. Not built yet: it needs `AddClipboardFormatListener` and a window that receives WM_CLIPBOARDUPDATE. */
import { failed, type Outcome } from '../../base/outcome.ts';
import type { Clipboard } from './interface.ts';

export async function openWindowsClipboard(): Promise<Outcome<Clipboard, 'unsupported'>> {
  return failed('unsupported', 'Hub cannot watch the clipboard on Windows yet');
}
