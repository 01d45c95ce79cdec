/**
 * What became of what extensions saved: told once the core and the save worker are done with it, whichever of them crashed meanwhile. The journal knows it,
 * so it is looked at as long as something is due; and a pairing that was away is told when it is back. What was sent may be lost with its connection: it counts
 * as told once its extension has named it in a beat, and comes again with each connection until then.
 */
import { errorCode, type Log } from '../../base/log.ts';
import { limitedLine } from '../../base/log-rate-limit.ts';
import type { ListenerMessage } from '../../contract/extension-messages.ts';
import type { JournalFragment } from '../../contract/journal.ts';
import { say } from '../../domain/language/say.ts';
import { fragmentOutcome, savedPlace } from '../../domain/view/fragment-outcome.ts';
import { fragmentOfMessage, untoldMessages } from '../../journal/captures/recorded-messages.ts';
import { currentNumber } from '../../journal/fragments/earlier-copies.ts';
import { readFragment } from '../../journal/fragments/fragments.ts';
import { dataVersion, type JournalReader } from '../../journal/journal.ts';
import type { JournalWriter } from '../../journal/writing/writer.ts';

export type Receipt = Extract<ListenerMessage, { receipt: string }>;

export interface ReceiptsParts {
  readonly journal: JournalReader;
  readonly writer: JournalWriter;
  readonly log: Log;
  /** False if the pairing is not connected. */
  readonly send: (pairing: string, receipt: Receipt) => boolean;
  /** The active WorkSpace, and the user's home. */
  readonly workspace: () => string;
  readonly userHome: string;
}

interface Due {
  readonly pairing: string;
  readonly message: string;
  readonly fragmentId: number;
  readonly sinceMs: number;
  /** It was told that it takes longer. */
  isWaiting: boolean;
}

/** A person waits for the first seconds; what takes longer has a reason to. */
const soonMs = 3_000;
const everyMs = { soon: 25, later: 1_000 } as const;
/** The most that is looked at in one go, some milliseconds. */
const mostAtOnce = 100;
/** Beyond it they are told when their extension connects again. */
const mostDue = 4_000;
const failedEveryMs = 60_000;

export class Receipts implements Disposable {
  readonly #parts: ReceiptsParts;
  /** Oldest first, by pairing and message. */
  readonly #due = new Map<string, Due>();
  readonly #failed = limitedLine(failedEveryMs);
  #timer: NodeJS.Timeout | undefined;
  #seen: number | null = null;
  #lastMs = 0;

  constructor(parts: ReceiptsParts) {
    this.#parts = parts;
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#timer);
    this.#due.clear();
  }

  /** A message is recorded as this fragment, and its sender is to be told what becomes of it. */
  owe(pairing: string, message: string, fragmentId: number): void {
    this.#lastMs = performance.now();
    this.#due.set(`${pairing} ${message}`, { pairing, message, fragmentId, sinceMs: this.#lastMs, isWaiting: false });
    const [oldest] = this.#due.keys();
    if (this.#due.size > mostDue && oldest !== undefined) this.#due.delete(oldest);
    this.#again();
  }

  /** A pairing is connected: what it was not told before is due. */
  connected(pairing: string): void {
    this.#tryTo(() => {
      const { journal } = this.#parts;
      for (const message of untoldMessages(journal, pairing, mostDue)) {
        const fragmentId = fragmentOfMessage(journal, { pairing, message });
        if (fragmentId !== null && !this.#due.has(`${pairing} ${message}`)) this.owe(pairing, message, fragmentId);
      }
    });
  }

  /** A pairing has the receipts of these messages. */
  told(pairing: string, messages: readonly string[]): void {
    void this.#parts.writer.write('messagesTold', pairing, messages);
  }

  /** A pairing is gone, and is told later. */
  gone(pairing: string): void {
    for (const [key, due] of this.#due) if (due.pairing === pairing) this.#due.delete(key);
  }

  #again(): void {
    this.#seen = null;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#look(), 0).unref();
  }

  #look(): void {
    this.#tryTo(() => {
      const now = dataVersion(this.#parts.journal);
      const isNews = now !== this.#seen;
      this.#seen = now;
      if (isNews || [...this.#due.values()].some((due) => this.#isLate(due))) this.#tellSome();
    });
    if (this.#due.size === 0) return;
    const isSoon = performance.now() - this.#lastMs < soonMs;
    this.#timer = setTimeout(() => this.#look(), isSoon ? everyMs.soon : everyMs.later).unref();
  }

  /** Some at a time, and those that are not done go to the end. */
  #tellSome(): void {
    const some = [...this.#due].slice(0, mostAtOnce);
    if (this.#due.size > some.length) this.#seen = null;
    for (const [key, due] of some) {
      this.#due.delete(key);
      if (!this.#tell(due)) this.#due.set(key, due);
    }
  }

  #isLate({ isWaiting, sinceMs }: Due): boolean {
    return !isWaiting && performance.now() - sinceMs >= soonMs;
  }

  /** True if it is over: told, or its pairing is gone. */
  #tell(due: Due): boolean {
    const { journal, send } = this.#parts;
    const { pairing, message, fragmentId } = due;
    const receipt = this.#receiptOf(message, readFragment(journal, currentNumber(journal, fragmentId)), this.#isLate(due));
    if (receipt === null || (receipt.outcome === 'waiting' && due.isWaiting)) return false;
    if (!send(pairing, receipt)) return true;
    if (receipt.outcome !== 'waiting') return true;
    due.isWaiting = true;
    return false;
  }

  /** Null while it is under way. */
  #receiptOf(message: string, fragment: JournalFragment | null, isLate: boolean): Receipt | null {
    if (fragment === null) return { receipt: message, outcome: 'failed', text: say('It was deleted from the history') };
    const { state, reason, savedPath } = fragment;
    const context = { workspacePath: this.#parts.workspace(), userHome: this.#parts.userHome, minTextChars: null };
    const { text } = fragmentOutcome(fragment, context);
    if (state === 'saved' && savedPath !== null) {
      const place = savedPlace(savedPath, context);
      const end = Math.max(place.lastIndexOf('/'), place.lastIndexOf('\\'));
      return { receipt: message, outcome: 'saved', name: place.slice(end + 1), folder: place.slice(0, Math.max(end, 0)), text };
    }
    const why = reason === null ? {} : { reason };
    if (state === 'filtered') return { receipt: message, outcome: 'filtered', ...why, text };
    if (state === 'kept' && reason !== null) return { receipt: message, outcome: 'kept', ...why, text };
    if (state === 'failed') return { receipt: message, outcome: this.#isTriedAgain(fragment.id) ? 'waiting' : 'failed', ...why, text };
    return isLate ? { receipt: message, outcome: 'waiting', text } : null;
  }

  #isTriedAgain(fragmentId: number): boolean {
    return this.#parts.journal.statement('SELECT 1 FROM fragments WHERE id = ? AND wants_save = 1').get(fragmentId) !== undefined;
  }

  /** What can't be read now is read at the next look. */
  #tryTo(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#seen = null;
      const line = this.#failed.due();
      if (line !== null) this.#parts.log.warn('receipts not read', { code: errorCode(error), ...line });
    }
  }
}
