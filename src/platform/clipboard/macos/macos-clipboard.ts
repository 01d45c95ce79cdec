/** The clipboard of macOS: its general pasteboard. */
import { type DetailedLog, noDetails } from '../../../base/log.ts';
import { done, type Outcome } from '../../../base/outcome.ts';
import type { Clipboard, OpenFailure } from '../interface.ts';
import { KeptClipboard, type KeptClipboardParts } from '../kept/kept-clipboard.ts';
import { ClipboardThread } from '../kept/thread-owner.ts';
import { clipboardLimits } from '../limits.ts';
import { offeredType, planTypes } from './formats.ts';

const systemThread = new URL('pasteboard-thread.ts', import.meta.url);

/** `denied`: the user does not let Hub read it (System Settings, since macOS 15.4); `unsupported`: AppKit is missing. `thread`: what serves the pasteboard. */
export async function openMacosClipboard(
  log: DetailedLog = noDetails,
  thread: URL = systemThread,
): Promise<Outcome<Clipboard, OpenFailure>> {
  const started = await ClipboardThread.start({ url: thread });
  if (!started.ok) return started;
  const formats: KeptClipboardParts['formats'] = {
    isReadable: (offered, isTextAlone) => planTypes(offered, clipboardLimits, isTextAlone).length > 0,
    offered: async (mediaType, content) => {
      const format = offeredType(mediaType);
      const bytes = format === null ? null : await content();
      return format === null || bytes === null ? [] : [{ format, bytes }];
    },
  };
  return done(new KeptClipboard({ thread: started.value, log, formats, session: async () => null }));
}
