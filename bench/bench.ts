/** The interface of a benchmark for `main.ts`. */
import type { Report } from './measuring/report.ts';

export interface Bench {
  /** One line for the list. */
  readonly about: string;
  /** Numbers that can be set on the command line as `--NAME N`, with their defaults. */
  readonly options?: Readonly<Record<string, number>>;
  /** Words that can be chosen on the command line as `--NAME WORD`; the first one is the usual one. */
  readonly choices?: Readonly<Record<string, readonly [string, ...string[]]>>;
  /** It adds everything that it starts to `parts`, so that nothing is left when it is interrupted. */
  run(
    report: Report,
    parts: AsyncDisposableStack,
    options: Readonly<Record<string, number>>,
    chosen: Readonly<Record<string, string>>,
  ): Promise<void>;
}

/** The benchmark needs a program that is not installed: its message says which, and how to install it. */
export class ProgramMissing extends Error {}
