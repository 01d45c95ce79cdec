/**
 * Has every copy that the thread reports judged, and read if it may be. Nothing of a copy is read before `judge` has allowed it; its owner, which the system
 * knows, and the names of its formats cost nobody anything.
 */

import { tooLate, within } from '../../../base/deadline.ts';
import type { ContentSpool } from '../../../base/files/spooled-content.ts';
import { type DetailedLog, msSince } from '../../../base/log.ts';
import { dropContent, removeFiles } from '../content-sinks.ts';
import type {
  ClipboardWatch,
  ClipboardWatchOptions,
  CopyEvent,
  CopyNotice,
  KnownWindow,
  MissReason,
  OwnerFacts,
  OwnerIdentity,
  Representation,
} from '../interface.ts';
import { type ClipboardLimits, clipboardLimits } from '../limits.ts';
import { concealsByPresence } from '../marks.ts';
import { UntoldCopies } from '../untold-copies.ts';
import type { Description, ReadContent, ReadOutcome, ThreadReport, WindowOfProgram } from './thread-messages.ts';
import type { ClipboardThread } from './thread-owner.ts';

export interface KeptWatchParts<Refusal extends string> {
  readonly thread: Pick<ClipboardThread, 'ask' | 'order'>;
  readonly options: ClipboardWatchOptions<Refusal>;
  readonly log: DetailedLog;
  readonly formats: SystemFormats;
}

/** What differs from system to system. */
export interface SystemFormats {
  /** Whether any of a copy with these formats can be read. */
  isReadable(formats: readonly string[], isTextAlone: boolean): boolean;
  /** Writes the picture in pieces; false if it is none. Only where a content can be a bitmap. */
  writeBitmap?(bitmap: Buffer, write: (piece: Buffer) => Promise<void>): Promise<boolean>;
}

/** A copy that is being read: what is known of it without its content. */
interface Copy {
  readonly made: Pick<CopyNotice, 'ordinal' | 'copiedAtMs' | 'initial'>;
  readonly now: Description;
  readonly startedAt: number;
}

const unknownOwner: OwnerIdentity = { name: null, executable: null, pid: null, windowTitle: null };
const unknownWindow: KnownWindow = { pid: null, executable: null, className: null, title: null, isHub: false };
/** A content is hashed and written in pieces, and others have their turn between them. */
const pieceBytes = 1_024 * 1_024;

export class KeptWatch<Refusal extends string> implements ClipboardWatch {
  readonly #thread: KeptWatchParts<Refusal>['thread'];
  readonly #options: ClipboardWatchOptions<Refusal>;
  readonly #limits: ClipboardLimits;
  readonly #log: DetailedLog;
  readonly #formats: SystemFormats;
  readonly #untold = new UntoldCopies();
  #copies = 0;
  #stopped = false;

  constructor({ thread, options, log, formats }: KeptWatchParts<Refusal>) {
    this.#thread = thread;
    this.#options = options;
    this.#limits = { ...clipboardLimits, ...options.limits };
    this.#log = log;
    this.#formats = formats;
  }

  start(): void {
    this.#thread.order({ do: 'watch' });
  }

