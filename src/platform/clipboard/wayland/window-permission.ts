/**
 * The permission to know which window is active, as KWin gives it: to a program whose desktop entry names the protocol (`X-KDE-Wayland-Interfaces`). KWin finds
 * the entry by the file of the program that is connected, which for Hub is Node: so only a Node that is part of Hub gets one, because every script that it
 * runs has the same permission. The entry is shown in no menu.
 */
import { createHash } from 'node:crypto';
import { lstat, readdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import { isMissing } from '../../../base/files/disk-error.ts';
import { replaceAtomically } from '../../../base/files/durable-file.ts';
import { makeFoldersAsync } from '../../../base/files/make-folders.ts';
import { ownFolder } from '../../installation.ts';
import { escaped, execLine, isOwn, ownMark, unescaped } from '../../jump-list/desktop-entry.ts';
import { ownDataFolder } from '../../programs/data-folders.ts';
import { readBounded } from '../../programs/read-bounded.ts';
import { plasmaWindows } from '../../wayland/plasma-windows.ts';

export interface PermittedProgram {
  /** Absolute: `$XDG_DATA_HOME`. */
  readonly dataHome: string;
  /** The program, as the system knows it: without links. */
  readonly program: string;
  /** The folder of Hub's own files. */
  readonly ownFolder: string;
}

/** This program. */
export function thisProgram(env: Readonly<Record<string, string | undefined>>, userHome: string): PermittedProgram {
  return { dataHome: ownDataFolder(env, userHome), program: process.execPath, ownFolder };
}

const prefix = 'hub-windows-';
const suffix = '.desktop';
const longestEntry = 64 * 1024;
const programKey = 'X-Hub-Program=';

/** `no`: the program is not Hub's own, the entry can't be written, or one of somebody else has its name. */
export async function requestPermission({ dataHome, program, ownFolder: within }: PermittedProgram): Promise<'written' | 'present' | 'no'> {
  const exec = execLine({ exePath: program, arguments: [], environment: {} });
  if (exec === null || program.includes('=') || !program.startsWith(within + path.sep)) return 'no';
  const file = path.join(dataHome, 'applications', nameOf(program));
  try {
    const present = await entryIn(file);
    const entry = entryOf(program, exec);
    if (present === entry) return 'present';
    if (!isOwn(present) && !(await isGone(file))) return 'no';
    await makeFoldersAsync(path.dirname(file), 0o700);
    const written = await replaceAtomically(file, Buffer.from(entry), 0o644);
    return written.ok ? 'written' : 'no';
  } catch {
    return 'no';
  }
}

/** Removes the entry of this program, and those of programs that are gone. What can't be read or removed stays. */
export async function withdrawPermission({ dataHome, program }: Pick<PermittedProgram, 'dataHome' | 'program'>): Promise<void> {
  const folder = path.join(dataHome, 'applications');
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.startsWith(prefix) && name.endsWith(suffix));
  for (const file of names.map((name) => path.join(folder, name))) {
    const its = programIn(await entryIn(file));
    if (its !== null && (its === program || (await isGone(its)))) await unlink(file).catch(() => {});
  }
}

function nameOf(program: string): string {
  return `${prefix}${createHash('sha256').update(program).digest('hex').slice(0, 8)}${suffix}`;
}

function entryOf(program: string, exec: string): string {
  return `${[
    '[Desktop Entry]',
    'Type=Application',
    'Version=1.4',
    'Name=Hub',
    'Comment=Hub may know which window is active: whose copy it is',
    `Exec=${exec}`,
    'NoDisplay=true',
    `X-KDE-Wayland-Interfaces=${plasmaWindows}`,
    ownMark,
    `${programKey}${escaped(program)}`,
  ].join('\n')}\n`;
}

/** Empty if there is none that can be read. */
async function entryIn(file: string): Promise<string> {
  return (await readBounded(file, longestEntry, true))?.toString('utf8') ?? '';
}

/** Null if Hub has not written that entry. */
function programIn(entry: string): string | null {
  const line = isOwn(entry) ? entry.split('\n').find((one) => one.startsWith(programKey)) : undefined;
  return line === undefined ? null : unescaped(line.slice(programKey.length));
}

/** Only a missing file counts: one that can't be inspected may still be somebody's Hub. */
async function isGone(file: string): Promise<boolean> {
  return lstat(file).then(
    () => false,
    (error: unknown) => isMissing(error),
  );
}
