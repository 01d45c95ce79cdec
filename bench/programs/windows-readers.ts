/** Readers of the clipboard of Windows that Hub is compared with: as short as such a program can be, each with the calls that its kind makes. */
import { nativeLibrary, type WindowHandle } from '../../src/platform/windows/native.ts';

const unicodeText = 13;
/** Asks this often. */
export const pollsEveryMs = 100;

/** The text there; null without one, undefined while another program has the clipboard open. */
export function readText(window: WindowHandle): string | null | undefined {
  const [user32, kernel32] = [nativeLibrary('user32'), nativeLibrary('kernel32')];
  if (!user32.OpenClipboard(window)) return undefined;
  try {
    const memory = user32.GetClipboardData(unicodeText);
    const from = memory === null ? null : kernel32.GlobalLock(memory);
    if (memory === null || from === null) return null;
    const bytes = Buffer.alloc(Number(kernel32.GlobalSize(memory)));
    kernel32.RtlMoveMemory(bytes, from, bytes.length);
    kernel32.GlobalUnlock(memory);
    return bytes.toString('utf16le').split('\0')[0] ?? '';
  } finally {
    user32.CloseClipboard();
  }
}

/** Asks for the number of the clipboard's changes, and reads if it is another one. What is held open is read the next time. */
export function pollClipboard(heard: (text: string) => void): void {
  const user32 = nativeLibrary('user32');
  let read = user32.GetClipboardSequenceNumber();
  setInterval(() => {
    const now = user32.GetClipboardSequenceNumber();
    if (now === read) return;
    const text = readText(0);
    if (text === undefined) return;
    read = now;
    if (text !== null) heard(text);
  }, pollsEveryMs);
}
