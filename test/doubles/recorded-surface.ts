/** For tests: a surface of 120 columns that records the output of a command. */
import { failed } from '../../src/base/outcome.ts';
import type { Surface } from '../../src/cli/surface.ts';

export interface RememberingSurface {
  readonly surface: Surface;
  readonly printed: string[];
  readonly complained: string[];
}

/** A system without an autostart. */
export const noAutostart: Surface['autostart'] = async () => ({
  place: '',
  isCheap: true,
  isOn: async () => false,
  ways: async () => [],
  set: async () => failed('unsupported'),
});

/** A surface whose input is empty. */
export function rememberingSurface(places: Surface['places']): RememberingSurface {
  const [printed, complained]: [string[], string[]] = [[], []];
  const surface: Surface = {
    places,
    env: { PATH: process.env.PATH },
    terminal: false,
    inputIsTerminal: false,
    canAsk: false,
    columns: 120,
    print: (line) => void printed.push(line),
    printBytes: () => {},
    complain: (line) => void complained.push(line),
    readInput: async () => new Uint8Array(),
    edit: async () => 0,
    autostart: noAutostart,
    confirm: async () => false,
  };
  return { surface, printed, complained };
}
