/**
 * A desktop entry with actions, as text: Desktop Entry Specification (https://specifications.freedesktop.org/desktop-entry-spec/latest/), of which
 * version 1.4 is what the validators of stable systems know.
 * Two layers of escaping meet in `Exec`: its words are quoted, and the whole is then escaped as any value is.
 */
import { done, failed, type Outcome } from '../../base/outcome.ts';
import { type ListOwner, programOf, type ShellLink, type ShellTask } from './interface.ts';

/** By this line Hub knows an entry that it wrote itself, and may replace. */
const ownMark = 'X-Hub-Written=true';
const homeKey = 'X-Hub-Home=';

/** Whether Hub wrote that entry. */
export function isOwn(entry: string): boolean {
  return entry.split('\n').includes(ownMark);
}

/** The home of the Hub that an entry is for; null where it does not say. */
export function homeIn(entry: string): string | null {
  const line = entry.split('\n').find((one) => one.startsWith(homeKey));
  return line === undefined ? null : unescaped(line.slice(homeKey.length));
}

/** The entry; `not-a-link` where a word can't stand in one. */
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
 * An action has neither a comment nor a folder of its own in the specification: it starts in the entry's folder, and in another one by a shell. Its
 * tip stands under a key of ours, since no desktop shows one.
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

/** By sh(1): env(1) changes folders on some systems only. */
function startedIn(task: ShellTask): ShellTask {
  const { exePath, arguments: words, workingDirectory } = task;
  return { ...task, exePath: '/bin/sh', arguments: ['-c', 'cd "$0" && exec "$@"', workingDirectory, exePath, ...words] };
}

/** env(1), which a desktop finds there on every system that has one. */
const envPath = '/usr/bin/env';

/** Null where a word has a NUL, which no program can be given. An entry has no environment of its own: env(1) sets it. */
function execLine({ exePath, arguments: words, environment }: ShellLink): string | null {
  const settings = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  const all = [...(settings.length === 0 ? [] : [envPath, ...settings]), exePath, ...words];
  return all.some((word) => word.includes('\0')) ? null : escaped(all.map(quoted).join(' '));
}

/** "The Exec key": a reserved character makes a word to be quoted, four of them are escaped then, and `%` begins a code unless it is doubled. */
function quoted(word: string): string {
  const literal = word.replaceAll('%', '%%');
  if (literal !== '' && !/[\s"'\\><~|&;$*?#()`]/.test(literal)) return literal;
  return `"${literal.replaceAll(/["`$\\]/g, '\\$&')}"`;
}

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\n': '\\n', '\t': '\\t', '\r': '\\r' };

/** "Possible value types", string: what would end the line or be taken for an escape; and the blank that a value can't begin with. */
function escaped(value: string): string {
  return value.replaceAll(/[\\\n\t\r]/g, (character) => escapes[character] ?? character).replace(/^ /, '\\s');
}

const letters: Readonly<Record<string, string>> = { '\\': '\\', n: '\n', t: '\t', r: '\r', s: ' ' };

function unescaped(value: string): string {
  return value.replaceAll(/\\([\\ntrs])/g, (_, letter: string) => letters[letter] ?? '');
}
