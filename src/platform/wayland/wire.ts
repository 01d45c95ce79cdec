/**
 * The messages of Wayland as bytes. Pure. https://wayland.freedesktop.org/docs/html/ch04.html#sect-Protocol-Wire-Format: the object, then the size and the
 * opcode in one word, then the arguments, each in whole words of the machine's byte order, which is little-endian wherever Hub runs.
 */

/** What a message from the compositor is that no compositor sends. It ends the connection. */
export class MalformedMessage extends Error {}

/** A number (also an object, or 0 for none) or a string. Descriptors are sent beside the bytes. */
export type WireArgument = number | string;

export interface WireMessage {
  readonly object: number;
  readonly opcode: number;
  readonly body: Buffer;
}

const headerBytes = 8;
/** libwayland takes no longer message (WL_MAX_MESSAGE_SIZE); newer ones do, if both sides have agreed on it. */
const longestRequestBytes = 4_096;
/** The size is 16 bits wide. */
const longestEventBytes = 65_532;

/** A request. Throws a RangeError if it is longer than a compositor accepts. */
export function encodeRequest(object: number, opcode: number, args: readonly WireArgument[] = []): Buffer {
  const body = args.map((argument) => (typeof argument === 'number' ? wordOf(argument) : stringBytes(argument)));
  const bytes = headerBytes + body.reduce((sum, each) => sum + each.length, 0);
  if (bytes > longestRequestBytes) throw new RangeError('a request is too long');
  return Buffer.concat([wordOf(object), wordOf(bytes * 0x1_0000 + opcode), ...body]);
}

/** True if a request with this string and a few numbers is not too long. */
export function fitsRequest(text: string): boolean {
  return Buffer.byteLength(text) <= longestRequestBytes - 64;
}

function wordOf(value: number): Buffer {
  const word = Buffer.alloc(4);
  word.writeUInt32LE(value >>> 0);
  return word;
}

/** Its length with the NUL that ends it, and zeros up to a whole word. */
function stringBytes(text: string): Buffer {
  const bytes = Buffer.byteLength(text) + 1;
  const whole = Buffer.alloc(4 + padded(bytes));
  whole.writeUInt32LE(bytes);
  whole.write(text, 4, 'utf8');
  return whole;
}

function padded(bytes: number): number {
  return Math.ceil(bytes / 4) * 4;
}

/** Cuts what arrives into messages. It holds at most one that is not complete, and the bytes of the last `add`. */
export class MessageReader {
  /** Joined only when they are a message, because each byte may arrive alone. */
  #pieces: Buffer[] = [];
  #heldBytes = 0;
  /** Of the next message, as far as that is known. */
  #neededBytes = headerBytes;

  /** Takes these bytes over. */
  add(bytes: Buffer): void {
    this.#pieces.push(bytes);
    this.#heldBytes += bytes.length;
  }

  /** The next message, or null until it is complete. Throws `MalformedMessage` if there can't be one. */
  next(): WireMessage | null {
    if (this.#heldBytes < this.#neededBytes) return null;
    const held = this.#joined();
    const bytes = held.readUInt16LE(6);
    if (bytes < headerBytes || bytes % 4 !== 0 || bytes > longestEventBytes) throw new MalformedMessage('the size of a message');
    this.#neededBytes = bytes;
    if (held.length < bytes) return null;
    this.#pieces = [held.subarray(bytes)];
    this.#heldBytes = held.length - bytes;
    this.#neededBytes = headerBytes;
    return { object: held.readUInt32LE(0), opcode: held.readUInt16LE(4), body: held.subarray(headerBytes, bytes) };
  }

  #joined(): Buffer {
    const [first = Buffer.alloc(0), ...others] = this.#pieces;
    const held = others.length === 0 ? first : Buffer.concat(this.#pieces);
    this.#pieces = [held];
    return held;
  }
}

/** Reads the arguments of one message in their order. Each throws `MalformedMessage` if the message has no such argument there. */
export class ArgumentReader {
  readonly #body: Buffer;
  #at = 0;

  constructor(body: Buffer) {
    this.#body = body;
  }

  /** Also an object, which is 0 if it may be none. */
  number(): number {
    return this.#take(4).readUInt32LE(0);
  }

  string(): string {
    const bytes = this.array();
    if (bytes.at(-1) !== 0) throw new MalformedMessage('a string without its end');
    return bytes.toString('utf8', 0, bytes.length - 1);
  }

  /** A part of the message. */
  array(): Buffer {
    const bytes = this.number();
    return this.#take(padded(bytes)).subarray(0, bytes);
  }

  #take(bytes: number): Buffer {
    if (this.#at + bytes > this.#body.length) throw new MalformedMessage('a message that is too short');
    const taken = this.#body.subarray(this.#at, this.#at + bytes);
    this.#at += bytes;
    return taken;
  }
}
