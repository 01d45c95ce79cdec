/**
 * Executes pending saves, oldest first; tries again what failed because of a full disk or a missing permission. A failing save does not delay the
 * next one, and no WorkSpace delays another: each has a lane of its own, in which saves run one after the other.
 */
import path from 'node:path';
import { within } from '../../base/deadline.ts';
import { type Disk, realDisk } from '../../base/files/disk.ts';
import { errorCode, errorOrigin, type Log } from '../../base/log.ts';
import { nextAttemptIn, nextToSaveIn, waitingFor } from '../../journal/fragments/waiting-saves.ts';
import type { JournalReader } from '../../journal/journal.ts';
import { resultOfWrite } from '../../journal/writing/write-outcome.ts';
import type { JournalWriter } from '../../journal/writing/writer.ts';
import { aboutNumber } from '../about-copy.ts';
import { FilePublisher, sweepWorkspace } from './publish-file.ts';
import { type SaveParts, saveOne, usualSaveMs } from './save-one.ts';
import { SlowSaves } from './slow-saves.ts';
import type { WorkspaceFolders } from './workspace-folder.ts';

export interface SavingParts {
  readonly journal: JournalReader;
  readonly writer: JournalWriter;
  readonly log: Log;
  /** The active WorkSpace, read for each save. */
  readonly workspace: () => string;
  /** Where a save belongs that was copied for this WorkSpace. */
  readonly belongs: (copiedFor: string) => string;
  readonly folders: WorkspaceFolders;
  readonly settled: (fragmentId: number) => void;
  /** Saves have become slow, or are no longer slow. */
  readonly paceChanged?: () => void;
  /** How long a save may take before it is abandoned. */
  readonly saveWithinMs?: number;
  /** How long a save may take before it is reported as slow. */
  readonly slowAfterMs?: number;
}

export interface SaveQueue extends AsyncDisposable {
  /** Call when there may be something to save. */
  look(): void;
  /** Makes failed saves that wait for their next attempt due now. Resolves when that is done, and never rejects. */
  retryNow(): Promise<void>;
  /** Whether saves into the active WorkSpace are slow. */
  isSlow(): boolean;
  /** The folder that all saves wait for, if it is not the active WorkSpace; null if there is none, or there are several. */
  waitsElsewhere(): string | null;
  /** Does something with the files of a WorkSpace while nothing is saved into it; saves wait until it ends. Rejects as the work does. */
  alone<Result>(workspace: string, work: () => Promise<Result>): Promise<Result>;
}

/** If a row accepts no result, or the journal can't be read, the next attempt follows after this and no sooner. */
const heldUpMs = 2_000;
const longestWaitMs = 300_000;
/** For saves in progress at the end; the next worker finishes the others. */
const endsWithinMs = 2_000;

/** Starts by removing the temporary files of a killed worker, and saves what is pending. */
export function startSaving(parts: SavingParts, disk: Disk = realDisk): SaveQueue {
  const saving = new Lanes(parts, disk);
  saving.look();
  return saving;
}

class Lanes implements SaveQueue {
  readonly #parts: SavingParts;
  readonly #disk: Disk;
  readonly #publisher: FilePublisher;
  readonly #lanes = new Map<string, Promise<void>>();
  /** For the lanes that have nothing due. */
  readonly #timers = new Map<string, NodeJS.Timeout>();
  /** In all lanes: none is saved twice. */
  readonly #underWay = new Set<number>();
  readonly #hanging: SaveParts['hanging'] = new Map();
  readonly #swept = new Set<string>();
  readonly #turns = new Map<string, Promise<unknown>>();
  readonly #slow: SlowSaves;
  #stopping = false;

  constructor(parts: SavingParts, disk: Disk) {
    this.#parts = parts;
    this.#disk = disk;
    this.#publisher = new FilePublisher(disk);
    this.#slow = new SlowSaves({ changed: () => parts.paceChanged?.(), slowAfterMs: parts.slowAfterMs });
  }

  isSlow(): boolean {
    const here = this.#here();
    return this.#slow.has(here) || (this.#hanging.get(here)?.size ?? 0) > 0;
  }

