/** Hub's event stream, heard without polling: tells when a content has its file and receipt, by the content's digest. */
import { createHash } from 'node:crypto';
import http from 'node:http';
import { deferred, tooLate, within } from '../src/base/deadline.ts';
import { machineClockMs } from '../src/base/machine-clock.ts';
import type { Fragment } from '../src/contract/source-snapshot.ts';

export interface ToldSaved {
  readonly fragment: Fragment;
  /** When the event had arrived here, on the machine's clock. */
  readonly clockMs: number;
}

export class SavedEvents implements Disposable {
  readonly #response: http.IncomingMessage;
  readonly #waiting = new Map<string, (told: ToldSaved) => void>();
  #pending = '';

  private constructor(response: http.IncomingMessage) {
    this.#response = response;
    response.setEncoding('utf8').on('data', (chunk: string) => this.#take(chunk, machineClockMs()));
    response.on('error', () => {});
  }

  static open(port: number): Promise<SavedEvents> {
    return new Promise((resolve, reject) => {
      const request = { host: '127.0.0.1', port, path: '/api/events', agent: false } as const;
      http.get(request, (response) => resolve(new SavedEvents(response))).on('error', reject);
    });
  }

  /** Call before the copy is made. Rejects when nothing is heard of it in time. */
  async saved(content: string | Buffer, timeoutMs = 20_000): Promise<ToldSaved> {
    const digest = createHash('sha256').update(content).digest('hex');
    const told = deferred<ToldSaved>();
    this.#waiting.set(digest, told.resolve);
    const outcome = await within(timeoutMs, told.promise);
    this.#waiting.delete(digest);
    if (outcome === tooLate) throw new Error(`a copy was not saved within ${timeoutMs} ms`);
    return outcome;
  }

  [Symbol.dispose](): void {
    this.#response.destroy();
  }

  #take(chunk: string, clockMs: number): void {
    const frames = (this.#pending + chunk).split('\n\n');
    this.#pending = frames.pop() ?? '';
    for (const frame of frames) {
      const data = /^event: fragment$/m.test(frame) ? /^data: (.*)$/m.exec(frame)?.[1] : undefined;
      if (data === undefined) continue;
      const fragment = JSON.parse(data) as Fragment;
      if (fragment.state === 'saved' && fragment.sha256 !== null) this.#waiting.get(fragment.sha256)?.({ fragment, clockMs });
    }
  }
}
