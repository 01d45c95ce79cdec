/**
 * The system calls that Node lacks for Wayland: a socket that carries descriptors (unix(7), SCM_RIGHTS), pipes, and waiting for a descriptor in Node's own
 * loop. By koffi, which is loaded with the first call. The layouts are those of Linux with 64 bits.
 */
import { createRequire } from 'node:module';
import { endianness } from 'node:os';

/** A number that the kernel gave us; whoever has it closes it. */
export type Descriptor = number;

/** `later`: try again when the socket is ready. `gone`: there is nobody at the other end. */
export type Stopped = 'later' | 'gone';

export interface Received {
  /** A copy; at least one byte. */
  readonly bytes: Buffer;
  readonly descriptors: readonly Descriptor[];
}

export interface WatchedDescriptor {
  /** Whether it is also waited for that there is room to write. */
  wantsToWrite(wanted: boolean): void;
  /** Must be called before the descriptor is closed. */
  close(): void;
}

export interface Descriptors {
  /** A connection that never waits. Null if nobody listens at this path, or it is too long. */
  connect(path: string): Descriptor | null;
  /** How many bytes were sent. The descriptors go with the first of them, and stay ours too. */
  send(socket: Descriptor, bytes: Buffer, descriptors: readonly Descriptor[]): number | Stopped;
  receive(socket: Descriptor): Received | Stopped;
  /**
   * The end to read, and the end to write, which waits for room: a program that writes a large content at once may not expect that only a part is taken. Programs
   * that we start inherit neither.
   */
  pipe(): readonly [Descriptor, Descriptor];
  close(descriptor: Descriptor): void;
  /** Calls back whenever there may be something to read, or room to write if that is wanted. Keeps the process running. */
  watch(socket: Descriptor, onReady: () => void): WatchedDescriptor;
}

const [unixFamily, stream] = [1, 1];
const [closeOnExec, nonBlocking] = [0o2000000, 0o4000];
/** MSG_DONTWAIT and MSG_NOSIGNAL; MSG_CMSG_CLOEXEC for what is received. */
const [dontWait, noSignal, receivedCloseOnExec] = [0x40, 0x4000, 0x4000_0000];
const [socketLevel, rights] = [1, 1];
const [interrupted, wouldBlock] = [4, 11];
/** Of sockaddr_un, with its NUL. */
const longestPathBytes = 108;
/** The kernel passes no more at once (SCM_MAX_FD). */
const mostDescriptors = 253;
const receivedBytes = 64 * 1024;
/** Of struct cmsghdr. */
const controlHeaderBytes = 16;
const controlBytes = controlHeaderBytes + Math.ceil((mostDescriptors * 4) / 8) * 8;

type Koffi = typeof import('koffi');

/** The places in the one piece of memory that the kernel reads and writes: struct msghdr, struct iovec, control data, content. */
const at = { message: 0, vector: 64, control: 128, content: 128 + Math.ceil(controlBytes / 64) * 64 } as const;

let opened: Descriptors | null = null;

/** Throws if koffi does not support this processor. */
export function openDescriptors(): Descriptors {
  opened ??= loadDescriptors();
  return opened;
}

function loadDescriptors(): Descriptors {
  const koffi = createRequire(import.meta.url)('koffi') as Koffi;
  if (process.platform !== 'linux' || endianness() !== 'LE' || koffi.sizeof('void*') !== 8) throw new Error('not Linux with 64 bits');
  const library = koffi.load('libc.so.6');
  const prototypes: Readonly<Record<keyof Calls, string>> = {
    socket: 'int socket(int family, int type, int protocol)',
    connect: 'int connect(int fd, uint8* address, uint32 bytes)',
    sendmsg: 'int64 sendmsg(int fd, void* message, int flags)',
    recvmsg: 'int64 recvmsg(int fd, void* message, int flags)',
    pipe2: 'int pipe2(_Out_ int* ends, int flags)',
    close: 'int close(int fd)',
  };
  const calls = Object.entries(prototypes).map(([name, prototype]) => [name, library.func(prototype)]);
  return new KoffiDescriptors(koffi, Object.fromEntries(calls) as Calls);
}

interface Calls {
  socket(family: number, type: number, protocol: number): number;
  connect(fd: number, address: Buffer, bytes: number): number;
  sendmsg(fd: number, message: bigint, flags: number): number;
  recvmsg(fd: number, message: bigint, flags: number): number;
  pipe2(ends: number[], flags: number): number;
  close(fd: number): number;
}

class KoffiDescriptors implements Descriptors {
  readonly #koffi: Koffi;
  readonly #calls: Calls;
  readonly #address: bigint;
  readonly #memory: Buffer;

  constructor(koffi: Koffi, calls: Calls) {
    this.#koffi = koffi;
    this.#calls = calls;
    const bytes = at.content + receivedBytes;
    const memory: unknown = koffi.alloc('uint8', bytes);
    this.#address = koffi.address(memory);
    this.#memory = Buffer.from(koffi.view(memory, bytes));
  }

