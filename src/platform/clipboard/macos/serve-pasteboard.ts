/**
 * The thread that has the pasteboard. macOS announces no change, so the count of changes is asked for: four times a second while somebody uses the computer,
 * and once a second otherwise. This is the one clipboard that Hub polls.
 */
import type { MessagePort } from 'node:worker_threads';
import { errorCode } from '../../../base/log.ts';
import type { Description, OfferOutcome, ReadOutcome, ThreadOrder, ThreadReport, WindowOfProgram } from '../kept/thread-messages.ts';
import { offerType } from './formats.ts';
import type { Pasteboard } from './pasteboard.ts';

export interface ServedPasteboard {
  readonly pasteboard: Pasteboard;
  readonly port: MessagePort;
  /** The program in front, whose copy it is: the pasteboard does not tell. Null if there is none. */
  front(): WindowOfProgram | null;
  /** For how long nobody has used the computer, in seconds. */
  idleSeconds(): number;
}

type ReadOrder = Extract<ThreadOrder, { do: 'read' }>;
type OfferOrder = Extract<ThreadOrder, { do: 'offer' }>;

/** A copy is seen before anybody can paste it elsewhere. */
const usedEveryMs = 250;
const idleEveryMs = 1_000;
const idleAfterSeconds = 60;
/** A program that copies empties the pasteboard first, then announces its types, at once or one after the other; the count stays. */
const settlesWithinMs = 200;
const settledAfterMs = 20;
/** … and then writes them. What it has only announced is asked for again, so many times. */
const writesWithinTries = 3;
const writesAfterMs = 40;

/** The time until the next look, in ms. */
export function nextLookMs(idleSeconds: number): number {
  return idleSeconds >= idleAfterSeconds ? idleEveryMs : usedEveryMs;
}

/** Says that it is ready, and serves orders until it is told to end, or the user forbids it. */
export function servePasteboard(parts: ServedPasteboard): void {
  if (parts.pasteboard.isDenied) return parts.port.postMessage({ is: 'ready', fails: 'denied' } satisfies ThreadReport);
  new PasteboardServer(parts).start();
}

class PasteboardServer {
  readonly #parts: ServedPasteboard;
  #seen = 0;
  #own: number | null = null;
  /** What was reported last had no types: its program may be about to announce them, which leaves the count as it is. */
  #isEmpty = false;
  #isWatching = false;
  #timer: NodeJS.Timeout | undefined;
  #settling: NodeJS.Timeout | undefined;

  constructor(parts: ServedPasteboard) {
    this.#parts = parts;
  }

  start(): void {
    this.#parts.port.on('message', (order: ThreadOrder) => this.#guarded(() => this.#carryOut(order)));
    this.#say({ is: 'ready', fails: null });
  }

  #carryOut(order: ThreadOrder): void {
    if (order.do === 'watch') return this.#watch();
    if (order.do === 'unwatch') return this.#unwatch();
    if (order.do === 'end') return this.#end();
    if (order.do === 'describe') return this.#say({ is: 'described', id: order.id, now: this.#describe() });
    if (order.do === 'read') return this.#read(order);
    if (order.do === 'offer') this.#say({ is: 'offered', id: order.id, outcome: this.#offer(order) });
  }

  #watch(): void {
    this.#isWatching = true;
    const now = { ...this.#describe(), owner: null };
    this.#report(now, true);
    this.#lookLater();
  }

  #unwatch(): void {
    this.#isWatching = false;
    clearTimeout(this.#timer);
    clearTimeout(this.#settling);
  }

  #end(): void {
    this.#unwatch();
    this.#parts.port.close();
  }

  #lookLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#guarded(() => this.#look());
      if (this.#isWatching) this.#lookLater();
    }, nextLookMs(this.#parts.idleSeconds()));
  }

  #look(): void {
    const { pasteboard } = this.#parts;
    const count = pasteboard.changeCount;
    const isFilled = count === this.#seen && this.#isEmpty && pasteboard.types()?.length !== 0;
    if ((count === this.#seen && !isFilled) || count === this.#own) return;
    if (pasteboard.isDenied) return this.#end();
    this.#seen = count;
    this.#isEmpty = false;
    this.#settle(this.#describe(), performance.now());
  }

  /** Reported once two looks in a row have seen as many types. The program in front may be another one by then. */
  #settle(before: Description, sinceMs: number): void {
    clearTimeout(this.#settling);
    this.#settling = setTimeout(() => {
      this.#guarded(() => {
        const latest = this.#describe();
        const { atMs, owner, active } = before;
        const now = latest.sequence === before.sequence ? { ...latest, atMs, owner, active } : latest;
        const isSame = now.sequence === before.sequence && now.formats?.length === before.formats?.length && now.formats?.length !== 0;
        if (!isSame && performance.now() - sinceMs < settlesWithinMs) return this.#settle(now, sinceMs);
        this.#report(now, false);
      });
    }, settledAfterMs);
  }

  #report(now: Description, isInitial: boolean): void {
    this.#seen = now.sequence;
    this.#isEmpty = now.formats?.length === 0;
    this.#say({ is: 'changed', isInitial, missed: 0, now });
  }

  #describe(): Description {
    const { pasteboard } = this.#parts;
    // The count comes first: whatever changes after it is another copy.
    const sequence = pasteboard.changeCount;
    const formats = pasteboard.types();
    const front = this.#parts.front();
    const isOurs = sequence === this.#own;
    const isLeft = !isOurs && formats?.includes(offerType) === true;
    return { sequence, atMs: Date.now(), isOurs, isLeft, formats, owner: front, active: front };
  }

  #read(order: ReadOrder, tries = writesWithinTries): void {
    const { id, sequence, limits, isTextAlone } = order;
    const { pasteboard } = this.#parts;
    const read = pasteboard.changeCount === sequence ? pasteboard.read(limits, isTextAlone) : 'replaced';
    if (tries > 0 && read !== null && read !== 'replaced' && read.contents.some(({ bytes }) => bytes === 'refused')) {
      setTimeout(() => this.#guarded(() => this.#read(order, tries - 1)), writesAfterMs);
      return;
    }
    const outcome: ReadOutcome =
      read === 'replaced' || pasteboard.changeCount !== sequence
        ? { is: 'replaced' }
        : read === null
          ? { is: 'concealed' }
          : { is: 'contents', contents: read.contents.map((each) => ({ ...each, isBitmap: false })), sourceUrl: read.sourceUrl };
    const contents = outcome.is === 'contents' ? outcome.contents : [];
    const moved = contents.flatMap(({ bytes }) => (typeof bytes === 'string' ? [] : [bytes.buffer as ArrayBuffer]));
    this.#say({ is: 'read', id, outcome }, moved);
  }

  #offer({ formats, over }: OfferOrder): OfferOutcome {
    const { pasteboard } = this.#parts;
    if (over === 'nothing') {
      const { formats: there, isLeft } = this.#describe();
      if (!isLeft && there?.length !== 0) return 'not-owner';
    }
    const count = pasteboard.write(formats);
    if (count === null) return 'refused';
    this.#own = count;
    this.#seen = count;
    // Another program may have copied meanwhile: that is seen as a copy.
    return pasteboard.changeCount === count ? 'done' : 'not-owner';
  }

  #say(report: ThreadReport, moved: readonly ArrayBuffer[] = []): void {
    this.#parts.port.postMessage(report, [...moved]);
  }

  /** An exception is a bug, and costs one order or one look: the pasteboard is still watched. */
  #guarded(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#say({ is: 'fault', code: errorCode(error) });
    }
  }
}
