/** What `main.ts` asks of each bench. */
import type { Report } from './report.ts';

export interface Bench {
  /** One line for the list. */
  readonly about: string;
  /** What it starts it puts into `parts`, so that nothing is left when it is interrupted. */
  run(report: Report, parts: AsyncDisposableStack): Promise<void>;
}
