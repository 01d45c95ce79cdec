/**
 * Owning a selection: every format of the offer, written into the pipe of whoever pastes. It must never wait for a program that pastes and does not read, nor
 * let one hold more than its turn.
 */
import { randomUUID } from 'node:crypto';
import { createReadStream, fstatSync } from 'node:fs';
import { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type DetailedLog, msSince } from '../../../base/log.ts';
import { done, failed, type Outcome } from '../../../base/outcome.ts';
import type { WaylandConnection } from '../../wayland/connection.ts';
import type { Descriptor } from '../../wayland/descriptors.ts';
import { fitsRequest } from '../../wayland/wire.ts';
import type { OfferedRepresentation, OfferFailure } from '../interface.ts';
import { forAnybody, offeredTargets } from '../offer-targets.ts';
import type { DataControl, DataOffer, SelectionKind } from './data-control.ts';

/** Programs paste one after another. With one more, whoever has waited longest is given up. */
const pastesAtOnce = 64;
/** A program that pastes, and reads nothing for this long, has forgotten it. */
const pasteWithinMs = 60_000;

/** By this format among all others we know our own offers when the compositor announces them, also one that is over by then. It has no content. */
const markPrefix = 'application/x-hub-offer;id=';

type Content = OfferedRepresentation['content'];

export class SelectionSource {
  readonly #connection: WaylandConnection;
  readonly #control: DataControl;
  readonly #kind: SelectionKind;
  readonly #log: DetailedLog;
  readonly #pastes = new Set<Socket>();
  /** Of offers that may be there, or be announced. A program that keeps the formats of one for later has copied it itself then. */
  readonly #marks = new Set<string>();
  #end: () => void = () => {};

  constructor(parts: { connection: WaylandConnection; control: DataControl; kind: SelectionKind; log: DetailedLog }) {
    this.#connection = parts.connection;
    this.#control = parts.control;
    this.#kind = parts.kind;
    this.#log = parts.log;
  }

  isOurs(offer: DataOffer): boolean {
    return [...this.#marks].some((mark) => offer.has(mark));
  }

  /** Takes the selection. Resolves when the compositor has it. */
  async offer(representations: readonly OfferedRepresentation[]): Promise<Outcome<void, OfferFailure>> {
    const startMs = performance.now();
    const before = this.#end;
    const mark = markPrefix + randomUUID();
    const contents = new Map<string, Content>([[mark, { bytes: 0, inline: Buffer.alloc(0) }]]);
    for (const { target, content } of offeredTargets(forAnybody(representations))) if (fitsRequest(target)) contents.set(target, content);
    const formats = [...contents.keys()].filter((format) => format !== mark).concat(mark);
    let isOver = false;
    const send = (format: string, into: Descriptor): void => this.#send(contents.get(format), into);
    const end = this.#control.set(this.#kind, {
      formats,
      send,
      cancelled: () => {
        isOver = true;
        void this.#connection.sync().then(() => this.#marks.delete(mark));
      },
    });
    if (end === null) return failed('not-owner');
    this.#marks.add(mark);
    this.#end = end;
    before();
    const isThere = await this.#connection.sync();
    const outcome = !isThere ? failed('display-gone') : isOver ? failed('not-owner') : done(undefined);
    const bytes = representations.reduce((sum, { content }) => sum + content.bytes, 0);
    this.#log.debug('wayland offered', {
      formats: formats.length,
      bytes,
      reason: outcome.ok ? null : outcome.reason,
      ms: msSince(startMs),
    });
    return outcome;
  }

  /** Nothing is offered any more. */
  close(): void {
    this.#end();
    for (const paste of this.#pastes) paste.destroy();
  }

  /** Never throws: the descriptor is another program's, and may be anything. */
  #send(content: Content | undefined, into: Descriptor): void {
    const paste = content === undefined || content.bytes === 0 ? null : tryOpen(into);
    if (content === undefined || paste === null) return this.#connection.system.close(into);
    if (this.#pastes.size >= pastesAtOnce) this.#giveUpOldest();
    this.#pastes.add(paste);
    void this.#write(content, paste).finally(() => this.#pastes.delete(paste));
  }

  #giveUpOldest(): void {
    const [oldest] = this.#pastes;
    if (oldest === undefined) return;
    // At once: it ends later, and many may come before.
    this.#pastes.delete(oldest);
    oldest.destroy();
  }

  async #write(content: Content, paste: Socket): Promise<void> {
    const startMs = performance.now();
    const late = setTimeout(() => paste.destroy(), pasteWithinMs).unref();
    const progressed = (): void => void late.refresh();
    let given = 0;
    try {
      const source = 'inline' in content ? Readable.from(piecesOf(content.inline)) : createReadStream(content.file);
      source.on('data', (piece: Buffer | string) => {
        given += piece.length;
        progressed();
      });
      await pipeline(source, paste);
    } catch {
      // A program that pastes may stop reading; a file that is gone gives what it had.
    } finally {
      clearTimeout(late);
      paste.destroy();
      this.#log.debug('wayland content given', { bytes: given, of: content.bytes, ms: msSince(startMs) });
    }
  }
}

const pieceBytes = 64 * 1024;

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += pieceBytes) yield bytes.subarray(at, at + pieceBytes);
}

/** Null if it is nothing that can be written to without waiting. */
function tryOpen(into: Descriptor): Socket | null {
  try {
    const found = fstatSync(into);
    return found.isFIFO() || found.isSocket() ? new Socket({ fd: into, readable: false, writable: true }) : null;
  } catch {
    return null;
  }
}
