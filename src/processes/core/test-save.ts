/**
 * `POST /api/save/test`: recorded, judged, saved by the worker, and answered only when the file is durable. On an error nothing stays, or the answer
 * says that it may.
 */

import { tooLate, within } from '../../base/deadline.ts';
import { diskReasonOf } from '../../base/files/disk-error.ts';
import { ContentSpool } from '../../base/files/spooled-content.ts';
import type { SavedAnswer } from '../../contract/bridge.ts';
import { savedOverBridge } from '../../contract/fragment-words.ts';
import type { FragmentReason, JournalFragment, NewCapture } from '../../contract/journal.ts';
import { told } from '../../domain/language/say.ts';
import { isPlainFileName } from '../../domain/saving/harmless-name.ts';
import type { Answer } from '../../http/answer.ts';
import type { CaptureOutcome, RecordedCapture } from '../../journal/captures/captures.ts';
import { discardContents } from '../../journal/captures/temporary-contents.ts';
import { currentNumber } from '../../journal/fragments/earlier-copies.ts';
import { readFragment } from '../../journal/fragments/fragments.ts';
import type { JournalReader } from '../../journal/journal.ts';
import { isUnanswered } from '../../journal/writing/write-failure.ts';
import type { WriteOutcome } from '../../journal/writing/write-outcome.ts';
import type { JournalWriter } from '../../journal/writing/writer.ts';
import { Withdrawals } from './withdrawn-saves.ts';

/** Shorter than the server's limit for a request, so that the client gets our answer. */
const answerWithinMs = 10_000;
/** The worker's message may be lost if the worker crashes; its result is in the journal. */
const lookEveryMs = 250;
/** The longest that the sender waits for the confirmation that nothing is left of a failed save. */
const withdrawnWithinMs = 3_000;
/** Saves that the journal has not confirmed yet. Without this limit, a journal that accepts nothing would fill the memory. */
const mostOpen = 64;
const mayBeSaved = told('Hub could not write to its journal in time; the file may still be saved. See: hub history');

export interface TestSaveParts {
  readonly journal: JournalReader;
  readonly writer: JournalWriter;
  readonly judge: () => void;
  /** Called when a save was withdrawn, and its fragment with it. */
  readonly withdrawn: (fragmentId: number) => void;
  /** How long a sender waits for the answer, and how long between two attempts to withdraw a save; Hub's own by default. */
  readonly answerWithinMs?: number;
  readonly retryMs?: number;
}

export class TestSaves implements Disposable {
  readonly #parts: TestSaveParts;
  readonly #withdrawals: Withdrawals;
  readonly #waiting = new Map<number, PromiseWithResolvers<void>>();
  /** Recorded late, or to be withdrawn. */
  #open = 0;

  constructor(parts: TestSaveParts) {
    this.#parts = parts;
    this.#withdrawals = new Withdrawals(parts);
  }

  [Symbol.dispose](): void {
    this.#withdrawals[Symbol.dispose]();
  }

  /** Called when the save worker has settled a fragment. */
  settled(fragmentId: number): void {
    this.#waiting.get(fragmentId)?.resolve();
  }

