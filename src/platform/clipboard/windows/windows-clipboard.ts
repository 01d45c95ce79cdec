/** The clipboard of Windows. Its thread waits for messages, so nothing is polled. */
import { type DetailedLog, noDetails } from '../../../base/log.ts';
import { done, failed, type Outcome } from '../../../base/outcome.ts';
import { logonSession } from '../../windows/logon-session.ts';
import { nativeLibrary } from '../../windows/native.ts';
import { ordersMessage } from '../../windows/orders-message.ts';
import type { Clipboard, OpenFailure } from '../interface.ts';
import { KeptClipboard, type OfferedFormat } from '../kept/kept-clipboard.ts';
import { ClipboardThread } from '../kept/thread-owner.ts';
import { clipboardLimits } from '../limits.ts';
import { writeBitmapAsPng } from './bitmap-to-png.ts';
import { bytesOf } from './contents.ts';
import { offeredFormat, planFormats } from './formats.ts';
import { bitmapOfPng } from './png-to-bitmap.ts';

/** Of a picture, for programs that do not know PNG. */
const bitmapFormat = 'CF_DIBV5';

/** `no-display`: there is no clipboard in this session, as that of a service, and there may be one later; `unsupported`: koffi does not know this processor. */
export async function openWindowsClipboard(log: DetailedLog = noDetails): Promise<Outcome<Clipboard, OpenFailure>> {
  try {
    nativeLibrary('user32');
  } catch {
    return failed('unsupported');
  }
  const started = await ClipboardThread.start({
    url: new URL('clipboard-thread.ts', import.meta.url),
    rouse: (window) => void nativeLibrary('user32').PostMessageW(window, ordersMessage, 0, 0),
  });
  if (!started.ok) return started;
  const formats = {
    isReadable: (offered: readonly string[], isTextAlone: boolean) => planFormats(offered, clipboardLimits, isTextAlone).length > 0,
    writeBitmap: writeBitmapAsPng,
    offered,
  };
  return done(new KeptClipboard({ thread: started.value, log, formats, session: async () => logonSession() }));
}

async function offered(mediaType: string, content: () => Promise<Buffer | null>): Promise<readonly OfferedFormat[]> {
  const as = offeredFormat(mediaType);
  if (as === null || as.form === 'bitmap') return [];
  const whole = await content();
  const bytes = whole === null ? null : bytesOf(as.form, whole);
  if (bytes === null) return [];
  const bitmap = as.form === 'png' ? await bitmapOfPng(bytes) : null;
  return [{ format: as.format, bytes }, ...(bitmap === null ? [] : [{ format: bitmapFormat, bytes: bitmap }])];
}
