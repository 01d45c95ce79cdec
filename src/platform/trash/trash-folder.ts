/**
 * The folder of the desktop's trash for a disk, as https://specifications.freedesktop.org/trash-spec/1.0/ has it: `$XDG_DATA_HOME/Trash` for the disk that
 * it is on, `.Trash/UID` or `.Trash-UID` at the top of any other one. It must belong to the user; a symbolic link in its place is not followed, and then there
 * is no trash. Everything goes through open folders, so that nobody can replace one between check and use. Takes as long as the disk does.
 */
import * as fs from 'node:fs/promises';
import path from 'node:path';
import { systemErrorName } from '../../base/files/disk-error.ts';

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW } = fs.constants;
const openFolder = O_RDONLY | O_DIRECTORY | O_NOFOLLOW;
const mode = 0o700;
const sticky = 0o1000;

/** Whose trash it is. */
export interface TrashUser {
  readonly platform: NodeJS.Platform;
  readonly uid: number;
  /** `$XDG_DATA_HOME`, or `~/.local/share`; absolute. */
  readonly dataHome: string;
}

/** The user of this process. */
export function trashUser(env: Readonly<Record<string, string | undefined>>, userHome: string): TrashUser {
  const named = env.XDG_DATA_HOME ?? '';
  const dataHome = path.isAbsolute(named) ? named : path.join(userHome, '.local', 'share'); // a relative one is invalid
  return { platform: process.platform, uid: process.getuid?.() ?? -1, dataHome };
}

export interface TrashFolder extends AsyncDisposable {
  /** Absolute. */
  readonly path: string;
  /** The folder that paths in its notes start from; null if they are absolute. */
  readonly top: string | null;
  /** Paths into the open folders. */
  readonly files: string;
  readonly info: string;
}

/** The trash for files in this folder (a real path), created if needed; null if there is none. */
export async function trashFor(folder: string, user: TrashUser): Promise<TrashFolder | null> {
  if (user.platform !== 'linux') return null;
  try {
    const { dev } = await fs.stat(folder);
    if ((await deviceAbove(user.dataHome)) === dev) {
      await fs.mkdir(user.dataHome, { recursive: true, mode });
      return await openTrash(path.join(user.dataHome, 'Trash'), null, user);
    }
    const top = await topOf(folder, dev);
    const shared = path.join(top, '.Trash');
    const own = String(user.uid);
    return (
      ((await isSharedTrash(shared)) ? await openTrash(path.join(shared, own), top, user) : null) ??
      (await openTrash(path.join(top, `.Trash-${own}`), top, user))
    );
  } catch (error) {
    return nothing(error);
  }
}

/** A trash that a file was moved to; null if it is not there any more. */
export async function knownTrash(trash: string, user: TrashUser): Promise<TrashFolder | null> {
  return user.platform === 'linux' ? openTrash(trash, null, user, false) : null;
}

async function openTrash(trash: string, top: string | null, { uid }: TrashUser, mayCreate = true): Promise<TrashFolder | null> {
  const opened = new AsyncDisposableStack();
  try {
    const open = async (at: string): Promise<string | null> => {
      if (mayCreate) await tryMakeFolder(at);
      const handle = opened.use(await fs.open(at, openFolder));
      return (await handle.stat()).uid === uid ? `/proc/self/fd/${handle.fd}` : null;
    };
    const root = await open(trash);
    const files = root === null ? null : await open(`${root}/files`);
    const info = root === null ? null : await open(`${root}/info`);
    if (files !== null && info !== null) return { path: trash, top, files, info, [Symbol.asyncDispose]: () => opened.disposeAsync() };
  } catch (error) {
    await opened.disposeAsync();
    return nothing(error);
  }
  await opened.disposeAsync();
  return null;
}

async function tryMakeFolder(folder: string): Promise<void> {
  try {
    await fs.mkdir(folder, { mode });
  } catch (error) {
    if (systemErrorName(error) !== 'EEXIST') throw error;
  }
}

/** The administrator's: a real folder in which nobody can rename what is another's. */
async function isSharedTrash(folder: string): Promise<boolean> {
  try {
    const status = await fs.lstat(folder);
    return status.isDirectory() && (status.mode & sticky) !== 0;
  } catch (error) {
    nothing(error);
    return false;
  }
}

/** Of the folder, or of the first one above it that exists. */
async function deviceAbove(folder: string): Promise<number> {
  for (let at = folder; ; at = path.dirname(at)) {
    try {
      return (await fs.stat(at)).dev;
    } catch (error) {
      if (systemErrorName(error) !== 'ENOENT' || at === path.dirname(at)) throw error;
    }
  }
}

/** The top folder of the disk that this folder is on. */
async function topOf(folder: string, device: number): Promise<string> {
  let top = folder;
  while (top !== path.dirname(top) && (await fs.stat(path.dirname(top))).dev === device) top = path.dirname(top);
  return top;
}

/** Whatever the disk refuses, there is no trash then. Rethrows a bug. */
function nothing(error: unknown): null {
  if (systemErrorName(error) === null) throw error;
  return null;
}
