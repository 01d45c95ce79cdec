/** A program that copies, told what to copy and how badly to behave: started as a process of its own, steered by a test line by line. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** Content of a target. `fillBytes`: so many bytes of a repeated pattern that begins with `text`. */
export interface OwnedContent {
  readonly text?: string;
  readonly base64?: string;
  readonly fillBytes?: number;
}

/** How the owner treats requests for a target; `stall` begins a transfer in chunks and then does no more; `die` ends the process instead. */
export type OwnerManner = 'answer' | 'incr' | 'silent' | 'refuse' | 'stall' | 'die';

export interface OwnedTarget {
  readonly content?: OwnedContent;
  readonly manner?: OwnerManner;
}

/** By target. `TARGETS` may be named to give it another manner; else it lists all the others. */
export type OwnedTargets = Readonly<Record<string, OwnedTarget>>;

/** What the program is told, one JSON object a line. */
export type OwnerCommand =
  | { readonly op: 'own'; readonly targets: OwnedTargets; readonly chunkBytes?: number; readonly listedTimes?: number }
  /** Copies `times` times in a row without a pause; each text is `<label>-<n>`. */
  | { readonly op: 'burst'; readonly label: string; readonly times: number; readonly everyMs: number }
  | { readonly op: 'clear' }
  | { readonly op: 'window'; readonly title: string; readonly className: string }
  | { readonly op: 'requests' };

/** What it says: one JSON object a line, one for every command. */
export interface OwnerReply {
  /** Requests so far by target. */
  readonly requests?: Record<string, number>;
  /** Transfers in chunks that nobody has brought to their end. */
  readonly halfway?: number;
}

export class ClipboardOwner implements AsyncDisposable {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #replies: AsyncIterator<string>;

  private constructor(child: ChildProcessByStdio<Writable, Readable, null>) {
    this.#child = child;
    child.stdin.on('error', () => {}); // it may end while it is told something; then it has no reply
    this.#replies = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  /** Resolves when the program is connected to the display. */
  static async start(display: string): Promise<ClipboardOwner> {
    const program = fileURLToPath(new URL('./clipboard-owner-program.ts', import.meta.url));
    const child = spawn(process.execPath, [program, display], { stdio: ['pipe', 'pipe', 'inherit'] });
    const owner = new ClipboardOwner(child);
    await owner.#reply();
    return owner;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Copies. Resolves when the server has agreed. `listedTimes`: how often the list of targets has each of them. */
  async own(targets: OwnedTargets, how: { readonly chunkBytes?: number; readonly listedTimes?: number } = {}): Promise<void> {
    await this.#command({ op: 'own', targets, ...how });
  }

  /** Copies many times; resolves after the last. */
  async burst(burst: { label: string; times: number; everyMs: number }): Promise<void> {
    await this.#command({ op: 'burst', ...burst });
  }

  async clear(): Promise<void> {
    await this.#command({ op: 'clear' });
  }

  /** Shows a window and makes it the active one, as a window manager would. */
  async showWindow(window: { title: string; className: string }): Promise<void> {
    await this.#command({ op: 'window', ...window });
  }

  /** How often each target was asked for since the start. */
  async requests(): Promise<Record<string, number>> {
    return (await this.#command({ op: 'requests' })).requests ?? {};
  }

  /** How many transfers in chunks have begun, and were not brought to their end so far. */
  async halfway(): Promise<number> {
    return (await this.#command({ op: 'requests' })).halfway ?? 0;
  }

  /** Ends the program at once. */
  async kill(): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, 'exit');
    this.#child.kill('SIGKILL');
    await gone;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.kill();
  }

  async #command(command: OwnerCommand): Promise<OwnerReply> {
    this.#child.stdin.write(`${JSON.stringify(command)}\n`);
    return this.#reply();
  }

  async #reply(): Promise<OwnerReply> {
    const line = await this.#replies.next();
    if (line.done) throw new Error('the clipboard owner ended');
    return JSON.parse(line.value) as OwnerReply;
  }
}

/** The bytes that this content stands for. */
export function bytesOf(content: OwnedContent): Buffer {
  const start = content.base64 === undefined ? Buffer.from(content.text ?? '', 'utf8') : Buffer.from(content.base64, 'base64');
  return content.fillBytes === undefined ? start : filled(start, content.fillBytes);
}

/** A pattern with a period that divides no chunk, so that a lost or doubled chunk shows. */
function filled(start: Buffer, bytes: number): Buffer {
  const pattern = Buffer.concat([start, Buffer.from(Array.from({ length: 9_973 }, (_, index) => 33 + ((index * index + index) % 94)))]);
  return Buffer.alloc(bytes, pattern);
}
