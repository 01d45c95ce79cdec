/** What `main.ts` asks of each bench. */
import type { Report } from './report.ts';

export interface Bench {
  /** One line for the list. */
  readonly about: string;
  /** Numbers that can be given on the command line as `--NAME N`, with what they are where they are not. */
  readonly options?: Readonly<Record<string, number>>;
  /** What it starts it puts into `parts`, so that nothing is left when it is interrupted. */
  run(report: Report, parts: AsyncDisposableStack, options: Readonly<Record<string, number>>): Promise<void>;
}
