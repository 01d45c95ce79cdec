/** The names in a tar archive (POSIX.1-2017 pax, "ustar Interchange Format"; GNU's long names), from its bytes as they come. */

const blockBytes = 512;
const mostNameBytes = 65_536;

export class TarNames {
  readonly #add: (name: string, bytes: number | null) => boolean;
  #rest: Buffer = Buffer.alloc(0);
  /** Bytes of content to pass over. */
  #skip = 0;
  #longName: string | null = null;
  #isAtEnd = false;
  #hasHeader = false;

  /** @param add takes a name and its size, null for what is no file; false ends it. */
  constructor(add: (name: string, bytes: number | null) => boolean) {
    this.#add = add;
  }

  get isAtEnd(): boolean {
    return this.#isAtEnd;
  }

  /** It began as an archive. */
  get hasHeader(): boolean {
    return this.#hasHeader;
  }

  /** Nothing is missing of what was begun. */
  get isWhole(): boolean {
    return this.#isAtEnd || (this.#skip === 0 && this.#rest.length === 0);
  }

  /** @returns false if this is no tar archive. */
  write(part: Buffer): boolean {
    let bytes = this.#rest.length === 0 ? part : Buffer.concat([this.#rest, part]);
    while (!this.#isAtEnd) {
      const skipped = Math.min(this.#skip, bytes.length);
      this.#skip -= skipped;
      bytes = bytes.subarray(skipped);
      if (this.#skip > 0 || bytes.length < blockBytes) break;
      const taken = this.#header(bytes);
      if (taken === null) return false;
      if (taken === 0) break;
      bytes = bytes.subarray(taken);
    }
    this.#rest = Buffer.from(bytes);
    return true;
  }

  /** The bytes of it; 0 if more are needed, null if it is no header. */
  #header(bytes: Buffer): number | null {
    const block = bytes.subarray(0, blockBytes);
    if (this.#hasHeader && block.every((byte) => byte === 0)) {
      this.#isAtEnd = true;
      return blockBytes;
    }
    if (!isSummed(block)) return null;
    this.#hasHeader = true;
    const type = String.fromCharCode(block[156] ?? 0);
    const size = numberAt(block, 124, 12);
    // A size below zero would lead back to where it was read, for ever.
    if (!Number.isSafeInteger(size) || size < 0) return null;
    const padded = Math.ceil(size / blockBytes) * blockBytes;
    if ('LxgK'.includes(type) && size <= mostNameBytes) {
      if (bytes.length < blockBytes + padded) return 0;
      const content = bytes.subarray(blockBytes, blockBytes + size);
      if (type === 'L') this.#longName = textAt(content, 0, content.length);
      if (type === 'x') this.#longName = paxPath(content) ?? this.#longName;
      return blockBytes + padded;
    }
    const isFile = type === '0' || type === '\0' || type === '7';
    const prefix = block.toString('latin1', 257, 262) === 'ustar' ? textAt(block, 345, 155) : '';
    const short = textAt(block, 0, 100);
    const name = this.#longName ?? (prefix === '' ? short : `${prefix}/${short}`);
    this.#longName = null;
    this.#skip = '123456'.includes(type) ? 0 : padded; // links, devices and folders have no content, whatever they claim
    if (!this.#add(name, isFile ? size : null)) this.#isAtEnd = true;
    return blockBytes;
  }
}

/** Its checksum counts its own field as blanks. */
function isSummed(block: Buffer): boolean {
  let sum = 8 * 0x20;
  for (const [at, byte] of block.entries()) if (at < 148 || at >= 156) sum += byte;
  return sum === numberAt(block, 148, 8);
}

/** Octal digits, or a binary number (GNU) for what is larger. */
function numberAt(block: Buffer, at: number, length: number): number {
  if (((block[at] ?? 0) & 0x80) !== 0) return Number(block.readBigUInt64BE(at + length - 8) & 0x1fffffffffffffn);
  return Number.parseInt(textAt(block, at, length).trim() || '0', 8);
}

function textAt(bytes: Buffer, at: number, length: number): string {
  const field = bytes.subarray(at, at + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? field.length : end);
}

/** Records `25 path=a/b\n`, of which the number is the length. */
function paxPath(content: Buffer): string | null {
  for (const line of content.toString('utf8').split('\n')) {
    const path = /^\d{1,9} path=(.*)$/.exec(line)?.[1];
    if (path !== undefined) return path;
  }
  return null;
}
