/**
 * Answers the core's requests about the files of deleted copies, each in the lane of its WorkSpace and within a time: a disk that does not respond delays no
 * save for long, and whoever asked is told.
 */
import { tooLate, within } from '../../base/deadline.ts';
import { errorCode, errorOrigin, type Log } from '../../base/log.ts';
import type { ComponentMessage } from '../../contract/components.ts';
import type { FileDeletion, FileReturn } from '../../contract/fragment-words.ts';
import { doomedFile, filesToBringBack, trashedFile } from '../../journal/keeping/trashed-files.ts';
import { aboutNumber } from '../about-copy.ts';
import type { Component } from '../component.ts';
import type { SaveQueue } from './save-queue.ts';
import { bringBackFile, type TrashParts, trashFile } from './trash-file.ts';

export interface FileRequestParts extends Omit<TrashParts, 'signal'> {
  readonly log: Log;
  readonly alone: SaveQueue['alone'];
  readonly tell: Component['tell'];
  /** For all files of one request. */
  readonly withinMs?: number;
}

type Request = Extract<ComponentMessage, { readonly kind: 'files' }>;
type Result = FileDeletion | FileReturn;

/** Less than the core waits (`src/processes/core/several/file-requests.ts`). */
const usualMs = 10_000;
/** Each that hangs blocks one of the threads that all files of the process share (`fileThreads` in `components.ts`). */
const mostHanging = 2;

export class FileRequests {
  readonly #parts: FileRequestParts;
  /** The WorkSpaces whose disk has not answered in time, until it does. */
  readonly #hanging = new Set<string>();
  /** One request after the other. */
  #last: Promise<void> = Promise.resolve();

  constructor(parts: FileRequestParts) {
    this.#parts = parts;
  }

  heard(request: Request): void {
    const endMs = performance.now() + (this.#parts.withinMs ?? usualMs);
    this.#last = this.#last.then(async () => {
      const results: Result[] = [];
      for (const id of request.fragmentIds) results.push(await this.#one(request.ask, id, endMs));
      this.#parts.log.info('files of deleted copies', { ask: request.ask, asked: results.length, done: results.filter(isDone).length });
      this.#parts.tell('python_core', { kind: 'files-done', requestId: request.requestId, results });
    });
  }

  /** Brings back what could not be brought back so far. Call at the start. Resolves when it has tried, and never rejects. */
  async look(): Promise<void> {
    try {
      const endMs = performance.now() + (this.#parts.withinMs ?? usualMs);
      for (const id of filesToBringBack(this.#parts.journal)) await this.#one('bring-back', id, endMs);
    } catch (error) {
      this.#parts.log.warn('files to bring back not read', { code: errorCode(error) });
    }
  }

  /** Never rejects. */
  async #one(ask: Request['ask'], id: number, endMs: number): Promise<Result> {
    try {
      const workspace = this.#workspaceOf(ask, id);
      // Without one nothing on a disk is touched.
      if (workspace === null) return ask === 'trash' ? await this.#trash(id, AbortSignal.abort()) : 'none';
      const leftMs = endMs - performance.now();
      if (leftMs <= 0 || this.#hanging.has(workspace) || this.#hanging.size >= mostHanging) return 'no-answer';
      const abort = new AbortController();
      const work = this.#parts.alone(workspace, () => this.#inTime(workspace, ask, id, { abort, endMs }));
      const result = await within(leftMs, work);
      if (result !== tooLate) return result;
      abort.abort();
      return 'no-answer';
    } catch (error) {
      const { journal, log } = this.#parts;
      log.error('file of a deleted copy not moved', { ...aboutNumber(journal, id), code: errorCode(error), origin: errorOrigin(error) });
      return 'failed';
    }
  }

  #workspaceOf(ask: Request['ask'], id: number): string | null {
    const { journal } = this.#parts;
    return ask === 'trash' ? (doomedFile(journal, id)?.workspace ?? null) : (trashedFile(journal, id)?.workspace ?? null);
  }

  #trash(id: number, signal: AbortSignal): Promise<FileDeletion> {
    return trashFile({ ...this.#parts, signal }, id);
  }

  /** Gives the lane free when the time is over, whatever the disk does. */
  async #inTime(
    workspace: string,
    ask: Request['ask'],
    id: number,
    { abort, endMs }: { readonly abort: AbortController; readonly endMs: number },
  ): Promise<Result> {
    if (abort.signal.aborted) return 'no-answer';
    const work = ask === 'trash' ? this.#trash(id, abort.signal) : bringBackFile({ ...this.#parts, signal: abort.signal }, id);
    const result = await within(endMs - performance.now(), work);
    if (result !== tooLate) return result;
    abort.abort();
    this.#hanging.add(workspace);
    const answered = (): boolean => this.#hanging.delete(workspace);
    void work.then(answered, answered);
    return 'no-answer';
  }
}

function isDone(result: Result): boolean {
  return result === 'trashed' || result === 'back';
}
