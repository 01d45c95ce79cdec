/** How much memory the programs take that this process has started. */
import { readFileSync } from 'node:fs';

const lookEveryMs = 5;

/** The most that one of them ever had resident, in MB; 0 where the system does not say. */
export class ChildMemory implements Disposable {
  #peak = 0;
  readonly #timer = setInterval(() => this.#look(), lookEveryMs);

  get peakMegabytes(): number {
    return Math.round(this.#peak / 1_024);
  }

  [Symbol.dispose](): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    try {
      const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'latin1').trim();
      for (const pid of children === '' ? [] : children.split(' ')) {
        const status = readFileSync(`/proc/${pid}/status`, 'latin1');
        this.#peak = Math.max(this.#peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
      }
    } catch {
      // It ended meanwhile.
    }
  }
}
