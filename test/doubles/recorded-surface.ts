/** For tests: a surface of 120 columns that records the output of a command. */
import type { Surface } from '../../src/cli/surface.ts';

export interface RememberingSurface {
  readonly surface: Surface;
  readonly printed: string[];
  readonly complained: string[];
}

/** A surface whose input is empty. */
export function rememberingSurface(places: Surface['places']): RememberingSurface {
  const [printed, complained]: [string[], string[]] = [[], []];
  const surface: Surface = {
    places,
    terminal: false,
    inputIsTerminal: false,
    columns: 120,
    print: (line) => void printed.push(line),
    printBytes: () => {},
    complain: (line) => void complained.push(line),
    readInput: async () => new Uint8Array(),
    edit: async () => 0,
    confirm: async () => false,
  };
  return { surface, printed, complained };
}
