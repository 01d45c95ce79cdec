/** Waits, with Hub's event stream, until a content has its file and receipt. Contents are identified by their digest. */
import { createHash } from 'node:crypto';
import { tooLate, within } from '../../src/base/deadline.ts';
import { machineClockMs } from '../../src/base/machine-clock.ts';
import { Bridge } from '../../src/client/bridge.ts';
import { type Fragment, fragment as fragmentForm } from '../../src/contract/source-snapshot.ts';

export interface ToldSaved {
  readonly fragment: Fragment;
  /** When the event arrived here, on the machine's clock. */
  readonly clockMs: number;
}

export class SavedEvents implements Disposable {
  readonly #waiting = new Map<string, (told: ToldSaved) => void>();
  readonly #end = new AbortController();
  readonly #begun = Promise.withResolvers<void>();

  private constructor(port: number) {
    const bridge = new Bridge(() => port, { timeoutMs: 0 });
    const over = bridge.events({ heard: (name, data) => this.#hear(name, data, machineClockMs()), signal: this.#end.signal });
    void over.then(() => this.#begun.reject(new Error('there are no events')));
  }

  /** Resolves once the stream has begun, which is when the snapshot arrives. */
  static async open(port: number): Promise<SavedEvents> {
    const events = new SavedEvents(port);
    await events.#begun.promise;
    return events;
  }

  /** Call it before the copy is made. Rejects if no event arrives in time. */
  async saved(content: string | Buffer, timeoutMs = 20_000): Promise<ToldSaved> {
    const digest = createHash('sha256').update(content).digest('hex');
    const told = Promise.withResolvers<ToldSaved>();
    this.#waiting.set(digest, told.resolve);
    const outcome = await within(timeoutMs, told.promise);
    this.#waiting.delete(digest);
    if (outcome === tooLate) throw new Error(`a copy was not saved within ${timeoutMs} ms`);
    return outcome;
  }

  [Symbol.dispose](): void {
    this.#end.abort();
  }

  #hear(name: string, data: unknown, clockMs: number): void {
    this.#begun.resolve();
    const fragment = name === 'fragment' ? fragmentForm.safeParse(data).data : undefined;
    if (fragment?.state === 'saved' && fragment.sha256 !== null) this.#waiting.get(fragment.sha256)?.({ fragment, clockMs });
  }
}
