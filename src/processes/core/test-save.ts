/** `POST /api/save/test`: journalled, judged, saved by the worker, and answered only when the file is durable. On an error nothing stays. */

import { type Deferred, deferred, tooLate, within } from '../../base/deadline.ts';
import { Spill } from '../../base/spill.ts';
import type { SavedAnswer } from '../../contract/bridge.ts';
import type { JournalFragment, NewCapture, Reason } from '../../contract/journal.ts';
import { isPlainFileName } from '../../domain/file-name.ts';
import { type CaptureOutcome, discardContents, type RecordedCapture } from '../../journal/captures.ts';
import { readFragment } from '../../journal/fragments.ts';
import type { JournalReader } from '../../journal/journal.ts';
import type { JournalWriter } from '../../journal/writer.ts';
import type { Written } from '../../journal/writes.ts';
import type { Answer } from '../http-answer.ts';

/** Below the server's limit for a whole request, so that the sender hears from us. */
const answerWithinMs = 10_000;
/** The worker's word may be lost with the worker; what it did stands in the journal. */
const lookEveryMs = 250;

export interface TestSaveParts {
  readonly journal: JournalReader;
  readonly writer: JournalWriter;
  readonly judge: () => void;
  /** Hears that a save was taken back, and its fragment with it. */
  readonly withdrawn: (fragmentId: number) => void;
}

export class TestSaves {
  readonly #parts: TestSaveParts;
  readonly #waiting = new Map<number, Deferred<void>>();

  constructor(parts: TestSaveParts) {
    this.#parts = parts;
  }

  /** Hears that the save worker came to an end with a fragment. */
  settled(fragmentId: number): void {
    this.#waiting.get(fragmentId)?.resolve();
  }

  async save({ content, filename }: { readonly content: string; readonly filename: string }): Promise<Answer> {
    if (!isPlainFileName(filename)) return problem('filename has to be a plain file name, without a folder');
    const endAtMs = performance.now() + answerWithinMs;
    const spill = new Spill({ folder: this.#parts.journal.blobs });
    await spill.write(Buffer.from(content));
    const kept = await spill.finish();
    if (!kept.ok) return { kind: 'problem', reason: kept.reason === 'no-space' ? 'disk-full' : 'unavailable' };
    const recorded = await this.#record(
      {
        origin: 'bridge',
        copiedAtMs: Date.now(),
        source: { type: 'other', name: 'bridge', path: '', app: { name: null, executable: null, pid: null, windowTitle: null } },
        givenName: filename,
        fragments: [{ kind: 'text', representations: [{ mediaType: 'text/plain', content: kept.value }] }],
      },
      endAtMs,
    );
    if ('kind' in recorded) return recorded;
    const { captureId, fragmentIds } = recorded;
    const fragmentId = Number(fragmentIds[0]);
    const settled = deferred<void>();
    this.#waiting.set(fragmentId, settled);
    try {
      this.#parts.judge();
      return await this.#answer(captureId, fragmentId, !(await this.#settles(fragmentId, settled.promise, endAtMs)));
    } finally {
      this.#waiting.delete(fragmentId);
    }
  }

  /** What was recorded, or the answer where it was not. One that is recorded after that is taken back. */
  async #record(capture: NewCapture, endAtMs: number): Promise<RecordedCapture | Answer> {
    const writing = this.#parts.writer.write('recordCaptures', [capture]);
    const written = await within(endAtMs - performance.now(), writing);
    if (written === tooLate) {
      void writing.then((late) => this.#takeBack(capture, late));
      return { kind: 'problem', reason: 'unavailable', detail: 'Hub could not write to its database in time; nothing was saved.' };
    }
    const recorded = written.ok ? written.value[0] : null;
    if (recorded?.ok) return recorded.value;
    discardContents(capture);
    if (!written.ok && isNoRoom(written.code)) return { kind: 'problem', reason: 'disk-full' };
    return { kind: 'problem', reason: 'unavailable', detail: 'Hub cannot write this to its database; nothing was saved.' };
  }

  async #takeBack(capture: NewCapture, written: Written<readonly CaptureOutcome[]>): Promise<void> {
    if (!written.ok) return discardContents(capture);
    const [recorded] = written.value;
    if (recorded?.ok) await this.#parts.writer.write('withdraw', recorded.value.captureId);
  }

  /** False when the save has not come to an end in time. */
  async #settles(fragmentId: number, told: Promise<void>, endAtMs: number): Promise<boolean> {
    while (performance.now() < endAtMs) {
      if ((await within(lookEveryMs, told)) !== tooLate) return true;
      const state = readFragment(this.#parts.journal, fragmentId)?.state;
      if (state !== 'captured' && state !== 'kept') return true;
    }
    return false;
  }

  async #answer(captureId: number, fragmentId: number, late: boolean): Promise<Answer> {
    const fragment = readFragment(this.#parts.journal, fragmentId);
    if (fragment === null) return { kind: 'problem', reason: 'unavailable', detail: 'It was deleted before it was saved.' };
    if (fragment.state === 'saved') return { kind: 'json', value: receiptOf(fragment) };
    const withdrawn = await this.#parts.writer.write('withdraw', captureId);
    if (!withdrawn.ok)
      return { kind: 'problem', reason: 'unavailable', detail: 'Hub cannot write to its database now; the file may still be saved later.' };
    if (!withdrawn.value) return this.#answer(captureId, fragmentId, late);
    this.#parts.withdrawn(fragmentId);
    return late
      ? { kind: 'problem', reason: 'unavailable', detail: 'The save worker did not answer in time; nothing was saved.' }
      : failureOf(fragment.reason);
  }
}

function receiptOf(fragment: JournalFragment): SavedAnswer {
  return { ok: true, path: fragment.savedPath ?? '', bytes: fragment.bytes, sha256: fragment.sha256, duplicate: fragment.duplicate };
}

function failureOf(reason: Reason | null): Answer {
  if (reason === 'disk_full') return { kind: 'problem', reason: 'disk-full' };
  if (reason === 'path_too_long') return problem('the path of the saved file would be over 260 characters');
  if (reason === 'no_permission')
    return { kind: 'problem', reason: 'unavailable', detail: 'Hub does not have permission to write to the WorkSpace.' };
  if (reason === 'outside_workspace')
    return { kind: 'problem', reason: 'unavailable', detail: 'The folder to save into is a link to a place outside the WorkSpace.' };
  return { kind: 'problem', reason: 'unavailable', detail: 'The WorkSpace cannot be written to now.' };
}

function problem(detail: string): Answer {
  return { kind: 'problem', reason: 'invalid-request', detail };
}

/** SQLITE_FULL (https://sqlite.org/rescode.html#full), or the system's word for it. */
function isNoRoom(code: string): boolean {
  return code === 'ERR_SQLITE_13' || code === 'ENOSPC' || code === 'EDQUOT';
}
