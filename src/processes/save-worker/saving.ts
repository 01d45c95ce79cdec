/**
 * Saves what waits, oldest first; tries again what a full disk or a missing right held up. No save that goes wrong keeps the next one waiting,
 * and no WorkSpace another: each has a lane of its own, in which one save follows the other.
 */
import path from 'node:path';
import { within } from '../../base/deadline.ts';
import { type Disk, realDisk } from '../../base/disk.ts';
import { errorCode, errorOrigin, type Log } from '../../base/log.ts';
import type { JournalReader } from '../../journal/journal.ts';
import { nextAttemptAt, nextToSave } from '../../journal/progress.ts';
import type { JournalWriter } from '../../journal/writer.ts';
import { written } from '../../journal/writes.ts';
import { Publisher, sweepWorkspace } from './publish.ts';
import { type SaveParts, saveOne, usualSaveMs } from './save-one.ts';
import { SlowSaves } from './slow-saves.ts';

export interface SavingParts {
  readonly journal: JournalReader;
  readonly writer: JournalWriter;
  readonly log: Log;
  /** The active WorkSpace, asked for at each save. */
  readonly workspace: () => string;
  readonly settled: (fragmentId: number) => void;
  /** Saves take long, or do so no more. */
  readonly paceChanged?: () => void;
  /** How long a save may take before it is left to itself. */
  readonly saveWithinMs?: number;
  /** How long it may take before it is told. */
  readonly slowAfterMs?: number;
}

export interface Saving extends AsyncDisposable {
  /** Says that there may be something to save. */
  look(): void;
  /** Makes what waits for another try due now. Resolves when that is so, and never rejects. */
  retryNow(): Promise<void>;
  /** Whether saves into the active WorkSpace take long. */
  isSlow(): boolean;
}

/** A row that takes no result, or a journal that gives none, is asked again after this and no sooner. */
const heldUpMs = 2_000;
const longestWaitMs = 300_000;
/** For the saves that are under way at the end; what is not done by then is done by the next worker. */
const endsWithinMs = 2_000;

/** Starts with what a killed worker left: its temporary files go, what waits is saved. */
export function startSaving(parts: SavingParts, disk: Disk = realDisk): Saving {
  const saving = new Lanes(parts, disk);
  saving.look();
  return saving;
}

class Lanes implements Saving {
  readonly #parts: SavingParts;
  readonly #disk: Disk;
  readonly #publisher: Publisher;
  readonly #lanes = new Map<string, Promise<void>>();
  /** In all lanes: none is saved twice. */
  readonly #underWay = new Set<number>();
  readonly #hanging: SaveParts['hanging'] = new Map();
  readonly #swept = new Set<string>();
  readonly #slow: SlowSaves;
  #timer: NodeJS.Timeout | undefined;
  #stopping = false;

  constructor(parts: SavingParts, disk: Disk) {
    this.#parts = parts;
    this.#disk = disk;
    this.#publisher = new Publisher(disk);
    this.#slow = new SlowSaves({ changed: () => parts.paceChanged?.(), slowAfterMs: parts.slowAfterMs });
  }

  isSlow(): boolean {
    const here = this.#here();
    return this.#slow.has(here) || (this.#hanging.get(here)?.size ?? 0) > 0;
  }

  look(): void {
    const here = this.#here();
    if (this.#stopping || this.#lanes.has(here)) return;
    clearTimeout(this.#timer);
    this.#lanes.set(here, this.#lane(here));
  }

  async retryNow(): Promise<void> {
    await written(this.#parts.writer.write('retryNow')).catch((error) => this.#heldUp(error)); // each save's own time comes
    this.look();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#timer);
    await within(endsWithinMs, Promise.all(this.#lanes.values()));
  }

  #here(): string {
    return path.resolve(this.#parts.workspace());
  }

  /** Saves what is due, while this is the active WorkSpace. Never rejects. */
  async #lane(here: string): Promise<void> {
    await this.#sweepOnce(here);
    const waitMs = await this.#saveAll(here).catch((error) => {
      this.#heldUp(error);
      return heldUpMs;
    });
    this.#lanes.delete(here);
    this.#slow.none(here);
    if (this.#stopping) return;
    if (this.#here() !== here) return this.look(); // what came to the end here may wait for another try there
    clearTimeout(this.#timer); // another lane's
    if (waitMs !== Number.POSITIVE_INFINITY) this.#timer = setTimeout(() => this.look(), Math.min(longestWaitMs, waitMs));
  }

  /** The number of milliseconds until the next save is due. */
  async #saveAll(here: string): Promise<number> {
    const { journal, log } = this.#parts;
    let leastWaitMs = 0;
    let last = 0;
    for (let id = this.#next(0); id !== null && !this.#stopping && this.#here() === here; id = this.#next(last)) {
      last = id;
      if (!(await this.#save(id, here))) leastWaitMs = heldUpMs;
    }
    // What another lane has under way is due, and is looked at again when it has ended.
    if (this.#underWay.size > 0) leastWaitMs = Math.max(leastWaitMs, heldUpMs);
    const waitMs = Math.max(leastWaitMs, (nextAttemptAt(journal) ?? Number.POSITIVE_INFINITY) - Date.now());
    log.debug('nothing more is due', { lastFragmentId: last, nextInMs: waitMs === Number.POSITIVE_INFINITY ? null : waitMs });
    return waitMs;
  }

  #next(after: number): number | null {
    let id = nextToSave(this.#parts.journal, Date.now(), after);
    while (id !== null && this.#underWay.has(id)) id = nextToSave(this.#parts.journal, Date.now(), id);
    return id;
  }

  /** False where the journal did not take what came of it. */
  async #save(id: number, target: string): Promise<boolean> {
    const { log, journal, writer, settled, saveWithinMs } = this.#parts;
    const order: SaveParts = {
      journal,
      writer,
      log,
      disk: this.#disk,
      target,
      settled,
      hanging: this.#hanging,
      paced: (attempt) => this.#slow.watch(target, attempt),
      answered: () => void this.retryNow(),
      saveWithinMs,
    };
    this.#underWay.add(id);
    try {
      await saveOne(order, this.#publisher, id);
      return true;
    } catch (error) {
      log.error('save not recorded', { fragmentId: id, code: errorCode(error), origin: errorOrigin(error) });
      return false;
    } finally {
      this.#underWay.delete(id);
    }
  }

  /** Before the first save into it, whose temporary file would go as well; a disk that does not answer is waited for no longer than for a save. */
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
