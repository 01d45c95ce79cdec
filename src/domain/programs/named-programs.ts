/** What installed programs are called, as it is stored, and which of these names a copy's program has. Pure. */
import { foldedText } from '../search/folding.ts';
import type { InstalledProgram } from './desktop-entry.ts';
import { programOf } from './installed-programs.ts';

/** More than any desktop has; those that are installed now count before those that were. */
const mostPrograms = 4_000;

/** Those that are installed, and those that were: a condition on a name keeps its meaning when its program is removed. */
export function knownPrograms(installed: readonly InstalledProgram[], known: readonly InstalledProgram[]): readonly InstalledProgram[] {
  const ids = new Set(installed.map(({ id }) => id));
  // An icon is of no use to a condition.
  return [...installed, ...known.filter(({ id }) => !ids.has(id))].slice(0, mostPrograms).map((program) => ({ ...program, icon: '' }));
}

/** From a text that was stored; none if it is not one. */
export function programsOf(text: string): readonly InstalledProgram[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.slice(0, mostPrograms).filter(isProgram) : [];
  } catch {
    return [];
  }
}

function isProgram(value: unknown): value is InstalledProgram {
  if (typeof value !== 'object' || value === null) return false;
  const { id, name, names, windowClass, command, words } = value as Readonly<Record<string, unknown>>;
  const areTexts = [id, name, windowClass, command].every((each) => typeof each === 'string');
  return areTexts && typeof words === 'number' && typeof names === 'object' && names !== null;
}

/** The names under which programs are shown, folded, by the class of the window and the file name of the program. Remembers what it has found. */
export class ShownNames {
  readonly #programs: readonly InstalledProgram[];
  readonly #found = new Map<string, string>();

  constructor(programs: readonly InstalledProgram[]) {
    this.#programs = programs;
  }

  /** In all languages, one each line; empty for a program without an entry. `app`: `class\nfile name`, folded. */
  of(app: string): string {
    const found = this.#found.get(app);
    if (found !== undefined) return found;
    const [name = '', executable = ''] = app.split('\n', 2);
    const program = programOf(this.#programs, { name, executable });
    const names =
      program === null ? '' : foldedText([program.name, ...Object.values(program.names)].join('\u0000')).replaceAll('\u0000', '\n');
    if (this.#found.size >= mostPrograms) this.#found.clear();
    this.#found.set(app, names);
    return names;
  }
}
