/**
 * A clipboard that the system keeps, as Windows and macOS do: a thread notices its changes, reads it and writes it. A copy outlives its program, and what Hub
 * offers is handed over at once, in all its formats.
 */
import { readFile } from 'node:fs/promises';
import { tooLate, within } from '../../../base/deadline.ts';
import type { DetailedLog } from '../../../base/log.ts';
import { done, failed, type Outcome } from '../../../base/outcome.ts';
import type { Clipboard, ClipboardWatch, ClipboardWatchOptions, OfferedRepresentation, OfferFailure } from '../interface.ts';
import { forAnybody } from '../offer-targets.ts';
import { KeptWatch, type SystemFormats } from './kept-watch.ts';
import type { ClipboardThread } from './thread-owner.ts';

export interface OfferedFormat {
  readonly format: string;
  readonly bytes: Uint8Array;
}

export interface KeptClipboardParts {
  readonly thread: ClipboardThread;
  readonly log: DetailedLog;
  readonly formats: SystemFormats & {
    /** In which formats a representation is offered; the bytes may be the content itself. None for what no program of this system would paste. */
    offered(mediaType: string, content: () => Promise<Buffer | null>): Promise<readonly OfferedFormat[]>;
  };
  /** As `Clipboard.session`. */
  session(): Promise<string | null>;
}

/** More than the thread tries to open the clipboard for. */
const offersWithinMs = 10_000;

export class KeptClipboard implements Clipboard {
  readonly #thread: ClipboardThread;
  readonly #log: DetailedLog;
  readonly #formats: KeptClipboardParts['formats'];
  readonly #session: KeptClipboardParts['session'];
  #watch: Pick<KeptWatch<string>, 'stop' | 'ended'> | null = null;
  #closed = false;

  constructor({ thread, log, formats, session }: KeptClipboardParts) {
    this.#thread = thread;
    this.#log = log;
    this.#formats = formats;
    this.#session = session;
  }

  watch<Refusal extends string>(options: ClipboardWatchOptions<Refusal>): ClipboardWatch {
    this.#watch?.stop();
    const watch = new KeptWatch<Refusal>({ thread: this.#thread, options, log: this.#log, formats: this.#formats });
    this.#watch = watch;
    this.#thread.listen(
      (change) => watch.changed(change),
      (code) => options.onFault(new Error(code)),
    );
    void this.#thread.ended.then(() => (this.#closed ? undefined : watch.lost()));
    watch.start();
    return watch;
  }

  /** There is no such thing: what is selected is not copied. */
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

  session(): Promise<string | null> {
    return this.#session();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#watch?.stop();
    await this.#thread.end();
    await this.#watch?.ended;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #offer(
    representations: readonly OfferedRepresentation[],
    over: 'anything' | 'nothing',
    isWanted: () => boolean = () => true,
  ): Promise<Outcome<void, OfferFailure>> {
    const formats = await this.#formatsOf(representations);
    if (formats.length === 0 || !isWanted()) return failed('not-owner');
    const moved = formats.map(({ bytes }) => bytes.buffer as ArrayBuffer);
    const answer = await within(offersWithinMs, this.#thread.ask({ do: 'offer', formats, over }, moved));
    const outcome = answer === tooLate || answer === null ? null : answer.outcome;
    this.#log.debug('clipboard offered', { formats: formats.length, outcome });
    if (outcome === null) return failed('display-gone');
    return outcome === 'done' ? done(undefined) : failed('not-owner');
  }

  /** Each format once; the first representation of a type wins. What can't be read, or has no form on this system, is left out. */
  async #formatsOf(representations: readonly OfferedRepresentation[]): Promise<readonly OfferedFormat[]> {
    const formats = new Map<string, OfferedFormat>();
    for (const { mediaType, content } of forAnybody(representations)) {
      const whole = async (): Promise<Buffer | null> =>
        'inline' in content ? content.inline : await tryReadWhole(content.file, content.bytes);
      // A copy of it: what is given to the thread is gone here, and the journal's own must not be.
      for (const { format, bytes } of await this.#formats.offered(mediaType, whole))
        if (!formats.has(format)) formats.set(format, { format, bytes: new Uint8Array(bytes) });
    }
    return [...formats.values()];
  }
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
