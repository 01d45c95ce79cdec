/**
 * Where the pipes of a running Hub are. Its sockets are in the runtime folder of the session that it was started in, and a command may have another one, or none: in
 * a job of cron, after su(1), over SSH. So Hub notes the folder in its home.
 */
import { existsSync, lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { errorCode } from '../base/log.ts';
import type { PipeName, Places } from './locations.ts';

/** PATH_MAX of Linux. */
const longestNote = 4_096;
/** The folder that the note itself is in: without a path, because in a copy of the home it is another one. */
const besideNote = '.';

function noteOf({ run }: Pick<Places, 'run'>): string {
  return path.join(run, 'sockets-folder');
}

/**
 * Notes where this Hub has its sockets. Only the Hub that holds the home may call it. Returns the error's code if that fails: then there is no note, and commands of
 * other sessions do not find this Hub.
 */
export function tryNoteSockets(places: Pick<Places, 'run' | 'sockets'>): ReturnType<typeof errorCode> | null {
  const note = noteOf(places);
  const unfinished = `${note}.${process.pid}`;
  try {
    if (places.sockets === null) return null;
    writeFileSync(unfinished, places.sockets === places.run ? besideNote : places.sockets, { mode: 0o600 });
    renameSync(unfinished, note);
    return null;
  } catch (error) {
    for (const file of [note, unfinished]) removeQuietly(file);
    return errorCode(error);
  }
}

function removeQuietly(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // It names a folder without the sockets of a running Hub, which is not followed.
  }
}

/** The path of a pipe: in the folder that was noted last, if it is there and this user's, otherwise the usual one. */
export function reachedPipe(places: Pick<Places, 'run' | 'sockets' | 'pipe'>, name: PipeName): string {
  const usual = places.pipe(name);
  if (places.sockets === null) return usual;
  const folder = notedFolder(places);
  if (folder === null || folder === places.sockets) return usual;
  const noted = path.join(folder, path.basename(usual));
  return existsSync(noted) ? noted : usual;
}

/** Null without one that can be trusted: what is sent to a pipe may be a copy. */
function notedFolder(places: Pick<Places, 'run'>): string | null {
  try {
    const note = noteOf(places);
    const isNote = (file: string): boolean => {
      const { uid, mode, size } = lstatSync(file);
      return uid === process.getuid?.() && (mode & 0o022) === 0 && size <= longestNote;
    };
    if (!isNote(note)) return null;
    const text = readFileSync(note, 'utf8');
    const folder = text === besideNote ? places.run : text;
    if (!path.isAbsolute(folder)) return null;
    const { uid, mode } = lstatSync(folder);
    return uid === process.getuid?.() && (mode & 0o077) === 0 ? folder : null;
  } catch {
    return null;
  }
}
