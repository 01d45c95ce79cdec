/** How often a component was started again since Hub started, and how it last ended without being asked to. */
import type { ComponentStatus } from '../../../contract/supervisor.ts';
import { type ComponentEnd, causeOf } from './component-end.ts';

export class RestartCount {
  #launches = 0;
  #lastFailure: ComponentStatus['lastFailure'];

  get restarts(): number {
    return Math.max(0, this.#launches - 1);
  }

  /** Part of the component's status. */
  get told(): Pick<ComponentStatus, 'restarts' | 'lastFailure'> {
    return { restarts: this.restarts, ...(this.#lastFailure === undefined ? {} : { lastFailure: this.#lastFailure }) };
  }

  /** A process of it is started, for whatever reason. */
  launched(): void {
    this.#launches += 1;
  }

  failed(end: ComponentEnd): void {
    this.#lastFailure = { count: (this.#lastFailure?.count ?? 0) + 1, at: end.time, because: causeOf(end) };
  }
}
