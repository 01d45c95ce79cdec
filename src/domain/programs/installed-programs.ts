/** Which installed program a window or a process belongs to. */
import type { AppIdentity } from '../../contract/source-snapshot.ts';
import { withoutEnd } from '../trim-end.ts';
import { lastPart } from '../view/shown-place.ts';
import { oneLine } from '../view/shown-text.ts';
import type { InstalledProgram } from './desktop-entry.ts';

/** A program's own name, and the path of its icon under the page's own address; null without an icon. */
export interface KnownProgram {
  readonly name: string;
  readonly iconUrl: string | null;
}

/** The entries that start one program: `libreoffice --calc` and `libreoffice --writer`. */
interface Family {
  readonly members: readonly InstalledProgram[];
  /** What they have in common. */
  readonly whole: InstalledProgram;
}

interface Index {
  readonly byClass: ReadonlyMap<string, InstalledProgram>;
  readonly byId: ReadonlyMap<string, InstalledProgram>;
  readonly byCommand: ReadonlyMap<string, Family>;
}

/** UTF-16 units. */
const longestTitle = 40;

const indexes = new WeakMap<readonly InstalledProgram[], Index>();

type Named = Pick<AppIdentity, 'name' | 'executable'> & Partial<Pick<AppIdentity, 'windowTitle'>>;

/**
 * The program: by the class of its windows, which its entry names or is named after; otherwise by its executable, or the folder that has it. Null if none of the entries is its
 * own. Of several entries the first one counts. Of those that start one executable it is the one that the title of the window ends with
 * (`a.ods — LibreOffice Calc`): a window may still have the class of the start center then. If only the executable is known, it is what their names have
 * in common, `LibreOffice`, which is true of each.
 */
export function programOf(programs: readonly InstalledProgram[], { name, executable, windowTitle = null }: Named): InstalledProgram | null {
  if (programs.length === 0) return null;
  const { byClass, byId, byCommand } = indexOf(programs);
  const [named, file] = [folded(lastPart(name ?? '')), folded(lastPart(executable ?? ''))];
  const own = byClass.get(named) ?? byId.get(named) ?? byId.get(file);
  const commands = own === undefined ? [file, named, folded(ownFolderOf(executable ?? ''))] : [folded(own.command)];
  const family = commands.map((command) => byCommand.get(command)).find((found) => found !== undefined);
  return (family && memberCalled(family, windowTitle ?? '')) ?? own ?? family?.whole ?? null;
}

/** The one whose name the title of its window ends with. */
function memberCalled(family: Family, windowTitle: string): InstalledProgram | undefined {
  if (family.members.length === 1) return undefined;
  const end = oneLine(windowTitle.slice(-longestTitle), longestTitle);
  const isCalled = ({ name, names }: InstalledProgram): boolean =>
    [name, ...Object.values(names)].some((one) => end === one || end.endsWith(` ${one}`));
  return family.members.find((member) => member.name !== family.whole.name && isCalled(member));
}

/** `members`: the one with the fewest words first; that is the program itself, if the names have nothing in common. */
function familyOf(members: readonly [InstalledProgram, ...InstalledProgram[]]): Family {
  const [main] = members;
  const common = (nameOf: (member: InstalledProgram) => string): string => wordsInCommon(members.map(nameOf)) || nameOf(main);
  const names = Object.keys(main.names).map((language) => [language, common(({ names: all, name }) => all[language] ?? name)]);
  return { members, whole: { ...main, name: common(({ name }) => name), names: Object.fromEntries(names) } };
}

/** The words that all of them begin with. */
function wordsInCommon(names: readonly string[]): string {
  const [first = [], ...others] = names.map((name) => name.split(' '));
  const end = first.findIndex((word, at) => others.some((words) => words[at] !== word));
  return end < 0 ? first.join(' ') : withoutEnd(first.slice(0, end).join(' '), /[\s\p{P}]/u);
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
  const [byClass, byId] = [new Map<string, InstalledProgram>(), new Map<string, InstalledProgram>()];
  const add = (map: Map<string, InstalledProgram>, key: string, program: InstalledProgram): void => {
    if (key !== '' && !map.has(key)) map.set(key, program);
  };
  for (const program of programs) {
    add(byClass, folded(program.windowClass), program);
    add(byId, folded(program.id), program);
  }
  // `org.gnome.TextEditor` has windows of the class `TextEditor`, or an executable of that name.
  for (const program of programs) add(byId, folded(program.id.slice(program.id.lastIndexOf('.') + 1)), program);
  const members = Map.groupBy(
    programs.toSorted((one, other) => one.words - other.words),
    ({ command }) => folded(command),
  );
  members.delete('');
  const byCommand = new Map(
    [...members].flatMap(([command, [main, ...others]]) => (main === undefined ? [] : [[command, familyOf([main, ...others])] as const])),
  );
  const index = { byClass, byId, byCommand };
  indexes.set(programs, index);
  return index;
}

function folded(text: string): string {
  return text.toLowerCase();
}
