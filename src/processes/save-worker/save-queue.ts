/**
 * Executes pending saves, oldest first; tries again what failed because of a full disk or a missing permission. A failing save does not delay the
 * next one, and no WorkSpace delays another: each has a lane of its own, in which saves run one after the other.
 */
import path from 'node:path';
import { within } from '../../base/deadline.ts';
import { type Disk, realDisk } from '../../base/files/disk.ts';
import { errorCode, errorOrigin, type Log } from '../../base/log.ts';
import { nextAttemptAt, nextToSave } from '../../journal/fragments/fragment-states.ts';
import type { JournalReader } from '../../journal/journal.ts';
import { resultOfWrite } from '../../journal/writing/write-table.ts';
import type { JournalWriter } from '../../journal/writing/writer.ts';
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
    this.#publisher = new FilePublisher(disk);
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
    await resultOfWrite(this.#parts.writer.write('makeWaitingSavesDue')).catch((error) => this.#heldUp(error)); // each save becomes due at its own time
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

  /** Executes saves that are due, while this is the active WorkSpace. Never rejects. */
  async #lane(here: string): Promise<void> {
    await this.#sweepOnce(here);
    const waitMs = await this.#saveAll(here).catch((error) => {
      this.#heldUp(error);
      return heldUpMs;
    });
    this.#lanes.delete(here);
    this.#slow.none(here);
    if (this.#stopping) return;
    if (this.#here() !== here) return this.look(); // saves that ended here may wait for another attempt there
    clearTimeout(this.#timer); // another lane's
    if (waitMs !== Number.POSITIVE_INFINITY) this.#timer = setTimeout(() => this.look(), Math.min(longestWaitMs, waitMs));
  }

  /** Milliseconds until the next save is due. */
  async #saveAll(here: string): Promise<number> {
    const { journal, log } = this.#parts;
    let leastWaitMs = 0;
    let last = 0;
    for (let id = this.#next(0); id !== null && !this.#stopping && this.#here() === here; id = this.#next(last)) {
      last = id;
      if (!(await this.#save(id, here))) leastWaitMs = heldUpMs;
    }
    // Saves in progress in another lane are due, and are checked again when they have ended.
    if (this.#underWay.size > 0) leastWaitMs = Math.max(leastWaitMs, heldUpMs);
    const waitMs = Math.max(leastWaitMs, (nextAttemptAt(journal) ?? Number.POSITIVE_INFINITY) - Date.now());
    log.debug('no more saves due', { lastFragmentId: last, nextInMs: waitMs === Number.POSITIVE_INFINITY ? null : waitMs });
    return waitMs;
  }

  #next(after: number): number | null {
    let id = nextToSave(this.#parts.journal, Date.now(), after);
    while (id !== null && this.#underWay.has(id)) id = nextToSave(this.#parts.journal, Date.now(), id);
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
      await saveOne(order, this.#publisher, id);
      return true;
    } catch (error) {
      log.error('save not recorded', { fragmentId: id, code: errorCode(error), origin: errorOrigin(error) });
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
