/** `POST /api/save/test`: journalled, judged, saved by the worker, and answered only when the file is durable. On an error nothing stays. */

import { type Deferred, deferred, tooLate, within } from '../../base/deadline.ts';
import { Spill } from '../../base/spill.ts';
import type { SavedAnswer } from '../../contract/bridge.ts';
import type { JournalFragment, NewCapture, Reason } from '../../contract/journal.ts';
import { isPlainFileName } from '../../domain/file-name.ts';
import { discardContents, type RecordedCapture, recordCapture } from '../../journal/captures.ts';
import { readFragment } from '../../journal/fragments.ts';
import type { Journal } from '../../journal/journal.ts';
import { withdraw } from '../../journal/progress.ts';
import type { Answer } from '../http-answer.ts';

/** Below the server's limit for a whole request, so that the sender hears from us. */
const settleWithinMs = 10_000;
/** The worker's word may be lost with the worker; what it did stands in the journal. */
const lookEveryMs = 250;

export interface TestSaveParts {
  readonly journal: Journal;
  readonly judge: () => void;
  /** Hears that a save was taken back. */
  readonly withdrawn: () => void;
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
    const spill = new Spill({ folder: this.#parts.journal.blobs });
    await spill.write(Buffer.from(content));
    const kept = await spill.finish();
    if (!kept.ok) return { kind: 'problem', reason: kept.reason === 'no-space' ? 'disk-full' : 'unavailable' };
    const recorded = this.#record({
      origin: 'bridge',
      copiedAtMs: Date.now(),
      source: { type: 'other', name: 'bridge', path: '', app: { name: null, executable: null, pid: null, windowTitle: null } },
      givenName: filename,
      fragments: [{ kind: 'text', representations: [{ mediaType: 'text/plain', content: kept.value }] }],
    });
    if (recorded === null) return { kind: 'problem', reason: 'disk-full' };
    const { captureId, fragmentIds } = recorded;
    const fragmentId = Number(fragmentIds[0]);
    const settled = deferred<void>();
    this.#waiting.set(fragmentId, settled);
    try {
      this.#parts.judge();
      return this.#answer(captureId, fragmentId, !(await this.#settles(fragmentId, settled.promise)));
    } finally {
      this.#waiting.delete(fragmentId);
    }
  }

  /** Null when there is no room for it. */
  #record(capture: NewCapture): RecordedCapture | null {
    try {
      return recordCapture(this.#parts.journal, capture);
    } catch (error) {
      discardContents(capture);
      if (isNoRoom(error)) return null;
      throw error;
    }
  }

  /** False when the save has not come to an end in time. */
  async #settles(fragmentId: number, told: Promise<void>): Promise<boolean> {
    for (let waitedMs = 0; waitedMs < settleWithinMs; waitedMs += lookEveryMs) {
      if ((await within(lookEveryMs, told)) !== tooLate) return true;
      const state = readFragment(this.#parts.journal, fragmentId)?.state;
      if (state !== 'captured' && state !== 'kept') return true;
    }
    return false;
  }

  #answer(captureId: number, fragmentId: number, late: boolean): Answer {
    const fragment = readFragment(this.#parts.journal, fragmentId);
    if (fragment === null) return { kind: 'problem', reason: 'unavailable', detail: 'It was deleted before it was saved.' };
    if (fragment.state === 'saved') return { kind: 'json', value: receiptOf(fragment) };
    if (!withdraw(this.#parts.journal, captureId)) return this.#answer(captureId, fragmentId, late);
    this.#parts.withdrawn();
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
  if (reason === 'no_permission') return { kind: 'problem', reason: 'unavailable', detail: 'The WorkSpace may not be written to.' };
  if (reason === 'outside_workspace')
    return { kind: 'problem', reason: 'unavailable', detail: 'The folder to save into leads out of the WorkSpace.' };
  return { kind: 'problem', reason: 'unavailable', detail: 'The WorkSpace can not be written to now.' };
}

function problem(detail: string): Answer {
  return { kind: 'problem', reason: 'invalid-request', detail };
}

/** SQLITE_FULL (https://sqlite.org/rescode.html#full), or the system's word for it. */
function isNoRoom(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('errcode' in error && error.errcode === 13) || ('code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT'));
}