  connect(path: string): Descriptor | null {
    const name = Buffer.from(path);
    if (name.length >= longestPathBytes) return null;
    const socket = this.#calls.socket(unixFamily, stream | closeOnExec | nonBlocking, 0);
    if (socket < 0) return null;
    const address = Buffer.alloc(2 + longestPathBytes);
    address.writeUInt16LE(unixFamily);
    name.copy(address, 2);
    if (this.#calls.connect(socket, address, address.length) === 0) return socket;
    this.close(socket);
    return null;
  }

  send(socket: Descriptor, bytes: Buffer, descriptors: readonly Descriptor[]): number | Stopped {
    const part = bytes.subarray(0, receivedBytes);
    part.copy(this.#memory, at.content);
    this.#lay(part.length, descriptors.length === 0 ? 0 : controlHeaderBytes + Math.ceil((descriptors.length * 4) / 8) * 8);
    this.#memory.writeBigUInt64LE(BigInt(controlHeaderBytes + descriptors.length * 4), at.control);
    this.#memory.writeUInt32LE(socketLevel, at.control + 8);
    this.#memory.writeUInt32LE(rights, at.control + 12);
    for (const [index, descriptor] of descriptors.entries())
      this.#memory.writeInt32LE(descriptor, at.control + controlHeaderBytes + 4 * index);
    const sent = this.#calls.sendmsg(socket, this.#address, dontWait | noSignal);
    return sent < 0 ? this.#stopped() : sent;
  }

  receive(socket: Descriptor): Received | Stopped {
    this.#lay(receivedBytes, controlBytes);
    const bytes = this.#calls.recvmsg(socket, this.#address, dontWait | receivedCloseOnExec);
    if (bytes <= 0) return bytes < 0 ? this.#stopped() : 'gone';
    const descriptors = this.#receivedDescriptors();
    return { bytes: Buffer.from(this.#memory.subarray(at.content, at.content + bytes)), descriptors };
  }

  pipe(): readonly [Descriptor, Descriptor] {
    const ends = [0, 0];
    if (this.#calls.pipe2(ends, closeOnExec) !== 0) throw new Error(`pipe2 failed: ${this.#koffi.errno()}`);
    return ends as unknown as readonly [Descriptor, Descriptor];
  }

  close(descriptor: Descriptor): void {
    this.#calls.close(descriptor);
  }

  watch(socket: Descriptor, onReady: () => void): WatchedDescriptor {
    let isDue = false;
    let isClosed = false;
    // koffi calls outside of Node's own callbacks, after which promises wait for the next one; an immediate is one, in the same turn of the loop.
    const wake = (): void => {
      if (isDue) return;
      isDue = true;
      setImmediate(() => {
        isDue = false;
        if (!isClosed) onReady();
      });
    };
    const poll = this.#koffi.node.poll(socket, { readable: true }, wake);
    return {
      wantsToWrite: (wanted) => poll.start({ readable: true, writable: wanted }, wake),
      close: () => {
        isClosed = true;
        poll.stop();
        poll.close();
      },
    };
  }

  /** struct msghdr with one struct iovec (socket(7), recvmsg(2)). */
  #lay(contentBytes: number, forControl: number): void {
    this.#memory.fill(0, at.message, at.control);
    const pointer = (place: number): bigint => this.#address + BigInt(place);
    this.#memory.writeBigUInt64LE(pointer(at.vector), at.message + 16);
    this.#memory.writeBigUInt64LE(1n, at.message + 24);
    this.#memory.writeBigUInt64LE(forControl === 0 ? 0n : pointer(at.control), at.message + 32);
    this.#memory.writeBigUInt64LE(BigInt(forControl), at.message + 40);
    this.#memory.writeBigUInt64LE(pointer(at.content), at.vector);
    this.#memory.writeBigUInt64LE(BigInt(contentBytes), at.vector + 8);
  }

  #receivedDescriptors(): Descriptor[] {
    const found: Descriptor[] = [];
    const end = at.control + Math.min(Number(this.#memory.readBigUInt64LE(at.message + 40)), controlBytes);
    for (let header = at.control; header + controlHeaderBytes <= end; ) {
      const bytes = Number(this.#memory.readBigUInt64LE(header));
      if (bytes < controlHeaderBytes) break;
      const isRights = this.#memory.readUInt32LE(header + 8) === socketLevel && this.#memory.readUInt32LE(header + 12) === rights;
      for (let place = header + controlHeaderBytes; isRights && place + 4 <= Math.min(header + bytes, end); place += 4)
        found.push(this.#memory.readInt32LE(place));
      header += Math.ceil(bytes / 8) * 8;
    }
    return found;
  }

  #stopped(): Stopped {
    const error = this.#koffi.errno();
    return error === wouldBlock || error === interrupted ? 'later' : 'gone';
  }
}