  stop(): void {
    if (!this.#stopped) this.#thread.order({ do: 'unwatch' });
    this.#stopped = true;
  }

  /** Resolves when nothing of the copies that were being read is left; call `stop` first. */
  get ended(): Promise<unknown> {
    return this.#untold.ended;
  }

  /** The thread has ended, which no stopped watch is told. What has arrived of a copy is kept, and one of which nothing has arrived is counted, before that is told. */
  async lost(): Promise<void> {
    if (this.#stopped) return;
    await this.#untold.lost();
    if (this.#stopped) return;
    this.#stopped = true;
    this.#options.onLost('display-gone');
  }

  /** The thread's report. An exception is a bug; it costs one event, and must not end the watch with all other copies. */
  changed({ isInitial, missed, now }: Extract<ThreadReport, { is: 'changed' }>): void {
    if (this.#stopped) return;
    this.#log.debug('clipboard changed', { initial: isInitial, missed, formats: now?.formats?.length ?? null });
    for (let each = 0; each < missed; each += 1) this.#guarded(() => this.#onMissed());
    if (now !== null) this.#guarded(() => this.#onChange(now, isInitial));
  }

  async readAgain(isStill: () => boolean): Promise<CopyEvent<Refusal> | null> {
    const answer = await within(this.#limits.silenceMs, this.#thread.ask({ do: 'describe' }));
    if (answer === null || answer === tooLate || this.#stopped || !isStill()) return null;
    const { now } = answer;
    if (now.isOurs || isEmpty(now)) return null;
    return this.#read(this.#begin(now, false), () => 'read');
  }

  /** Another copy came before anyone could see whose this one was. */
  #onMissed(): void {
    const made = { ordinal: this.#copies + 1, copiedAtMs: Date.now(), initial: false };
    if (this.#options.isWanted?.({ initial: false, clearedBy: null, client: null, ordinal: made.ordinal, atMs: made.copiedAtMs }) === false)
      return;
    this.#copies += 1;
    this.#options.onEvent({ kind: 'missed', ...made, because: 'replaced' });
  }

  #onChange(now: Description, initial: boolean): void {
    if (now.isOurs) return;
    const clearedBy = !isEmpty(now) ? null : initial ? 'end' : 'request';
    const client = clearedBy === null ? (now.owner?.pid ?? null) : null;
    const found = { initial, clearedBy, client, ordinal: this.#copies + 1, atMs: now.atMs } as const;
    if (this.#options.isWanted?.(found) === false) return this.#thread.order({ do: 'drop', sequence: now.sequence });
    if (clearedBy !== null)
      return this.#options.onEvent({ kind: 'cleared', atMs: now.atMs, by: clearedBy, ...(initial ? { isInitial: true } : {}) });
    const reading = this.#read(this.#begin(now, initial), (notice) => this.#options.judge(notice));
    this.#untold.add(reading.then((event) => event !== null && this.#guarded(() => this.#options.onEvent(event))));
  }

  #begin(now: Description, initial: boolean): Copy {
    this.#copies += 1;
    return { made: { ordinal: this.#copies, copiedAtMs: now.atMs, initial }, now, startedAt: performance.now() };
  }

  /** Null if the watch has ended meanwhile. Never rejects. */
  async #read(copy: Copy, judge: ClipboardWatchOptions<Refusal>['judge']): Promise<CopyEvent<Refusal> | null> {
    const spools: ContentSpool[] = [];
    try {
      const event = await this.#readInOrder(copy, judge, spools);
      if (!this.#stopped || this.#untold.isLost) return event;
      await dropContent(event);
      return null;
    } catch (error) {
      this.#options.onFault(error);
      return missed(copy, 'unexpected');
    } finally {
      await Promise.all(spools.map((spool) => spool.discard()));
    }
  }

  async #readInOrder(copy: Copy, judge: ClipboardWatchOptions<Refusal>['judge'], spools: ContentSpool[]): Promise<CopyEvent<Refusal>> {
    const { made, now, startedAt } = copy;
    const refused = (because: Refusal | 'concealed'): CopyEvent<Refusal> => ({ kind: 'refused', ...made, because });
    if (now.formats === null) return missed(copy, 'too-large');
    if (concealsByPresence(now.formats)) return refused('concealed');
    const { identity, isKnown } = this.#options.identifyOwner(factsOf(now, made.initial));
    const program = isKnown ? identity.name : null;
    const notice: CopyNotice = { ...made, client: now.owner?.pid ?? null, owner: identity, isOwnerComplete: isKnown, ownerMayBe: [] };
    // The active window must not influence a rule.
    const verdict = judge(isKnown ? notice : { ...notice, owner: unknownOwner });
    if (verdict !== 'read') {
      this.#thread.order({ do: 'drop', sequence: now.sequence });
      return refused(verdict.refuse);
    }
    const judgedAfterMs = performance.now() - startedAt;
    const isTextAlone = this.#options.isTextAlone === true;
    if (!this.#formats.isReadable(now.formats, isTextAlone)) return missed(copy, 'nothing-usable', program);
    const outcome = await this.#content(now.sequence, isTextAlone);
    this.#log.debug('copy read', { ordinal: made.ordinal, is: outcome.is, ms: msSince(startedAt) });
    if (outcome.is === 'concealed') return refused('concealed');
    if (outcome.is !== 'contents') return missed(copy, outcome.is === 'replaced' ? 'replaced' : 'owner-silent', program);
    const kept = await this.#keepAll(outcome.contents, spools);
    if (kept.every((each) => each === 'empty')) return { kind: 'cleared', atMs: made.copiedAtMs, by: identity };
    const representations = kept.flatMap((each) => (typeof each === 'string' ? [] : [each]));
    if (representations.length === 0) return missed(copy, worstOf(kept), program);
    const missing = outcome.contents.flatMap(({ mediaType }, at) => (isLost(kept[at]) ? [mediaType] : []));
    const timings = { judgedAfterMs, readAfterMs: performance.now() - startedAt };
    return { kind: 'copy', copy: { ...notice, representations, missing, sourceUrl: addressOf(outcome.sourceUrl), timings } };
  }

  /** `silent`: the owner has not written yet what it had only announced. */
  async #content(sequence: number, isTextAlone: boolean): Promise<ReadOutcome | { readonly is: 'silent' }> {
    const { limits, ...asked } = { limits: this.#limits, sequence, isTextAlone, thenAhead: this.#options.needsOwner?.() !== true };
    // The thread gives up by itself after `silenceMs`, unless the owner keeps it waiting while it writes its content.
    const answer = await within(2 * limits.silenceMs, this.#thread.ask({ do: 'read', ...asked, limits }));
    return answer === tooLate || answer === null ? { is: 'silent' } : answer.outcome;
  }

  async #keepAll(contents: readonly ReadContent[], spools: ContentSpool[]): Promise<readonly Kept[]> {
    const kept: Kept[] = [];
    try {
      for (const content of contents) kept.push(await this.#keep(content, spools));
    } catch (error) {
      await removeFiles(kept.filter((each) => typeof each !== 'string'));
      throw error;
    }
    return kept;
  }

  async #keep({ mediaType, isBitmap, bytes }: ReadContent, spools: ContentSpool[]): Promise<Kept> {
    if (typeof bytes === 'string') return bytes;
    if (bytes.length === 0) return 'empty';
    const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const spool = this.#options.newContent();
    spools.push(spool);
    if (isBitmap) {
      if (!(await this.#formats.writeBitmap?.(whole, (piece) => spool.write(piece)))) return 'nothing-usable';
    } else for (let at = 0; at < whole.length; at += pieceBytes) await spool.write(whole.subarray(at, at + pieceBytes));
    const content = await spool.finish();
    return content.ok ? { mediaType, content: content.value } : 'not-written';
  }

  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#options.onFault(error);
    }
  }
}

type Kept = Representation | 'empty' | 'too-large' | 'refused' | 'not-written' | 'nothing-usable';

function isLost(kept: Kept | undefined): boolean {
  return typeof kept === 'string' && kept !== 'empty';
}

/** Why a copy without any content is missed: the most informative reason. */
function worstOf(kept: readonly Kept[]): MissReason {
  const order = ['too-large', 'not-written', 'nothing-usable'] as const;
  return order.find((reason) => kept.includes(reason)) ?? 'owner-refused';
}

function missed({ made }: Copy, because: MissReason, program: string | null = null): CopyEvent<never> {
  return { kind: 'missed', ...made, because, program };
}

/** Nothing is there, or what a Hub had put there that has ended: it puts it there again. */
function isEmpty({ formats, isLeft }: Description): boolean {
  return formats?.length === 0 || isLeft;
}

/** A window's class is a name for programmers here, so a program is known by its file. */
function factsOf({ owner, active }: Description, isInitial: boolean): OwnerFacts {
  return {
    owner: owner === null ? unknownWindow : windowOf(owner),
    process: { is: owner === null ? 'untold' : 'alive' },
    active: active === null ? null : windowOf(active),
    isSameClient: false,
    isInitial,
  };
}

function windowOf({ pid, executable, title }: WindowOfProgram): KnownWindow {
  const isHub = executable !== null && executable.toLowerCase() === process.execPath.toLowerCase();
  return { pid, executable, className: null, title, isHub };
}

function addressOf(address: string | null): string | null {
  return address !== null && /^(https?|file):/i.test(address) && URL.canParse(address) ? address : null;
}
