/**
 * The clipboard by the functions of Windows. Everything here runs on the clipboard's thread. While a program has the clipboard open no other one can copy, so
 * it is open only for as long as its memory is copied.
 */

import { type NativeLibraries, nativeLibrary, type WindowHandle } from '../../windows/native.ts';
import { isNone } from '../../windows/process-user.ts';
import { programOf } from '../../windows/program-of.ts';
import type { Description, ReadContent, ThreadOrder, WindowOfProgram } from '../kept/thread-messages.ts';
import { smallAnswerBytes } from '../limits.ts';
import { concealsByPresence, concealsByValue, marksToRead } from '../marks.ts';
import { type Form, offerFormat, planFormats, standardFormats } from './formats.ts';

type ReadOrder = Extract<ThreadOrder, { do: 'read' }>;
type OfferOrder = Extract<ThreadOrder, { do: 'offer' }>;

/** A format as Windows gave it, before any conversion. */
export type RawContent = Pick<ReadContent, 'mediaType'> & { readonly form: Form; readonly bytes: Buffer | 'too-large' | 'refused' };

/** No program has 100 formats; with more, one may hide a mark. */
const mostFormats = 1_024;
/** GetClipboardFormatName and GetWindowText cut what is longer, in characters. */
const longestName = 256;
const longestTitle = 1_024;
const movable = 2;
const firstRegistered = 0xc000;

export class SystemClipboard {
  readonly #window: WindowHandle;
  readonly #user32: NativeLibraries['user32'] = nativeLibrary('user32');
  readonly #kernel32: NativeLibraries['kernel32'] = nativeLibrary('kernel32');
  readonly #standardNames = new Map([...standardFormats].map(([name, format]) => [format, name]));

  /** `window`: one of this thread, which becomes the owner of what is offered. */
  constructor(window: WindowHandle) {
    this.#window = window;
  }

  get sequence(): number {
    return this.#user32.GetClipboardSequenceNumber();
  }

  get isOurs(): boolean {
    return BigInt(this.#user32.GetClipboardOwner()) === BigInt(this.#window);
  }

  /** What is there now; opens nothing, and asks nobody. */
  describe(): Description {
    // The number comes first: whatever changes after it is another copy.
    const { sequence } = this;
    const owner = this.#user32.GetClipboardOwner();
    const formats = this.#formats();
    return {
      sequence,
      atMs: Date.now(),
      isOurs: this.isOurs,
      isLeft: BigInt(owner) === 0n && formats?.includes(offerFormat) === true,
      formats,
      owner: this.#programOf(owner),
      active: this.#programOf(this.#user32.GetForegroundWindow()),
    };
  }

  /** Null if another program has the clipboard open. */
  whileOpen<Value>(work: () => Value): Value | null {
    if (!this.#user32.OpenClipboard(this.#window)) return null;
    try {
      return work();
    } finally {
      this.#user32.CloseClipboard();
    }
  }

  /** Only while it is open: the marks, and if none conceals the copy, the formats of the plan. Null if it is concealed. */
  read({ limits, isTextAlone }: ReadOrder): readonly RawContent[] | null {
    const formats = this.#formats();
    if (formats === null || concealsByPresence(formats)) return null;
    for (const mark of marksToRead(formats)) {
      const value = this.#bytesIn(mark, smallAnswerBytes);
      if (concealsByValue(mark, typeof value === 'string' ? null : value)) return null;
    }
    let leftBytes = limits.copyBytes;
    return planFormats(formats, limits, isTextAlone).map(({ format, mediaType, form, limitBytes }) => {
      const bytes = this.#bytesIn(format, Math.min(limitBytes, leftBytes));
      if (typeof bytes !== 'string') leftBytes -= bytes.length;
      return { mediaType, form, bytes };
    });
  }

  /** Only while it is open. False if Windows takes none of it; the clipboard is empty then. */
  write({ formats }: OfferOrder): boolean {
    if (!this.#user32.EmptyClipboard()) return false;
    const written = formats.map(({ format, bytes }) => this.#give(format, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)));
    if (written.includes(true) && this.#give(offerFormat, Buffer.from([1]))) return true;
    this.#user32.EmptyClipboard(); // without its mark, it would be taken for a copy
    return false;
  }

  /** Nobody owns it, and nothing is there but what a Hub left. */
  get isFree(): boolean {
    const { formats, isLeft, owner, isOurs } = this.describe();
    return isLeft || (formats?.length === 0 && (owner === null || isOurs));
  }

  #formats(): readonly string[] | null {
    const [numbers, count] = [Buffer.alloc(4 * mostFormats), Buffer.alloc(4)];
    if (!this.#user32.GetUpdatedClipboardFormats(numbers, mostFormats, count)) return null;
    return Array.from({ length: count.readUInt32LE() }, (_, index) => this.#nameOf(numbers.readUInt32LE(4 * index))).filter(
      (name) => name !== '',
    );
  }

  /** The number of a standard one that Hub does not use. Empty for one that lost its name. */
  #nameOf(format: number): string {
    if (format < firstRegistered) return this.#standardNames.get(format) ?? `${format}`;
    const name = Buffer.alloc(2 * longestName);
    const characters = this.#user32.GetClipboardFormatNameW(format, name, longestName);
    return name.toString('utf16le', 0, 2 * characters);
  }

  #numberOf(format: string): number {
    return standardFormats.get(format) ?? this.#user32.RegisterClipboardFormatW(format);
  }

  #bytesIn(format: string, limitBytes: number): Buffer | 'too-large' | 'refused' {
    const memory = this.#user32.GetClipboardData(this.#numberOf(format));
    if (isNone(memory)) return 'refused';
    const bytes = Number(this.#kernel32.GlobalSize(memory));
    if (bytes > limitBytes) return 'too-large';
    const into = Buffer.allocUnsafeSlow(bytes); // before the lock: without memory, it throws
    const from = this.#kernel32.GlobalLock(memory);
    if (isNone(from)) return 'refused';
    this.#kernel32.RtlMoveMemory(into, from, bytes);
    this.#kernel32.GlobalUnlock(memory);
    return into;
  }

  /** The memory belongs to the system from then on, if that takes it. */
  #give(format: string, bytes: Buffer): boolean {
    const memory = this.#kernel32.GlobalAlloc(movable, bytes.length);
    if (isNone(memory)) return false;
    const to = this.#kernel32.GlobalLock(memory);
    if (!isNone(to)) {
      this.#kernel32.RtlMoveMemory(to, bytes, bytes.length);
      this.#kernel32.GlobalUnlock(memory);
      if (!isNone(this.#user32.SetClipboardData(this.#numberOf(format), memory))) return true;
    }
    this.#kernel32.GlobalFree(memory);
    return false;
  }

  /** Its title is what Windows keeps of it: the window is not asked, and may hang. */
  #programOf(window: WindowHandle): WindowOfProgram | null {
    if (BigInt(window) === 0n) return null;
    const pidBytes = Buffer.alloc(4);
    if (this.#user32.GetWindowThreadProcessId(window, pidBytes) === 0) return null;
    const title = Buffer.alloc(2 * longestTitle);
    const characters = this.#user32.GetWindowTextW(window, title, longestTitle);
    const pid = pidBytes.readUInt32LE() || null;
    return { pid, executable: pid === null ? null : programOf(pid), title: title.toString('utf16le', 0, 2 * characters) || null };
  }
}
