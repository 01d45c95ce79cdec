/**
 * A desktop entry with actions, as text: Desktop Entry Specification (https://specifications.freedesktop.org/desktop-entry-spec/latest/), version
 * 1.4, which the validators of stable systems know. `Exec` has two layers of escaping: its words are quoted, and the whole is then escaped like any
 * value.
 */
import { done, failed, type Outcome } from '../../base/outcome.ts';
import { type ListOwner, programOf, type ShellLink, type ShellTask } from './interface.ts';

/** By this line Hub recognizes an entry that it wrote itself, and may replace. */
export const ownMark = 'X-Hub-Written=true';
export const homeKey = 'X-Hub-Home=';

/** Whether Hub wrote that entry. */
export function isOwn(entry: string): boolean {
  return entry.split('\n').includes(ownMark);
}

/** The home of the Hub that an entry is for; null if it has none. */
export function homeIn(entry: string): string | null {
  const line = entry.split('\n').find((one) => one.startsWith(homeKey));
  return line === undefined ? null : unescaped(line.slice(homeKey.length));
}

/** The entry; `not-a-link` if a word can't be expressed in one. */
export function desktopEntry(main: ShellLink, tasks: readonly ShellTask[], owner: ListOwner): Outcome<string, 'not-a-link'> {
  const lines = [main, ...tasks].map(execLine);
  const isWritable = tasks.every(({ id }) => /^[A-Za-z0-9-]+$/.test(id)) && lines.every((line) => line !== null);
  // A program's name with `=` would be taken for the setting of a variable.
  if (!isWritable || [main, ...tasks].some(({ exePath }) => exePath.includes('='))) return failed('not-a-link');
  const groups = [mainGroup(main, tasks, owner), ...tasks.map((task) => actionGroup(task, main.workingDirectory))];
  return done(`${groups.map((group) => group.join('\n')).join('\n\n')}\n`);
}

function mainGroup(main: ShellLink, tasks: readonly ShellTask[], { home, key }: ListOwner): readonly string[] {
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Version=1.4',
    `Name=${escaped(main.title)}`,
    `Comment=${escaped(main.toolTip)}`,
    `Exec=${execLine(main)}`,
    `TryExec=${escaped(main.exePath)}`,
    `Path=${escaped(main.workingDirectory)}`,
    `Icon=${escaped(main.iconPath)}`,
    'Terminal=false',
    `StartupWMClass=${programOf(key)}`,
    'Categories=Utility;',
    ...(tasks.length === 0 ? [] : [`Actions=${tasks.map(({ id }) => `${id};`).join('')}`]),
    ownMark,
    `${homeKey}${escaped(home)}`,
  ];
}

/**
 * In the specification an action has neither a comment nor a folder of its own: it starts in the entry's folder, and in another one through a shell.
 * Its tooltip has a key of ours, because no desktop shows one.
 */
function actionGroup(task: ShellTask, entryFolder: string): readonly string[] {
  const { id, title, iconPath, toolTip, workingDirectory } = task;
  const isElsewhere = workingDirectory !== entryFolder;
  return [
    `[Desktop Action ${id}]`,
    `Name=${escaped(title)}`,
    `Icon=${escaped(iconPath)}`,
    `Exec=${execLine(isElsewhere ? startedIn(task) : task)}`,
    `X-Hub-ToolTip=${escaped(toolTip)}`,
    `X-Hub-Path=${escaped(workingDirectory)}`,
  ];
}

/** By sh(1): env(1) can change folders only on some systems. */
function startedIn(task: ShellTask): ShellTask {
  const { exePath, arguments: words, workingDirectory } = task;
  return { ...task, exePath: '/bin/sh', arguments: ['-c', 'cd "$0" && exec "$@"', workingDirectory, exePath, ...words] };
}

/** env(1), which desktops find at this path on every system that has one. */
const envPath = '/usr/bin/env';

/** Null if a word contains a NUL, which no program can receive. An entry has no environment of its own: env(1) sets it. */
export function execLine({
  exePath,
  arguments: words,
  environment,
}: Pick<ShellLink, 'exePath' | 'arguments' | 'environment'>): string | null {
  const settings = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const all = [...(settings.length === 0 ? [] : [envPath, ...settings]), exePath, ...words];
  return all.some((word) => word.includes('\0')) ? null : escaped(all.map(quoted).join(' '));
}

/**
 * "The Exec key": a word with a reserved character has to be quoted, four of them are escaped inside quotes, and `%` begins a code unless it is
 * doubled.
 */
function quoted(word: string): string {
  const literal = word.replaceAll('%', '%%');
  if (literal !== '' && !/[\s"'\\><~|&;$*?#()`]/.test(literal)) return literal;
  return `"${literal.replaceAll(/["`$\\]/g, '\\$&')}"`;
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\t': '\\t', '\r': '\\r' };

/** "Possible value types", string: escapes characters that would end the line or be taken for an escape, and a blank at its start or end, which a reader would drop. */
export function escaped(value: string): string {
  return value.replaceAll(/[\\\n\t\r]/g, (character) => escapes[character] ?? character).replace(/^ | $/g, '\\s');
}

const letters: Readonly<Record<string, string>> = { '\\': '\\', n: '\n', t: '\t', r: '\r', s: ' ' };

export function unescaped(value: string): string {
  return value.replaceAll(/\\([\\ntrs])/g, (_, letter: string) => letters[letter] ?? '');
}
