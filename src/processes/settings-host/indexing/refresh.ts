/** One order of the settings host, from the first WorkSpace to the last. */
import { stat } from 'node:fs/promises';
import { tooLate, within } from '../../../base/deadline.ts';
import type { OwnPart } from '../../../configuration/own-part.ts';
import { LeftOut } from '../../../domain/indexing/left-out.ts';
import type { DiskPath } from '../../../file-index/disk-path.ts';
import { eraseWordsStep, removeMissing } from '../../../file-index/file-rows.ts';
import type { IndexDatabase } from '../../../file-index/index-database.ts';
import {
  countFiles,
  endRun,
  forgetWorkspace,
  type IndexedWorkspace,
  knownDevice,
  lastRun,
  leftBehind,
  numberFact,
  type RefreshCondition,
  type RefreshRun,
  removedWorkspaces,
  setFact,
  workspaceRefreshed,
  workspaceRow,
} from '../../../file-index/workspace-rows.ts';
import type { JournalPlace } from '../../../journal/journal.ts';
import type { CrashMarker } from './crash-marker.ts';
import type { FromIndexer, RefreshOrder } from './indexer-messages.ts';
import { lastCleared, linkSaves } from './link-saves.ts';
import { listFolder } from './list-folder.ts';
import { type RefreshLimits, usualLimits } from './refresh-limits.ts';
import { WorkspaceRefresh } from './refresh-workspace.ts';

export interface RefreshGiven {
  readonly index: IndexDatabase;
  readonly marker: CrashMarker;
  /** Which part of a WorkSpace is Hub's own. It is left out: writing the index would change what is indexed. */
  readonly ownPart: (folder: string) => Promise<OwnPart>;
  readonly journal: JournalPlace;
  readonly order: RefreshOrder;
  readonly limits?: RefreshLimits;
  readonly alive: () => void;
  readonly breathe: () => boolean | Promise<boolean>;
  readonly say: (message: FromIndexer) => void;
  /** It begins with this WorkSpace. */
  readonly at: (workspaceId: string) => void;
}

/** A disk that does not answer by then is left out. */
const answersWithinMs = 3_000;
/** Removed in one transaction. */
const mostRemoved = 500;
const progressEveryMs = 250;
const mostToldFolders = 500;

export class Refresh {
  readonly #given: RefreshGiven;
  readonly #counts = { seen: 0, indexed: 0, unread: 0 };
  readonly #startedAtMs = Date.now();
  readonly #isWhole: boolean;
  /** Of the last one that somebody requested: whoever waits for an earlier refresh sees that it has ended, also if a scheduled one has begun. */
  readonly #requestId: number;
  #workspaceId: string | null = null;
  #expected = 0;
  #writtenMs = 0;
  #isStopped = false;
  #told: DiskPath[] = [];

  constructor(given: RefreshGiven) {
    this.#given = given;
    this.#isWhole = given.order.folders === null;
    this.#requestId = Math.max(given.order.requestId, lastRun(given.index)?.requestId ?? 0);
  }

