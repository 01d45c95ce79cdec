/** Which installed program a window or a process belongs to. */
import type { AppIdentity } from '../../contract/source-snapshot.ts';
import { lastPart } from '../view/shown-place.ts';
import { oneLine } from '../view/shown-text.ts';
import type { InstalledProgram } from './desktop-entry.ts';

/** A program's own name, and the path of its icon under the page's own address; null without an icon. */
export interface KnownProgram {
  readonly name: string;
  readonly iconUrl: string | null;
}

interface Index {
  readonly byClass: ReadonlyMap<string, InstalledProgram>;
  readonly byId: ReadonlyMap<string, InstalledProgram>;
  readonly byCommand: ReadonlyMap<string, InstalledProgram>;
}

/** UTF-16 units. */
const longestTitle = 40;

const indexes = new WeakMap<readonly InstalledProgram[], Index>();

type Named = Pick<AppIdentity, 'name' | 'executable'>;

/**
 * The program: by the class of its windows, which its entry names or is named after; otherwise by its executable, or the folder that has it. Null if none of the entries is its
 * own. Of several entries the first one counts, and among those of one executable the one with the fewest words.
 */
export function programOf(programs: readonly InstalledProgram[], { name, executable }: Named): InstalledProgram | null {
  if (programs.length === 0) return null;
  const { byClass, byId, byCommand } = indexOf(programs);
  const [named, file] = [folded(lastPart(name ?? '')), folded(lastPart(executable ?? ''))];
  const found = [
    byClass.get(named),
    byId.get(named),
    file === named ? undefined : byId.get(file),
    byCommand.get(file),
    byCommand.get(named),
    byCommand.get(folded(ownFolderOf(executable ?? ''))),
  ];
  return found.find((program) => program !== undefined) ?? null;
}

/** A program with a folder of its own may start another one there: `libreoffice` runs `/usr/lib/libreoffice/program/soffice.bin`. */
function ownFolderOf(executable: string): string {
  const folders = executable.split('/').slice(0, -1);
  const at = folders.findLastIndex((folder) => /^(?:lib(?:32|64|exec)?|opt)$/.test(folder));
  return at < 0 ? '' : (folders[at + 1] ?? '');
}

/** Its name in `language`, and its icon. */
export function knownProgram(programs: readonly InstalledProgram[], app: Named, language: string): KnownProgram | null {
  const program = programOf(programs, app);
  if (program === null) return null;
  return {
    name: program.names[language] ?? program.name,
    iconUrl: program.icon === '' ? null : `/program/${encodeURIComponent(program.id)}`,
  };
}

/** What the program of a window is called: `LibreOffice Calc` for the class `libreoffice-calc`; the class itself, on one line, if no entry is its own. */
export function programTitle(programs: readonly InstalledProgram[], window: Named, language: string): string {
  return oneLine(knownProgram(programs, window, language)?.name ?? window.name ?? '', longestTitle);
}

function indexOf(programs: readonly InstalledProgram[]): Index {
  const known = indexes.get(programs);
  if (known !== undefined) return known;
  const [byClass, byId, byCommand] = [
    new Map<string, InstalledProgram>(),
    new Map<string, InstalledProgram>(),
    new Map<string, InstalledProgram>(),
  ];
  const add = (map: Map<string, InstalledProgram>, key: string, program: InstalledProgram): void => {
    if (key !== '' && !map.has(key)) map.set(key, program);
  };
  for (const program of programs) {
    add(byClass, folded(program.windowClass), program);
    add(byId, folded(program.id), program);
  }
  // `org.gnome.TextEditor` has windows of the class `TextEditor`, or an executable of that name.
  for (const program of programs) add(byId, folded(program.id.slice(program.id.lastIndexOf('.') + 1)), program);
  for (const program of programs.toSorted((one, other) => one.words - other.words)) add(byCommand, folded(program.command), program);
  const index = { byClass, byId, byCommand };
  indexes.set(programs, index);
  return index;
}

function folded(text: string): string {
  return text.toLowerCase();
}
