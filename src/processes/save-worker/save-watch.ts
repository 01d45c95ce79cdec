/**
 * Whether saves succeed, as the worker's condition. The WorkSpace is checked even while there is nothing to save, and more often while something is
 * wrong: once the problem is fixed that is reported at once, and pending saves run at once.
 */
import { tooLate, within } from '../../base/deadline.ts';
import { errorCode } from '../../base/log.ts';
import { saveCondition } from '../../domain/saving/save-condition.ts';
import { heldUpSaves } from '../../journal/fragments/counts.ts';
import type { JournalReader } from '../../journal/journal.ts';
import type { Component } from '../component.ts';
import type { ProbedWorkspace } from './probe-workspace.ts';

export interface SaveWatchParts {
  readonly component: Pick<Component, 'degraded' | 'log'>;
  readonly journal: JournalReader;
  readonly workspace: () => string;
  /** Whether saves into it are slow. Call `look` when that changes. */
  readonly isSlow?: () => boolean;
  /** The folder that saves wait for, if that is not the active WorkSpace. May throw if the journal can't be read. */
  readonly waitsElsewhere?: () => string | null;
  /** An obstacle is gone: pending saves are due now. */
  readonly mended: () => void;
  readonly probe: (workspace: string) => Promise<ProbedWorkspace>;
  readonly times?: WatchTimes;
}

export interface WatchTimes {
  readonly lookEveryMs: number;
  /** While something is wrong. */
  readonly lookAgainMs: number;
  readonly answersWithinMs: number;
}

const usualTimes: WatchTimes = { lookEveryMs: 10_000, lookAgainMs: 2_000, answersWithinMs: 3_000 };
/** A disk with this much more room than at the last check may accept what it refused. */
const moreRoomBytes = 64 * 1024;
/** Each WorkSpace that does not respond blocks one of the threads that all files of the process share (`fileThreads` in `components.ts`). */
const mostHanging = 2;
const noAnswer: ProbedWorkspace = { lack: 'no-answer', freeBytes: 0 };

export class SaveWatch implements Disposable {
  readonly #parts: SaveWatchParts;
  readonly #times: WatchTimes;
  #probed: ProbedWorkspace = { lack: null, freeBytes: Number.POSITIVE_INFINITY };
  /** Checks in progress, by WorkSpace. */
  readonly #probing = new Map<string, Promise<ProbedWorkspace>>();
  #said: string | null = null;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(parts: SaveWatchParts) {
    this.#parts = parts;
    this.#times = parts.times ?? usualTimes;
  }

  /** Checks the WorkSpace now, and periodically. Resolves when the first result is reported. Never rejects. */
  async look(): Promise<void> {
    const workspace = this.#parts.workspace();
    const probed = await this.#probe(workspace);
    if (this.#closed) return;
    if (this.#parts.workspace() !== workspace) return this.look(); // another one was selected meanwhile
    const before = this.#probed;
    this.#probed = probed;
    this.#parts.component.log.debug('workspace checked', { lack: this.#probed.lack, freeBytes: this.#probed.freeBytes });
    const isMended = before.lack !== null && this.#probed.lack === null;
    if (isMended || this.#hasMoreRoomThan(before)) this.#parts.mended();
    this.#say();
    this.#lookIn(this.#said === null ? this.#times.lookEveryMs : this.#times.lookAgainMs);
  }

  /** Call after each save. A failure may have a cause that the last check did not see, and triggers a new one. */
  async saved(): Promise<void> {
    if (this.#probed.lack === null && this.#heldUp().length > 0) {
      const workspace = this.#parts.workspace();
      const { lack } = await this.#probe(workspace);
      if (this.#closed || this.#parts.workspace() !== workspace) return; // a check is in progress
      if (this.#probed.lack === null) this.#probed = { ...this.#probed, lack };
    }
    this.#say();
  }

  /** Reports the condition, from the last check and the journal. */
  #say(): void {
    const lack = this.#probed.lack ?? (this.#parts.isSlow?.() === true ? 'slow' : null);
    const condition = saveCondition(lack, this.#heldUp(), this.#elsewhere());
    if (condition === this.#said) return;
    const isNew = this.#said === null;
    this.#said = condition;
    this.#parts.component.degraded(condition);
    if (isNew) this.#lookIn(this.#times.lookAgainMs);
  }

  [Symbol.dispose](): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #lookIn(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#closed) this.#timer = setTimeout(() => void this.look(), ms);
  }

  /** One check at a time for each, however long its drive takes. */
  async #probe(workspace: string): Promise<ProbedWorkspace> {
    const { probe } = this.#parts;
    if (!this.#probing.has(workspace) && this.#probing.size >= mostHanging) return noAnswer;
    const asked = this.#probing.get(workspace) ?? probe(workspace).finally(() => this.#probing.delete(workspace));
    this.#probing.set(workspace, asked);
    const probed = await within(this.#times.answersWithinMs, asked);
    return probed === tooLate ? noAnswer : probed;
  }

  #hasMoreRoomThan(before: ProbedWorkspace): boolean {
    return this.#said !== null && this.#probed.freeBytes >= before.freeBytes + moreRoomBytes;
  }

  #elsewhere(): string | null {
    try {
      return this.#parts.waitsElsewhere?.() ?? null;
    } catch (error) {
      this.#parts.component.log.error('waiting saves not read', { code: errorCode(error) });
      return null;
    }
  }

  #heldUp(): ReturnType<typeof heldUpSaves> {
    try {
      return heldUpSaves(this.#parts.journal);
    } catch (error) {
      this.#parts.component.log.error('held-up saves not read', { code: errorCode(error) });
      return [];
    }
  }
}
