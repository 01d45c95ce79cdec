/** A clipboard in memory, for tests of code that uses one: `copy` makes a copy, and the current offer can be inspected. */
import { setImmediate as turn } from 'node:timers/promises';
import { done, failed, type Outcome } from '../../src/base/outcome.ts';
import type {
  ClearedBy,
  Clipboard,
  ClipboardWatch,
  ClipboardWatchOptions,
  CopyEvent,
  CopyNotice,
  MissReason,
  OfferedRepresentation,
  OfferFailure,
  OwnerIdentity,
  Representation,
} from '../../src/platform/clipboard/interface.ts';

const nobody: OwnerIdentity = { name: null, executable: null, pid: null, windowTitle: null };

/** A copy made by another program. */
export interface FakeCopy {
  readonly content: Readonly<Record<string, string | Buffer>>;
  readonly owner?: Partial<OwnerIdentity>;
  readonly sourceUrl?: string;
  /** The owner could not be determined in time. */
  readonly ownerTooLate?: boolean;
  /** The owner is one of these, but it is not known which. */
  readonly ownerMayBe?: readonly string[];
  /** The program's connection; each copy has one of its own by default. */
  readonly client?: number;
  /** The owner marked it as concealed. */
  readonly concealed?: boolean;
}

export class FakeClipboard implements Clipboard {
  #watch: ClipboardWatchOptions | null = null;
  #present: FakeCopy | null = null;
  #copies = 0;
  #client = 0;
  #selected: ClipboardWatchOptions | null = null;
  /** The last offer; null if another program has copied since. */
  offered: readonly OfferedRepresentation[] | null = null;
  offeredSelected: readonly OfferedRepresentation[] | null = null;
  sessionName = 'first';
  isAnonymous = false;
  /** What is to be watched in its place, as soon as that is there. */
  successor: Clipboard['successor'];
  isClosed = false;

  watch<Refusal extends string>(options: ClipboardWatchOptions<Refusal>): ClipboardWatch {
    this.#watch = options;
    if (this.#present !== null) void this.#tell(this.#present, true);
    return {
      readAgain: async (isStill) => {
        // The system is asked for the owner.
        await turn();
        return this.#present === null || !isStill() ? null : await this.#read(this.#present, false, true);
      },
      stop: () => {
        this.#watch = null;
      },
    };
  }

  watchSelected<Refusal extends string>(options: ClipboardWatchOptions<Refusal>): ClipboardWatch {
    this.#selected = options;
    return {
      readAgain: async () => null,
      stop: () => {
        this.#selected = null;
      },
    };
  }

  /** Somebody watches what is selected. */
  get isSelectedWatched(): boolean {
    return this.#selected !== null;
  }

  /** Text is selected in another program, and stands. `meanwhile`: what happens while it stands. */
  async select(copy: FakeCopy, meanwhile: () => void = () => {}): Promise<void> {
    const watch = this.#selected;
    const isWanted = (): boolean =>
      watch?.isWanted?.({ initial: false, clearedBy: null, client: copy.client ?? null, ordinal: this.#copies + 1, atMs: Date.now() }) !==
      false;
    if (watch === null || !isWanted()) return;
    meanwhile();
    if (this.#selected !== watch || !isWanted()) return;
    const event = await this.#read(copy, false, false, watch);
    if (event !== null) watch.onEvent(event);
  }

  /** Another program copies. Resolves when the watcher knows the outcome. */
  async copy(copy: FakeCopy): Promise<void> {
    this.#present = copy;
    this.#client = copy.client ?? this.#client + 1;
    this.offered = null;
    await this.#tell(copy, false);
  }

  /** Another program copies, and its content can't be read. */
  miss(because: MissReason, initial = false): void {
    if (!this.#isWanted(initial)) return;
    this.#copies += 1;
    this.#watch?.onEvent({ kind: 'missed', ordinal: this.#copies, copiedAtMs: Date.now(), initial, because });
  }

  clear(by: ClearedBy = 'request', isInitial = false): void {
    this.#present = null;
    this.offered = null;
    // Who copies nothing is an owner, and has cleared it all the same.
    if (this.#isWanted(false, by === 'end' ? 'end' : 'request'))
      this.#watch?.onEvent({ kind: 'cleared', atMs: Date.now(), by, ...(isInitial ? { isInitial: true } : {}) });
  }

  /** The display is lost. */
  lose(): void {
    this.#watch?.onLost('display-gone');
    this.#watch = null;
  }

  async offerSelected(representations: readonly OfferedRepresentation[]): Promise<Outcome<void, OfferFailure>> {
    this.offeredSelected = representations;
    return done(undefined);
  }

  async offer(representations: readonly OfferedRepresentation[]): Promise<Outcome<void, OfferFailure>> {
    this.#present = null;
    this.offered = representations;
    return done(undefined);
  }

  async takeOver(representations: readonly OfferedRepresentation[], isWanted: () => boolean): Promise<Outcome<void, OfferFailure>> {
    return this.#present === null && isWanted() ? this.offer(representations) : failed('not-owner');
  }

  async session(): Promise<string> {
    return this.sessionName;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.#watch = null;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  #isWanted(initial: boolean, clearedBy: 'request' | 'end' | null = null): boolean {
    const client = clearedBy === null && !this.isAnonymous ? this.#client : null;
    return this.#watch?.isWanted?.({ initial, clearedBy, client, ordinal: this.#copies + 1, atMs: Date.now() }) !== false;
  }

  async #tell(copy: FakeCopy, initial: boolean): Promise<void> {
    const watch = this.#watch;
    if (watch === null || !this.#isWanted(initial)) return;
    const event = await this.#read(copy, initial, false);
    if (event !== null) watch.onEvent(event);
  }

  async #read(copy: FakeCopy, initial: boolean, isAsked: boolean, watch = this.#watch): Promise<CopyEvent | null> {
    if (watch === null) return null;
    this.#copies += 1;
    const owner = { ...nobody, ...copy.owner };
    const made = { ordinal: this.#copies, copiedAtMs: Date.now(), initial };
    const client = this.isAnonymous ? null : (copy.client ?? this.#client);
    const notice: CopyNotice = { ...made, client, owner, isOwnerComplete: !copy.ownerTooLate, ownerMayBe: copy.ownerMayBe ?? [] };
    const verdict = copy.concealed ? { refuse: 'concealed' } : isAsked ? 'read' : watch.judge(notice);
    if (verdict !== 'read') return { kind: 'refused', ...made, because: verdict.refuse };
    const obtained = await Promise.all(
      Object.entries(copy.content).map(([mediaType, content]) => this.#represent(watch, mediaType, content)),
    );
    const representations = obtained.filter((each) => each !== null);
    if (obtained.length > 0 && representations.length === 0) return { kind: 'missed', ...made, because: 'not-written' };
    const missing = Object.keys(copy.content).filter((_, position) => obtained[position] === null);
    const timings = { judgedAfterMs: 0, readAfterMs: 0 };
    return { kind: 'copy', copy: { ...notice, representations, missing, sourceUrl: copy.sourceUrl ?? null, timings } };
  }

  async #represent(watch: ClipboardWatchOptions, mediaType: string, content: string | Buffer): Promise<Representation | null> {
    const spool = watch.newContent();
    await spool.write(Buffer.from(content));
    const whole = await spool.finish();
    return !whole.ok ? null : { mediaType, content: whole.value };
  }
}