  async save({ content, filename }: { readonly content: string; readonly filename: string }): Promise<Answer> {
    if (!isPlainFileName(filename)) return problem(told('filename has to be a plain file name, without a folder'));
    if (this.#open >= mostOpen) return unavailable(told('Hub cannot write to its journal now; nothing was saved.'));
    const endAtMs = performance.now() + (this.#parts.answerWithinMs ?? answerWithinMs);
    const spool = new ContentSpool({ folder: this.#parts.journal.blobs });
    await spool.write(Buffer.from(content));
    const kept = await spool.finish();
    if (!kept.ok) return { kind: 'problem', reason: kept.reason === 'no-space' ? 'disk-full' : 'unavailable' };
    const recorded = await this.#record(
      {
        origin: 'bridge',
        copiedAtMs: Date.now(),
        source: { type: 'other', name: savedOverBridge, path: '', app: { name: null, executable: null, pid: null, windowTitle: null } },
        givenName: filename,
        fragments: [{ kind: 'text', representations: [{ mediaType: 'text/plain', content: kept.value }] }],
      },
      endAtMs,
    );
    if ('kind' in recorded) return recorded;
    const fragmentId = Number(recorded.fragmentIds[0]);
    const settled = Promise.withResolvers<void>();
    this.#waiting.set(fragmentId, settled);
    try {
      this.#parts.judge();
      return await this.#answer(recorded, fragmentId, !(await this.#settles(fragmentId, settled.promise, endAtMs)));
    } finally {
      this.#waiting.delete(fragmentId);
    }
  }

  /** The recorded capture, or the answer if it was not recorded. If it is recorded later, it is withdrawn. */
  async #record(capture: NewCapture, endAtMs: number): Promise<RecordedCapture | Answer> {
    const writing = this.#parts.writer.write('recordCaptures', [capture]);
    const written = await within(endAtMs - performance.now(), writing);
    if (written === tooLate) {
      void this.#stayOpen(writing.then((late) => this.#takeBack(capture, late)));
      return unavailable(mayBeSaved);
    }
    const recorded = written.ok ? written.value[0] : null;
    if (recorded?.ok) return recorded.value;
    discardContents(capture);
    if (!written.ok && isUnanswered(written)) return unavailable(mayBeSaved);
    if (!written.ok && isNoRoom(written.code)) return { kind: 'problem', reason: 'disk-full' };
    return unavailable(told('Hub cannot write this to its journal; nothing was saved.'));
  }

  async #takeBack(capture: NewCapture, written: WriteOutcome<readonly CaptureOutcome[]>): Promise<void> {
    const [recorded] = written.ok ? written.value : [];
    if (recorded?.ok) await this.#withdrawals.take(recorded.value);
    else discardContents(capture);
  }

  async #stayOpen<Value>(work: Promise<Value>): Promise<Value> {
    this.#open += 1;
    return work.finally(() => {
      this.#open -= 1;
    });
  }

  /** False if the save was not settled in time. */
  async #settles(fragmentId: number, told: Promise<void>, endAtMs: number): Promise<boolean> {
    while (performance.now() < endAtMs) {
      if ((await within(lookEveryMs, told)) !== tooLate) return true;
      const state = readFragment(this.#parts.journal, fragmentId)?.state;
      if (state !== 'captured' && state !== 'kept') return true;
    }
    return false;
  }

  async #answer(recorded: RecordedCapture, fragmentId: number, late: boolean): Promise<Answer> {
    // A later copy of the same content may have it by now; it takes over only what has its file.
    const fragment = readFragment(this.#parts.journal, currentNumber(this.#parts.journal, fragmentId));
    if (fragment !== null && fragment.id !== fragmentId) return { kind: 'json', value: receiptOf(fragment) };
    if (fragment === null) return unavailable(told('It was deleted before it was saved.'));
    if (fragment.state === 'saved') return { kind: 'json', value: receiptOf(fragment) };
    const withdrawn = await within(withdrawnWithinMs, this.#stayOpen(this.#withdrawals.take(recorded)));
    if (withdrawn === tooLate || withdrawn === null) return unavailable(mayBeSaved);
    if (!withdrawn) return this.#answer(recorded, fragmentId, late);
    return late ? unavailable(told('The save worker did not answer in time; nothing was saved.')) : failureOf(fragment.reason);
  }
}

function receiptOf(fragment: JournalFragment): SavedAnswer {
  return { ok: true, path: fragment.savedPath ?? '', bytes: fragment.bytes, sha256: fragment.sha256, duplicate: fragment.duplicate };
}

function failureOf(reason: FragmentReason | null): Answer {
  if (reason === 'disk_full') return { kind: 'problem', reason: 'disk-full' };
  if (reason === 'path_too_long') return problem(told('the path of the saved file would be over 260 characters'));
  if (reason === 'no_permission') return unavailable(told('Hub does not have permission to write to the WorkSpace.'));
  if (reason === 'outside_workspace') return unavailable(told('The folder to save into is a link to a place outside the WorkSpace.'));
  return unavailable(told('The WorkSpace cannot be written to now.'));
}

function unavailable(detail: string): Answer {
  return { kind: 'problem', reason: 'unavailable', detail };
}

function problem(detail: string): Answer {
  return { kind: 'problem', reason: 'invalid-request', detail };
}

/** SQLITE_FULL (https://sqlite.org/rescode.html#full), or the system's error for it. */
function isNoRoom(code: string): boolean {
  return code === 'ERR_SQLITE_13' || diskReasonOf(code) === 'disk-full';
}