  async run(): Promise<FromIndexer> {
    const { index, order } = this.#given;
    const chosen = order.workspaces.filter(({ id }) => order.refresh.includes(id));
    this.#forgetRemoved();
    // A refresh of everything that was lost: its state would be `running` for ever.
    if (!this.#isWhole) endRun(index, 'failed');
    const counted = chosen.map((workspace) => countFiles(index, workspaceRow(index, workspace)).files);
    this.#expected = counted.reduce((sum, files) => sum + files, 0);
    this.#write('running');
    if (this.#isWhole && chosen.length === order.workspaces.length) setFact(index, 'scheduled', this.#startedAtMs);
    for (const workspace of chosen) {
      if (this.#isStopped) break;
      await this.#refresh(workspace);
    }
    this.#removeMissing();
    await this.#eraseWords();
    linkSaves(index, this.#given.journal);
    const outcome = this.#isStopped ? 'stopped' : 'complete';
    this.#write(outcome);
    return { kind: 'done', outcome, ...this.#counts };
  }

  async #refresh(workspace: IndexedWorkspace): Promise<void> {
    const { index, order, at } = this.#given;
    this.#workspaceId = workspace.id;
    at(workspace.id);
    const row = workspaceRow(index, workspace);
    const found = await this.#look(workspace, row);
    if (typeof found === 'string') return workspaceRefreshed(index, row, { device: null, atMs: null, condition: found });
    const own = await this.#given.ownPart(workspace.path);
    if (own === 'all') return this.#forget(row);
    const refresh = new WorkspaceRefresh(
      {
        ...this.#given,
        limits: this.#given.limits ?? usualLimits,
        leftOut: new LeftOut(order.filter),
        others: new Set(order.workspaces.map(({ path }) => path)),
        own,
        counts: this.#counts,
        breathe: () => this.#breathe(),
        entered: (folder) => this.#entered(workspace.id, folder),
      },
      row,
      workspace.path,
    );
    const condition = await refresh.run(order.folders);
    this.#tellFolders(workspace.id);
    const isDone = this.#isWhole && !this.#isStopped;
    workspaceRefreshed(index, row, { device: found.device, atMs: isDone ? Date.now() : null, condition });
  }

  /** Its disk, or why it cannot be refreshed now: then what the index has of it stays. */
  async #look({ id, path }: IndexedWorkspace, row: number): Promise<{ readonly device: number } | RefreshCondition> {
    if (this.#given.order.unresponsive.includes(id)) return 'no-answer';
    const facts = await within(
      answersWithinMs,
      stat(path).catch(() => null),
    );
    if (facts === tooLate) return 'no-answer';
    if (!facts?.isDirectory()) return 'no-folder';
    const device = knownDevice(this.#given.index, row);
    if (device === null || device === facts.dev || !isEmpty(path)) return { device: facts.dev };
    return 'not-connected'; // the empty folder is the place of a drive
  }

  #forgetRemoved(): void {
    const { index, order } = this.#given;
    const paths = order.workspaces.map(({ path }) => path);
    const removed = removedWorkspaces(index, paths);
    for (const id of removed) this.#forget(id);
  }

  #forget(id: number): void {
    const { index } = this.#given;
    const { files } = countFiles(index, id);
    index.transaction(() => {
      forgetWorkspace(index, id);
      if (files > 0) setFact(index, 'left', leftBehind.workspace);
    });
    this.#removeMissing(); // before its folders' ids are used again
  }

  #removeMissing(): void {
    const { index, alive } = this.#given;
    const some = (): number => {
      const removed = removeMissing(index, mostRemoved);
      if (removed > 0 && this.#left() === leftBehind.nothing) setFact(index, 'left', leftBehind.files);
      return removed;
    };
    while (index.transaction(some) > 0) alive();
  }

  #left(): number {
    return numberFact(this.#given.index, 'left') ?? leftBehind.nothing;
  }

  /** What left the index leaves no words behind. A large one takes minutes: whoever ends in the middle leaves the rest to the next order. */
  async #eraseWords(): Promise<void> {
    const { index, journal } = this.#given;
    const left = this.#left();
    if (left === leftBehind.nothing) return;
    const cleared = lastCleared(journal);
    if (!this.#isWhole && left < leftBehind.workspace && cleared <= (numberFact(index, 'cleared') ?? 0)) return;
    while (await this.#breathe()) {
      if (!eraseWordsStep(index)) continue;
      if (!index.tryEmptyLog()) return;
      setFact(index, 'left', leftBehind.nothing);
      if (cleared > 0) setFact(index, 'cleared', cleared);
      return;
    }
  }

  async #breathe(): Promise<boolean> {
    if (performance.now() - this.#writtenMs > progressEveryMs) this.#write('running');
    if (!(await this.#given.breathe())) this.#isStopped = true;
    return !this.#isStopped;
  }

  #entered(workspaceId: string, folder: DiskPath): void {
    this.#told.push(folder);
    if (this.#told.length >= mostToldFolders) this.#tellFolders(workspaceId);
  }

  #tellFolders(workspaceId: string): void {
    if (this.#told.length > 0) this.#given.say({ kind: 'folders', workspaceId, paths: this.#told });
    this.#told = [];
  }

  /** For `hub index status`; about whole refreshes only. */
  #write(state: RefreshRun['state']): void {
    this.#writtenMs = performance.now();
    if (!this.#isWhole) return;
    const { index, order } = this.#given;
    setFact(index, 'run', {
      requestId: this.#requestId,
      state,
      workspaceId: state === 'running' ? this.#workspaceId : null,
      seen: this.#counts.seen,
      indexed: this.#counts.indexed,
      expected: this.#expected === 0 ? null : this.#expected,
      isIdleKnown: order.isIdleKnown,
      startedAtMs: this.#startedAtMs,
      endedAtMs: state === 'running' ? null : Date.now(),
    });
  }
}

function isEmpty(folder: string): boolean {
  const { files, folders } = listFolder({ text: folder, escaped: false }, 10);
  return files.length + folders.length === 0;
}