  waitsElsewhere(): string | null {
    const targets = [...this.#waiting().keys()];
    const [only = null] = targets;
    return targets.length === 1 && only !== this.#here() ? only : null;
  }

  alone<Result>(workspace: string, work: () => Promise<Result>): Promise<Result> {
    const target = path.resolve(workspace);
    const working = (this.#turns.get(target) ?? Promise.resolve()).then(work);
    const turn = working.then(
      () => {},
      () => {},
    );
    this.#turns.set(target, turn);
    void turn.then(() => {
      if (this.#turns.get(target) === turn) this.#turns.delete(target);
    });
    return working;
  }

  look(): void {
    this.#start(this.#here());
    try {
      for (const target of this.#waiting().keys()) this.#start(target);
    } catch (error) {
      this.#heldUp(error); // and the lane that was started looks again
    }
  }

  #start(target: string): void {
    if (this.#stopping || this.#lanes.has(target)) return;
    clearTimeout(this.#timers.get(target));
    this.#timers.delete(target);
    this.#lanes.set(target, this.#lane(target));
  }

  async retryNow(): Promise<void> {
    // The thread that writes is started only for one that waits, which is seldom.
    if (this.#mayWait()) await resultOfWrite(this.#parts.writer.write('makeWaitingSavesDue')).catch((error) => this.#heldUp(error)); // each save becomes due at its own time
    this.look();
  }

  #mayWait(): boolean {
    try {
      return waitingFor(this.#parts.journal).length > 0;
    } catch {
      return true;
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping = true;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    await within(endsWithinMs, Promise.all(this.#lanes.values()));
  }

  #here(): string {
    return path.resolve(this.#parts.workspace());
  }

  /** The folders that saves wait for, each with the numbers of the WorkSpaces whose saves go there. */
  #waiting(): ReadonlyMap<string, readonly (number | null)[]> {
    const found = new Map<string, (number | null)[]>();
    for (const { id, path: copiedFor } of waitingFor(this.#parts.journal)) {
      const target = copiedFor === null ? this.#here() : path.resolve(this.#parts.belongs(copiedFor));
      found.set(target, [...(found.get(target) ?? []), id]);
    }
    return found;
  }

  /** Executes the saves that belong into this WorkSpace and are due. Never rejects. */
  async #lane(target: string): Promise<void> {
    await this.#sweepOnce(target);
    const waitMs = await this.#saveAll(target).catch((error) => {
      this.#heldUp(error);
      return heldUpMs;
    });
    this.#lanes.delete(target);
    this.#slow.none(target);
    if (this.#stopping) return;
    const timer = setTimeout(() => this.#start(target), Math.min(longestWaitMs, waitMs));
    if (waitMs === Number.POSITIVE_INFINITY) clearTimeout(timer);
    else this.#timers.set(target, timer);
  }

  /** Milliseconds until the next save is due. */
  async #saveAll(target: string): Promise<number> {
    const { journal, log } = this.#parts;
    let leastWaitMs = 0;
    let last = 0;
    for (let id = this.#next(target, 0); id !== null && !this.#stopping; id = this.#next(target, last)) {
      last = id;
      if (!(await this.#save(id, target))) leastWaitMs = heldUpMs;
    }
    const numbers = this.#waiting().get(target) ?? [];
    // Saves in progress in another lane, from before the catalog changed, are due, and are checked again when they have ended.
    if (this.#underWay.size > 0) leastWaitMs = Math.max(leastWaitMs, heldUpMs);
    const dueAt = numbers.flatMap((number) => nextAttemptIn(journal, number) ?? []);
    const waitMs = Math.max(leastWaitMs, Math.min(...dueAt) - Date.now());
    log.debug('no more saves due', { lastFragmentId: last, nextInMs: waitMs === Number.POSITIVE_INFINITY ? null : waitMs });
    return waitMs;
  }

  /** The oldest that is due; the catalog may have changed since the last one. */
  #next(target: string, after: number): number | null {
    const due = (this.#waiting().get(target) ?? []).flatMap((number) => this.#nextIn(number, after) ?? []);
    return due.length === 0 ? null : Math.min(...due);
  }

  #nextIn(number: number | null, after: number): number | null {
    const next = (last: number): number | null => nextToSaveIn(this.#parts.journal, number, { nowMs: Date.now(), after: last });
    let id = next(after);
    while (id !== null && this.#underWay.has(id)) id = next(id);
    return id;
  }

  /** False if the journal did not accept the result. */
  async #save(id: number, target: string): Promise<boolean> {
    const { log, journal, writer, folders, settled, saveWithinMs } = this.#parts;
    const order: SaveParts = {
      journal,
      writer,
      log,
      disk: this.#disk,
      folders,
      target,
      settled,
      hanging: this.#hanging,
      paced: (attempt) => this.#slow.watch(target, attempt),
      answered: () => void this.retryNow(),
      saveWithinMs,
    };
    this.#underWay.add(id);
    try {
      await this.alone(target, () => saveOne(order, this.#publisher, id));
      return true;
    } catch (error) {
      log.error('save not recorded', { ...aboutNumber(journal, id), code: errorCode(error), origin: errorOrigin(error) });
      return false;
    } finally {
      this.#underWay.delete(id);
    }
  }

  /**
   * Before the first save into it, whose temporary file would be deleted as well; a disk that does not respond is waited for no longer than for a
   * save.
   */
  async #sweepOnce(here: string): Promise<void> {
    if (this.#swept.has(here)) return;
    this.#swept.add(here);
    const sweep = this.#slow.watch(here, sweepWorkspace(here, this.#disk)).then(
      (files) => {
        if (files > 0) this.#parts.log.info('temporary files removed', { files });
      },
      (error) => this.#heldUp(error),
    );
    await within(this.#parts.saveWithinMs ?? usualSaveMs, sweep);
  }

  #heldUp(error: unknown): void {
    this.#parts.log.error('saving held up', { code: errorCode(error), origin: errorOrigin(error) });
  }
}
