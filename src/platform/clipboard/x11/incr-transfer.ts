/**
 * One large answer on its way to a program that pastes, in chunks (INCR, ICCCM 2.7.2): the next one is sent when the previous one was taken. If the
 * content can't be read to its end, the transfer stops without the final empty chunk, so that nobody takes a part for the whole.
 */
import { type FileHandle, open } from 'node:fs/promises';
import type { XConnection } from '../../x11/connection.ts';
import { type Atom, eventMask, type XId } from '../../x11/protocol.ts';
import type { OfferedRepresentation } from '../interface.ts';

/** A program that takes no chunk for this long is given up. */
const idleMs = 30_000;

export interface OutgoingParts {
  readonly connection: XConnection;
  readonly incr: Atom;
  readonly requestor: XId;
  readonly property: Atom;
  readonly type: Atom;
  readonly content: OfferedRepresentation['content'];
  readonly chunkBytes: number;
  onEnd(): void;
}

export class IncrTransfer {
  readonly requestor: XId;
  readonly property: Atom;
  readonly #parts: OutgoingParts;
  readonly #forgetRequestor: () => void;
  readonly #idle: NodeJS.Timeout;
  #file: FileHandle | null = null;
  #sent = 0;
  #ended = false;
  #sending: Promise<void> = Promise.resolve();

  /** Announces the content; the caller answers the request afterwards. */
  constructor(parts: OutgoingParts) {
    this.#parts = parts;
    this.requestor = parts.requestor;
    this.property = parts.property;
    this.#idle = setTimeout(() => this.end(), idleMs).unref();
    // Before the announcement, otherwise the sign that it was taken could be missed.
    this.#forgetRequestor = parts.connection.watchWindow(parts.requestor, eventMask.property | eventMask.structure, () => this.end());
    parts.connection.changeProperty(parts.requestor, parts.property, parts.incr, 32, [parts.content.bytes]);
  }

  get sentBytes(): number {
    return this.#sent;
  }

  /** The requestor deleted the property: it wants the next chunk. */
  onTaken(): void {
    this.#idle.refresh();
    this.#sending = this.#sending.then(() => this.#sendNext());
  }

  end(): void {
    if (this.#ended) return;
    this.#ended = true;
    clearTimeout(this.#idle);
    this.#forgetRequestor();
    void this.#sending.then(() => this.#file?.close()).catch(() => {});
    this.#parts.onEnd();
  }

  async #sendNext(): Promise<void> {
    if (this.#ended) return;
    const chunk = await this.#chunk().catch(() => null);
    if (this.#ended) return;
    const { connection, requestor, property, type, content } = this.#parts;
    if (chunk === null || (chunk.length === 0 && this.#sent < content.bytes)) return this.end();
    connection.changeProperty(requestor, property, type, 8, chunk);
    this.#sent += chunk.length;
    if (chunk.length === 0) this.end();
  }

  async #chunk(): Promise<Buffer> {
    const { content, chunkBytes } = this.#parts;
    const bytes = Math.min(chunkBytes, content.bytes - this.#sent);
    if ('inline' in content) return content.inline.subarray(this.#sent, this.#sent + bytes);
    if (bytes === 0) return Buffer.alloc(0);
    this.#file ??= await open(content.file, 'r');
    const { buffer, bytesRead } = await this.#file.read(Buffer.allocUnsafe(bytes), 0, bytes, this.#sent);
    return buffer.subarray(0, bytesRead);
  }
}
