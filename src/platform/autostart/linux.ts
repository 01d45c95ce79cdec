/**
 * Linux: a desktop entry in the user's autostart folder (https://specifications.freedesktop.org/autostart-spec/latest/). What the user has changed in it
 * stays: Hub writes only the lines that decide whether and how it is started. An entry of that name which Hub did not write is left alone.
 */
import { constants } from 'node:fs';
import { access, readFile, realpath, stat, unlink } from 'node:fs/promises';
import path from 'node:path';
import { diskReason, isMissing } from '../../base/files/disk-error.ts';
import { replaceAtomically } from '../../base/files/durable-file.ts';
import { makeFoldersAsync } from '../../base/files/make-folders.ts';
import { done, failed, type Outcome } from '../../base/outcome.ts';
import { escaped, execLine, homeKey, isOwn, ownMark, unescaped } from '../jump-list/desktop-entry.ts';
import { programOf } from '../jump-list/interface.ts';
import type { LaunchedHub, Launcher } from '../launcher.ts';
import type { AutostartEntry, AutostartFailure } from './interface.ts';

const group = '[Desktop Entry]';
/** GNOME's own switch, which its tools set. */
const gnomeSwitch = 'X-GNOME-Autostart-enabled';
/** An entry of a few lines. */
const longestEntryBytes = 65_536;

/** `launcher` starts Hub without showing its window. */
export function xdgAutostart({ env, places, owner }: LaunchedHub, launcher: Launcher): AutostartEntry {
  const configured = env.XDG_CONFIG_HOME;
  const folder = configured !== undefined && path.isAbsolute(configured) ? configured : path.join(places.userHome, '.config');
  const name = owner.key === null ? 'hub.desktop' : `${programOf(owner.key)}.desktop`;
  const file = path.join(folder, 'autostart', name);
  const exec = execLine(launcher);
  const fresh = `${[
    group,
    'Type=Application',
    'Version=1.4',
    'Name=Hub',
    'Comment=Watches the clipboard from login on',
    `Exec=${exec}`,
    `TryExec=${escaped(launcher.exePath)}`,
    `Icon=${escaped(launcher.iconPath)}`,
    'Terminal=false',
    ownMark,
    `${homeKey}${escaped(owner.home)}`,
  ].join('\n')}\n`;
  return {
    place: file,
    isCheap: true,
    isOn: async () => {
      const entry = await tryRead(file);
      return entry.ok && entry.value !== null && isOwn(entry.value) && isStarting(entry.value);
    },
    set: async (isOn) => {
      // A program's name with `=` would be taken for the setting of a variable.
      if (exec === null || launcher.exePath.includes('=')) return failed('not-a-link');
      const entry = await tryRead(file);
      if (!entry.ok) return entry;
      const present = entry.value;
      if (present !== null && !isOwn(present)) return failed('taken');
      try {
        if (present === null) return isOn ? await write(file, fresh) : done(null);
        if (isOn)
          return await write(
            file,
            withLines(present, { Exec: exec, TryExec: escaped(launcher.exePath), Hidden: null, [gnomeSwitch]: null }),
          );
        if (present !== fresh) return await write(file, withLines(present, { Hidden: 'true' }));
        await unlink(file);
        return done(null);
      } catch (error) {
        return failed(diskReason(error));
      }
    },
  };
}

/** Whether a desktop starts what this entry names. */
async function isStarting(entry: string): Promise<boolean> {
  const lines = linesOf(entry);
  if (lines.get('Hidden') === 'true' || lines.get(gnomeSwitch) === 'false' || !lines.get('Exec')) return false;
  const program = unescaped(lines.get('TryExec') ?? '');
  // A name without a folder is for the desktop to look for.
  return !path.isAbsolute(program) || isProgram(program);
}

async function isProgram(file: string): Promise<boolean> {
  try {
    await access(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Null if there is none. */
async function tryRead(file: string): Promise<Outcome<string | null, AutostartFailure>> {
  try {
    const facts = await stat(file);
    if (!facts.isFile() || facts.size > longestEntryBytes) return failed('taken');
    return done(await readFile(file, 'utf8'));
  } catch (error) {
    return isMissing(error) ? done(null) : failed(diskReason(error));
  }
}

/** A link stays, and the file that it points to is replaced. */
async function write(file: string, entry: string): Promise<Outcome<null, AutostartFailure>> {
  await makeFoldersAsync(path.dirname(file), 0o700);
  const target = await realpath(file).catch(() => file);
  const written = await replaceAtomically(target, Buffer.from(entry), 0o644);
  return written.ok ? done(null) : written;
}

/** The keys of the entry itself, without those of its actions. */
function linesOf(entry: string): ReadonlyMap<string, string> {
  const own = ownLines(entry.split('\n'));
  return new Map(own.map((line) => [keyOf(line), line.slice(line.indexOf('=') + 1).trim()]));
}

/** Empty for a line without one, and for a comment. */
function keyOf(line: string): string {
  const end = line.indexOf('=');
  return end < 0 || line.startsWith('#') ? '' : line.slice(0, end).trim();
}

function ownLines(lines: readonly string[]): readonly string[] {
  const from = lines.indexOf(group) + 1;
  const end = lines.findIndex((line, at) => at >= from && line.startsWith('['));
  return from === 0 ? [] : lines.slice(from, end < 0 ? undefined : end);
}

/** The entry with these keys: null removes one. All other lines stay as they are. */
function withLines(entry: string, keys: Readonly<Record<string, string | null>>): string {
  const lines = entry.split('\n');
  const from = lines.indexOf(group) + 1;
  const own = ownLines(lines);
  const kept = own.filter((line) => !Object.hasOwn(keys, keyOf(line)));
  const written = Object.entries(keys).flatMap(([key, value]) => (value === null ? [] : [`${key}=${value}`]));
  return [...lines.slice(0, from), ...written, ...kept, ...lines.slice(from + own.length)].join('\n');
}
