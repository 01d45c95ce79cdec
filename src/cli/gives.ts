/** How a command of the table gets what it does: its code is loaded when it runs, so that no command waits for the code of another. */
import type { ExitStatus } from './surface.ts';

/** Makes the action of a command. `load` imports its code; `run` calls that with the words of the command line, and returns the exit status. */
export type Gives = <Code, Words extends readonly unknown[]>(
  load: () => Promise<Code>,
  run: (code: Code, ...words: Words) => ExitStatus | Promise<ExitStatus>,
) => (...words: Words) => Promise<void>;
