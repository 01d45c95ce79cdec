/** A thread of `windows-watching-program.ts`: it waits for each change of the clipboard, and reads what is there then, tried a few times while it is held open. */
import { parentPort } from 'node:worker_threads';
import { machineClockMs } from '../../src/base/machine-clock.ts';
import { nativeLibrary } from '../../src/platform/windows/native.ts';
import { readText } from './windows-readers.ts';

/** WM_CLIPBOARDUPDATE; HWND_MESSAGE. MSG has 48 bytes, the number of its message behind the window's handle. */
const [updateMessage, messagesOnly, messageBytes, numberAt] = [0x031d, -3, 48, 8];
const tries = 20;

const user32 = nativeLibrary('user32');
const { Sleep } = nativeLibrary('kernel32');
const window = user32.CreateWindowExW(0, 'STATIC', 'a reader', 0, 0, 0, 0, 0, messagesOnly, null, null, null);
if (!user32.AddClipboardFormatListener(window)) throw new Error('there is no clipboard');
parentPort?.postMessage(null);
const message = Buffer.alloc(messageBytes);
while (user32.GetMessageW(message, 0, 0, 0) > 0) {
  if (message.readUInt32LE(numberAt) !== updateMessage) continue;
  let text = readText(window);
  for (let time = 1; text === undefined && time < tries; time += 1) {
    Sleep(1);
    text = readText(window);
  }
  if (typeof text === 'string') parentPort?.postMessage({ text, atMs: machineClockMs() });
}
