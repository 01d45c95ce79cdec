/**
 * What needs the clipboard open, in the order in which it was asked for: what was copied before an offer is read before it. A job that throws is over too, or
 * it would hold up all that follow. Pure, but for the clock.
 */

export interface Job {
  /** By `performance.now`. */
  readonly untilMs: number;
  /** True once it is over; false if another program has the clipboard open. */
  attempt(): boolean;
  giveUp(): void;
}

export class JobQueue {
  readonly #jobs: Job[] = [];
  readonly #onFault: (error: unknown) => void;

  constructor(onFault: (error: unknown) => void) {
    this.#onFault = onFault;
  }

  get isEmpty(): boolean {
    return this.#jobs.length === 0;
  }

  add(job: Job): void {
    this.#jobs.push(job);
  }

  /** True once there is nothing left to do; false if the first job has to wait. */
  run(): boolean {
    for (let job = this.#jobs[0]; job !== undefined; job = this.#jobs[0]) {
      const outcome = this.#attempt(job);
      if (outcome === 'later' && performance.now() < job.untilMs) return false;
      this.#jobs.shift();
      if (outcome !== 'over') job.giveUp();
    }
    return true;
  }

  #attempt(job: Job): 'over' | 'later' | 'failed' {
    try {
      return job.attempt() ? 'over' : 'later';
    } catch (error) {
      this.#onFault(error);
      return 'failed';
    }
  }
}
