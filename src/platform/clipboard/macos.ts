/** The clipboard of macOS. Not built yet: NSPasteboard has only a change count, which has to be polled. */
import { failed, type Outcome } from '../../base/outcome.ts';
import type { Clipboard } from './interface.ts';

export async function openMacosClipboard(): Promise<Outcome<Clipboard, 'unsupported'>> {
  return failed('unsupported', 'Hub cannot watch the clipboard on macOS yet');
}
