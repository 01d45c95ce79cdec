/** A program that copies, and misbehaves if asked to. It is a separate process that a test controls line by line. */
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';

/** The content of a target. `fillBytes`: this many bytes of a repeated pattern that begins with `text`. */
export interface OwnedContent {
  readonly text?: string;
  readonly base64?: string;
  readonly fillBytes?: number;
}

/** How the owner treats requests for a target. `stall` begins an INCR transfer and never continues it; `die` ends the process. */
/** `at-once`: on Wayland, all of it with one write(2). */
export type OwnerManner = 'answer' | 'at-once' | 'incr' | 'silent' | 'refuse' | 'stall' | 'die';

export interface OwnedTarget {
  readonly content?: OwnedContent;
  readonly manner?: OwnerManner;
  /** It is in the list of targets only from the second request for the list on. */
  readonly isListedLater?: boolean;
  /** Refuses this many requests for it first, as a program that announces its copy before it has it. On X11. */
  readonly refusesFirst?: number;
  /** At the first request for it, the program does nothing else for this long, as one that draws a picture. On X11. */
  readonly busyMs?: number;
}

/** Contents by target. `TARGETS` may be included to give it a different manner; it lists all the others. */
export type OwnedTargets = Readonly<Record<string, OwnedTarget>>;

/** How a program copies. */
export interface OwningManner {
  readonly chunkBytes?: number;
  /** How often each target occurs in the list of targets. */
  readonly listedTimes?: number;
  /** As soon as `target` is requested, the program copies `targets`, and answers this request with them. */
  readonly renewal?: { readonly target: string; readonly targets: OwnedTargets };
}

/** A command to the program: one JSON object per line. */
export type OwnerCommand =
  | ({ readonly op: 'own'; readonly targets: OwnedTargets } & OwningManner)
  /** Copies `times` times in a row without a pause; each text is `<label>-<n>`. */
  | { readonly op: 'burst'; readonly label: string; readonly times: number; readonly everyMs: number }
  | { readonly op: 'clear' }
  /** Has its copy saved by the clipboard manager (SAVE_TARGETS), waits for the answer, and gives the clipboard up, as GIMP does before it exits. On X11. */
  | { readonly op: 'save-and-clear' }
  | { readonly op: 'window'; readonly title: string; readonly className: string }
  | { readonly op: 'requests' };

/** The program's reply to each command: one JSON object per line. */
export interface OwnerReply {
  /** The number of requests so far, by target. */
  readonly requests?: Record<string, number>;
  /** The number of INCR transfers that were not completed. */
  readonly halfway?: number;
}

export class ClipboardOwner implements AsyncDisposable {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #replies: AsyncIterator<string>;

  private constructor(child: ChildProcessByStdio<Writable, Readable, null>) {
    this.#child = child;
    child.stdin.on('error', () => {}); // the program may end while it gets a command, and then does not reply
    this.#replies = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  }

  /** Resolves when the program is connected to the display. */
  static start(display: string, selection: 'CLIPBOARD' | 'PRIMARY' = 'CLIPBOARD'): Promise<ClipboardOwner> {
    return ClipboardOwner.#run('./clipboard-owner-program.ts', display, selection);
  }

  /** The same on Wayland, at the compositor's socket, by data control. It has no window. */
  static startOnWayland(socketPath: string, selection: 'CLIPBOARD' | 'PRIMARY' = 'CLIPBOARD'): Promise<ClipboardOwner> {
    return ClipboardOwner.#run('./wayland-owner-program.ts', socketPath, selection);
  }

  static async #run(name: string, ...words: readonly string[]): Promise<ClipboardOwner> {
    const program = fileURLToPath(new URL(name, import.meta.url));
    const owner = new ClipboardOwner(spawn(process.execPath, [program, ...words], { stdio: ['pipe', 'pipe', 'inherit'] }));
    await owner.#reply();
    return owner;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Copies; resolves when the server has accepted the new owner. */
  async own(targets: OwnedTargets, how: OwningManner = {}): Promise<void> {
    await this.#command({ op: 'own', targets, ...how });
  }

  /** Copies many times; resolves after the last. */
  async burst(burst: { label: string; times: number; everyMs: number }): Promise<void> {
    await this.#command({ op: 'burst', ...burst });
  }

  async clear(): Promise<void> {
    await this.#command({ op: 'clear' });
  }

  /** Has its copy saved, and then gives the clipboard up. */
  async saveAndClear(): Promise<void> {
    await this.#command({ op: 'save-and-clear' });
  }

  /** Shows a window and makes it the active one, as a window manager would. */
  async showWindow(window: { title: string; className: string }): Promise<void> {
    await this.#command({ op: 'window', ...window });
  }

  /** How often each target was requested since the start. */
  async requests(): Promise<Record<string, number>> {
    return (await this.#command({ op: 'requests' })).requests ?? {};
  }

  /** How many INCR transfers have begun and are not complete. */
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

/** A pattern whose period does not divide the size of a chunk, so that a lost or repeated chunk is noticed. */
function filled(start: Buffer, bytes: number): Buffer {
  const pattern = Buffer.concat([start, Buffer.from(Array.from({ length: 9_973 }, (_, index) => 33 + ((index * index + index) % 94)))]);
  return Buffer.alloc(bytes, pattern);
}
