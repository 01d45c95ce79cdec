/** What a command has of the world: where things are, and two streams. Its exit status is what it returns. */
import type { Places } from '../platform/locations.ts';
import { visible, visibleJson } from './visible.ts';

/** 0 done, 1 failed, 2 wrong usage, 3 Hub is not running. */
export type ExitStatus = 0 | 1 | 2 | 3;

export interface Surface {
  readonly places: Places;
  /** Whether the output is a person's terminal, which decides colours and columns. */
  readonly terminal: boolean;
  /** Whether the input is a person's keyboard. */
  readonly inputIsTerminal: boolean;
  /** Characters in a line of the terminal. */
  readonly columns: number;
  /** Writes a line to the standard output. */
  print(line: string): void;
  /** Writes bytes to the standard output, as they are. */
  printBytes(bytes: Uint8Array): void;
  /** Writes the one line that says why nothing came of it; `error` is the word for it with `--json`, `failed` unless given. */
  complain(line: string, error?: string): void;
  /** The standard input, to its end or to its first `limitBytes`. */
  readInput(limitBytes?: number): Promise<Uint8Array>;
}

/** The answer of every command that needs a running Hub and finds none. */
export function notRunning(surface: Surface): ExitStatus {
  surface.complain('hub: Hub is not running; start it with: hub start', 'not_running');
  return 3;
}

/** Says why, and is status 1. */
export function failedBecause(surface: Surface, why: string, error?: string): ExitStatus {
  surface.complain(`hub: ${visible(why)}`, error);
  return 1;
}

/** One JSON value for another program. */
export function printJson(surface: Surface, value: unknown): void {
  surface.print(visibleJson(value));
}
