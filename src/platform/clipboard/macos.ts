/** The clipboard of macOS. Not built yet: NSPasteboard tells only a change count, which has to be asked for. */
import { failed, type Outcome } from '../../base/outcome.ts';
import type { Clipboard } from './interface.ts';

export async function openMacosClipboard(): Promise<Outcome<Clipboard, 'unsupported'>> {
  return failed('unsupported', 'watching the clipboard of macOS is not built yet');
}
