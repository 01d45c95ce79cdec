/** Asks the save worker to move the files of deleted copies to the trash, or to bring them back, and waits for its answer no longer than a while. */
import { tooLate, within } from '../../../base/deadline.ts';
import type { ComponentMessage } from '../../../contract/components.ts';
import { type FileDeletion, type FileReturn, fileDeletions, fileReturns } from '../../../contract/fragment-words.ts';
import type { Component } from '../../component.ts';

/** Longer than the worker takes for the files of one request. */
const answeredWithinMs = 12_000;

type Done = Extract<ComponentMessage, { readonly kind: 'files-done' }>;

export class FileAsker {
  readonly #tell: Component['tell'];
  readonly #waiting = new Map<number, (results: Done['results']) => void>();
  /** Not from 1: an answer to an earlier process of the core must not be taken for one to this. */
  #lastRequestId = Date.now();

  constructor(tell: Component['tell']) {
    this.#tell = tell;
  }

  heard({ requestId, results }: Done): void {
    this.#waiting.get(requestId)?.(results);
  }

  /** What became of the file of each, in this order. Never rejects. */
  async trash(fragmentIds: readonly number[]): Promise<readonly FileDeletion[]> {
    const results = await this.#ask('trash', fragmentIds);
    return fragmentIds.map((_, at) => fileDeletions.find((word) => word === results[at]) ?? 'no-answer');
  }

  /** The same, once the copies are back. */
  async bringBack(fragmentIds: readonly number[]): Promise<readonly FileReturn[]> {
    const results = await this.#ask('bring-back', fragmentIds);
    return fragmentIds.map((_, at) => fileReturns.find((word) => word === results[at]) ?? 'no-answer');
  }

  async #ask(ask: 'trash' | 'bring-back', fragmentIds: readonly number[]): Promise<Done['results']> {
    if (fragmentIds.length === 0) return [];
    this.#lastRequestId += 1;
    const requestId = this.#lastRequestId;
    const answer = Promise.withResolvers<Done['results']>();
    this.#waiting.set(requestId, answer.resolve);
    this.#tell('save_worker', { kind: 'files', ask, requestId, fragmentIds: [...fragmentIds] });
    const results = await within(answeredWithinMs, answer.promise);
    this.#waiting.delete(requestId);
    return results === tooLate ? [] : results;
  }
}
