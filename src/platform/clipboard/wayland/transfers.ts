/**
 * All requests to the owner of one copy. Each answer comes through a pipe of its own, so it belongs to its request whatever happens meanwhile, and an owner
 * that never writes holds up nobody. A copy that was replaced gives no more answers: the compositor closes the pipe.
 */
import { Socket } from 'node:net';
import type { Descriptor } from '../../wayland/descriptors.ts';
import { type Sink, SmallSink } from '../content-sinks.ts';
import { smallAnswerBytes } from '../limits.ts';
import type { ReadEnd } from '../miss-reason.ts';
import type { DataOffer } from './data-control.ts';

export interface TransfersParts {
  readonly offer: DataOffer;
  /** Resolves when the events until now were handled. */
  sync(): Promise<unknown>;
  /** The owner has written something. */
  onProgress(): void;
  onFault(error: unknown): void;
}

export class Transfers {
  readonly #parts: TransfersParts;
  readonly #open = new Map<Socket, (as: ReadEnd) => void>();
  #givenUp: ReadEnd | null = null;
  #count = 0;

  constructor(parts: TransfersParts) {
    this.#parts = parts;
  }

  /** How many there were. */
  get count(): number {
    return this.#count;
  }

  /** Ends everything that is open, and requests nothing more. */
  giveUp(as: ReadEnd): void {
    this.#givenUp ??= as;
    this.endOpen(as);
  }

  /** Ends everything that is open. */
  endOpen(as: ReadEnd): void {
    for (const end of this.#open.values()) end(as);
  }

  /** Requests a format. An owner that writes nothing refuses it. */
  ask(format: string, sink: Sink): { readonly ended: Promise<ReadEnd> } {
    return { ended: this.#ask(format, sink) };
  }

  /** A small answer; null if it did not arrive completely. */
  readonly small = async (format: string): Promise<Buffer | null> => {
    const sink = new SmallSink(smallAnswerBytes);
    return (await this.#ask(format, sink)) === 'received' ? sink.content : null;
  };

  async #ask(format: string, sink: Sink): Promise<ReadEnd> {
    if (this.#givenUp !== null) return this.#givenUp;
    let end: ReadEnd;
    try {
      const readEnd = this.#parts.offer.receive(format);
      if (readEnd === null) return 'void';
      this.#count += 1;
      end = await this.#read(readEnd, sink);
    } catch (error) {
      this.#parts.onFault(error); // there may be no descriptor left for a pipe
      return 'unexpected';
    }
    if (end !== 'refused') return end;
    // The pipe may be closed before the event that says why.
    await this.#parts.sync();
    return this.#parts.offer.isThere ? 'refused' : 'void';
  }

  async #read(readEnd: Descriptor, sink: Sink): Promise<ReadEnd> {
    const pipe = new Socket({ fd: readEnd, readable: true, writable: false });
    const ended = Promise.withResolvers<ReadEnd>();
    this.#open.set(pipe, ended.resolve);
    const read = readInto(pipe, sink, () => this.#parts.onProgress());
    try {
      return await Promise.race([read, ended.promise]);
    } finally {
      this.#open.delete(pipe);
      pipe.destroy();
      // What was being stored is stored before anybody else uses the sink.
      await read.catch(() => {});
    }
  }
}

async function readInto(pipe: Socket, sink: Sink, onProgress: () => void): Promise<ReadEnd> {
  let bytes = 0;
  try {
    for await (const chunk of pipe as AsyncIterable<Buffer>) {
      onProgress();
      bytes += chunk.length;
      if (chunk.length > sink.room()) return 'too-large';
      await sink.take(chunk);
      if (sink.isBroken) return 'not-written';
    }
  } catch {
    return 'gone';
  }
  return bytes === 0 ? 'refused' : 'received';
}
