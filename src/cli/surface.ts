/** The environment of a command: paths and two streams. It returns its exit status. */

import { diskReason, systemErrorName } from '../base/files/disk-error.ts';
import { diskInWords } from '../domain/conditions/folders/disk-words.ts';
import { say } from '../domain/language/say.ts';
import type { Autostart } from '../platform/autostart/index.ts';
import type { Places } from '../platform/locations.ts';
import { visibleJson, visibleText } from './terminal-safe.ts';

/** 0 done, 1 failed, 2 wrong usage, 3 Hub is not running, 4 what is there is intact, and not all is there. */
export type ExitStatus = 0 | 1 | 2 | 3 | 4;

export interface Surface {
  readonly places: Places;
  /** The environment, for programs that it starts. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Whether the output is a terminal, which decides colours and columns. */
  readonly terminal: boolean;
  /** Whether the input is a terminal. */
  readonly inputIsTerminal: boolean;
  /** Whether a question would be seen and could be answered: the input and standard error are terminals, unlike with `2>log`. */
  readonly canAsk: boolean;
  /** Characters in a line of the terminal. */
  readonly columns: number;
  /** Writes a line to standard output. */
  print(line: string): void;
  /** Writes raw bytes to standard output. */
  printBytes(bytes: Uint8Array): void;
  /** Writes the one line with the reason of a failure; `error` is the word for it with `--json`, `failed` by default. */
  complain(line: string, error?: string): void;
  /** Shows on the terminal how far long work is, instead of what it showed before; '' removes it. Absent where nobody looks. */
  readonly showProgress?: ((line: string) => void) | undefined;
  /** From the first call on, Ctrl-C and the end of the terminal abort this instead of ending the process. */
  readonly interrupted?: () => AbortSignal;
  /**
   * For a command whose status is a verdict (`hub doctor`): from here on, a reader of the output that has enough (`hub doctor | head`) does not end it. Any other
   * command ends then, with status 0, because what it is for is to be read.
   */
  readonly statusCounts?: () => void;
  /** Standard input, to its end or up to `limitBytes`. */
  readInput(limitBytes?: number): Promise<Uint8Array>;
  /** Opens a file in the user's editor, and resolves to its exit status. */
  edit(file: string): Promise<number>;
  /** Whether the desktop starts this Hub when its user logs in. */
  autostart(): Promise<Autostart>;
  /** Removes Hub's entry among the programs of its user. Absent where there is nothing to remove. */
  readonly withdrawEntry?: () => Promise<void>;
  /** Asks a question that is answered with yes or no; no, if nobody can be asked. */
  confirm(question: string, isGrave?: boolean): Promise<boolean>;
}

/** The result of every command that needs a running Hub and finds none. */
export function notRunning(surface: Surface): ExitStatus {
  surface.complain(`hub: ${say('Hub is not running; start it with: hub start')}`, 'not_running');
  return 3;
}

/** The command line makes no sense: prints why, and returns status 2. */
export function wrongUsage(surface: Surface, why: string): ExitStatus {
  surface.complain(`hub: ${why}`, usageError);
  return 2;
}

/** The word for it with `--json`. */
export const usageError = 'wrong_usage';

/** Prints the reason, and returns status 1. */
export function failedBecause(surface: Surface, why: string, error?: string): ExitStatus {
  surface.complain(`hub: ${visibleText(why)}`, error);
  return 1;
}

/**
 * Why the standard output was not written. Null for a reader that has enough (`hub history | head`), which is no failure; a full disk is one, because the
 * file has not what was asked for.
 */
export function outputFailure(error: unknown): string | null {
  if (systemErrorName(error) === 'EPIPE') return null;
  return say('the output could not be written: {why}', { why: diskInWords(diskReason(error)) });
}

/** One JSON value for another program. */
export function printJson(surface: Surface, value: unknown): void {
  surface.print(visibleJson(value));
}
