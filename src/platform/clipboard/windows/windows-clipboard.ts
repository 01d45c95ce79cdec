/**
 * The clipboard of Windows: a thread waits for its changes, reads it and writes it. Windows keeps what was copied, so a copy outlives its program, and what
 * Hub offers is handed over at once, in all its formats.
 */
import { readFile } from 'node:fs/promises';
import { tooLate, within } from '../../../base/deadline.ts';
import { type DetailedLog, noDetails } from '../../../base/log.ts';
import { done, failed, type Outcome } from '../../../base/outcome.ts';
import { logonSession } from '../../windows/logon-session.ts';
import type { Clipboard, ClipboardWatch, ClipboardWatchOptions, OfferedRepresentation, OfferFailure } from '../interface.ts';
import { bytesOf } from './contents.ts';
import { offeredFormat } from './formats.ts';
import { bitmapOfPng } from './png-to-bitmap.ts';
import { ClipboardThread } from './thread-owner.ts';
import { WindowsWatch } from './windows-watch.ts';

interface OfferedFormat {
  readonly format: string;
  readonly bytes: Uint8Array;
}

/** Of a picture, for programs that do not know PNG. */
const bitmapFormat = 'CF_DIBV5';
/** More than the thread tries to open the clipboard for. */
const offersWithinMs = 10_000;

/** `no-display`: there is no clipboard in this session, and there may be one later. */
export async function openWindowsClipboard(log: DetailedLog = noDetails): Promise<Outcome<Clipboard, 'no-display' | 'unsupported'>> {
  const started = await ClipboardThread.start(log);
  return started.ok ? done(new WindowsClipboard(started.value, log)) : started;
}

class WindowsClipboard implements Clipboard {
  readonly #thread: ClipboardThread;
  readonly #log: DetailedLog;
  #watch: Pick<WindowsWatch<string>, 'stop' | 'isStopped'> | null = null;
  #closed = false;

  constructor(thread: ClipboardThread, log: DetailedLog) {
    this.#thread = thread;
    this.#log = log;
  }

  watch<Refusal extends string>(options: ClipboardWatchOptions<Refusal>): ClipboardWatch {
    this.#watch?.stop();
    const watch = new WindowsWatch<Refusal>({ thread: this.#thread, options, log: this.#log });
    this.#watch = watch;
    this.#thread.listen(
      (change) => watch.changed(change),
      (code) => options.onFault(new Error(code)),
    );
    void this.#thread.ended.then(() => {
      if (!watch.isStopped && !this.#closed) options.onLost('display-gone');
    });
    watch.start();
    return watch;
  }

  /** There is no such thing on Windows. */
  watchSelected(): ClipboardWatch {
    return { readAgain: async () => null, stop: () => {} };
  }

  offer(representations: readonly OfferedRepresentation[]): Promise<Outcome<void, OfferFailure>> {
    return this.#offer(representations, 'anything');
  }

  async offerSelected(): Promise<Outcome<void, OfferFailure>> {
    return failed('not-owner');
  }

  takeOver(representations: readonly OfferedRepresentation[], isWanted: () => boolean): Promise<Outcome<void, OfferFailure>> {
    return this.#offer(representations, 'nothing', isWanted);
  }

  async session(): Promise<string | null> {
    return logonSession();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#watch?.stop();
    await this.#thread.end();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #offer(
    representations: readonly OfferedRepresentation[],
    over: 'anything' | 'nothing',
    isWanted: () => boolean = () => true,
  ): Promise<Outcome<void, OfferFailure>> {
    const formats = await formatsOf(representations);
    if (formats.length === 0 || !isWanted()) return failed('not-owner');
    const moved = formats.map(({ bytes }) => bytes.buffer as ArrayBuffer);
    const answer = await within(offersWithinMs, this.#thread.ask({ do: 'offer', formats, over }, moved));
    const outcome = answer === tooLate || answer === null ? null : answer.outcome;
    this.#log.debug('windows offered', { formats: formats.length, outcome });
    if (outcome === null) return failed('display-gone');
    return outcome === 'done' ? done(undefined) : failed('not-owner');
  }
}

/** Each format once; the first representation of a type wins. What can't be read, or has no form on Windows, is left out. */
async function formatsOf(representations: readonly OfferedRepresentation[]): Promise<readonly OfferedFormat[]> {
  const formats = new Map<string, OfferedFormat>();
  for (const { mediaType, content } of representations) {
    const as = offeredFormat(mediaType);
    if (as === null || as.form === 'bitmap' || formats.has(as.format)) continue;
    const whole = 'inline' in content ? content.inline : await tryReadWhole(content.file, content.bytes);
    const bytes = whole === null ? null : bytesOf(as.form, whole);
    // A copy of it: what is given to the thread is gone here, and the journal's own must not be.
    if (bytes === null) continue;
    formats.set(as.format, { format: as.format, bytes: new Uint8Array(bytes) });
    const bitmap = as.form === 'png' ? await bitmapOfPng(bytes) : null;
    if (bitmap !== null) formats.set(bitmapFormat, { format: bitmapFormat, bytes: bitmap });
  }
  return [...formats.values()];
}

/** Null if it is not all there. */
async function tryReadWhole(file: string, bytes: number): Promise<Buffer | null> {
  try {
    const content = await readFile(file);
    return content.length === bytes ? content : null;
  } catch {
    return null;
  }
}
