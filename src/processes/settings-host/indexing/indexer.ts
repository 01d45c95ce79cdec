/**
 * The indexer from outside: one process at a time, started for an order and ended when there are no more. It may crash or hang: the order then continues
 * with the next one, without what it died of. Nothing here touches a WorkSpace.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Log, vetted } from '../../../base/log.ts';
import { leanMalloc, memoryFlags } from '../../../base/memory.ts';
import type { WatchCounts } from '../../../file-index/workspace-rows.ts';
import type { FromIndexer, RefreshOrder, ToIndexer } from './indexer-messages.ts';

export interface IndexerParts {
  readonly log: Log;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The folders that are in the index. */
  readonly folders: (message: Extract<FromIndexer, { kind: 'folders' }>) => void;
  /** An order is done, or given up. */
  readonly ended: (order: RefreshOrder, isDone: boolean) => void;
  readonly program?: string;
  /** Without a word for so long it hangs. */
  readonly hungAfterMs?: number;
  readonly idleMs?: number;
}

/** A disk may take its time for one call. */
const usualHungAfterMs = 30_000;
const usualIdleMs = 20_000;
/** Each file that crashes it does so twice before it is left out. */
const mostTries = 9;
const againAfterMs = 200;
/** Its heap; the rest of its memory is the texts under way and SQLite's cache, 30 MB together. */
const heapMegabytes = 160;
/** Those that a disk keeps from ending after they were killed. With more of them, there is no other one. */
const mostEnding = 3;

export class Indexer implements AsyncDisposable {
  readonly #parts: IndexerParts;
  #waiting: RefreshOrder[] = [];
  readonly #ending = new Set<ChildProcess>();
  #child: ChildProcess | null = null;
  #order: RefreshOrder | null = null;
  #tries = 0;
  #counts: WatchCounts | null = null;
  #at: string | null = null;
  #watchdog: NodeJS.Timeout | undefined;
  #rest: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(parts: IndexerParts) {
    this.#parts = parts;
  }

  get isBusy(): boolean {
    return this.#order !== null;
  }

  /** Does this after what it does already. */
  refresh(order: RefreshOrder): void {
    if (this.#isClosed) return;
    this.#waiting.push(order);
    this.#next();
  }

  /** For the status of the index. It is written with the next order, unless there is a process. */
  watching(counts: WatchCounts): void {
    this.#counts = counts;
    this.#send({ kind: 'watching', counts });
  }

  /** Ends what it does, and what waits, except what leaves the index. */
  stop(): void {
    this.#waiting = this.#waiting.filter(({ refresh }) => refresh.length === 0);
    this.#send({ kind: 'stop' });
  }

  /** Kills it at once: nothing is lost. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    this.#waiting = [];
    this.#kill();
    clearTimeout(this.#rest);
  }

  #next(): void {
    const order = this.#order === null ? this.#waiting.shift() : undefined;
    if (order === undefined) return;
    this.#order = order;
    this.#tries = 0;
    this.#begin();
  }

  #begin(): void {
    clearTimeout(this.#rest);
    const order = this.#order;
    if (order === null || this.#isClosed) return;
    this.#tries += 1;
    if (this.#tries > mostTries || this.#ending.size > mostEnding) {
      this.#parts.log.error('index not refreshed, its process ended too often', { tries: this.#tries - 1, hung: this.#ending.size });
      return this.#end(false);
    }
    this.#child ??= this.#launch();
    if (this.#counts !== null) this.#send({ kind: 'watching', counts: this.#counts });
    this.#send({ kind: 'refresh', order });
    this.#heard();
  }

  #end(isDone: boolean): void {
    const order = this.#order;
    this.#order = null;
    clearTimeout(this.#watchdog);
    if (order !== null) this.#parts.ended(order, isDone);
    this.#next();
    if (this.#order === null) this.#rest = setTimeout(() => this.#kill(), this.#parts.idleMs ?? usualIdleMs).unref();
  }

  #launch(): ChildProcess {
    const program = this.#parts.program ?? fileURLToPath(new URL('./main.ts', import.meta.url));
    const child = spawn(process.execPath, [...memoryFlags, `--max-old-space-size=${heapMegabytes}`, program], {
      // Its output may quote a path.
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      env: { ...this.#parts.env, ...leanMalloc, NODE_OPTIONS: '' },
      windowsHide: true,
    });
    this.#at = null;
    child.on('message', (message) => {
      if (this.#child === child) this.#hear(message as FromIndexer);
    });
    child.on('error', () => this.#gone(child)); // it could not be started
    child.once('exit', () => this.#gone(child));
    return child;
  }

  #hear(message: FromIndexer): void {
    this.#heard();
    if (message.kind === 'alive') this.#at = message.workspaceId;
    if (message.kind === 'folders') this.#parts.folders(message);
    if (message.kind === 'failed') this.#parts.log.error('indexer failed', { code: vetted(message.code), origin: vetted(message.origin) });
    if (message.kind !== 'done') return;
    const { seen, indexed, unread, outcome } = message;
    const isWhole = this.#order?.folders === null;
    if (isWhole) this.#parts.log.info('index refreshed', { seen, indexed, unread, outcome });
    else this.#parts.log.debug('folders indexed', { seen, indexed, unread, outcome });
    this.#end(true);
  }

  /** It said something: it works. */
  #heard(): void {
    clearTimeout(this.#watchdog);
    if (this.#order === null) return;
    this.#watchdog = setTimeout(() => this.#hang(), this.#parts.hungAfterMs ?? usualHungAfterMs).unref();
  }

  #hang(): void {
    const order = this.#order;
    this.#parts.log.warn('indexer killed, it did not respond');
    if (order !== null && this.#at !== null) this.#order = { ...order, unresponsive: [...order.unresponsive, this.#at] };
    const child = this.#child;
    this.#kill();
    if (child !== null) this.#again();
  }

  #gone(child: ChildProcess): void {
    this.#ending.delete(child);
    if (this.#child !== child) return;
    this.#child = null;
    if (this.#order === null || this.#isClosed) return;
    this.#parts.log.warn('indexer ended early', { tries: this.#tries });
    this.#again();
  }

  #again(): void {
    setTimeout(() => this.#begin(), againAfterMs * this.#tries).unref();
  }

  #kill(): void {
    clearTimeout(this.#watchdog);
    const child = this.#child;
    this.#child = null;
    if (child === null) return;
    this.#ending.add(child);
    child.kill('SIGKILL');
  }

  #send(message: ToIndexer): void {
    if (this.#child?.connected) this.#child.send(message, () => {}); // a dying process takes no more
  }
}
