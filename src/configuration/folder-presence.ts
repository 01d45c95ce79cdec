/** Whether folders exist, checked so that a network disk which does not respond blocks nobody. */
import { access, constants, stat } from 'node:fs/promises';
import nodePath from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isMissing, systemErrorName } from '../base/files/disk-error.ts';

/** `unknown`: it did not respond in time, or is not accessible. */
export type Presence = 'folder' | 'missing' | 'no-folder' | 'unknown';

/** A disk that is awake responds in microseconds. */
const answerWithinMs = 500;
/** Each hanging check blocks one of the four threads that all files of the process share. */
const mostHanging = 2;

/** Checks paths. One that has not responded yet is not checked again. */
export class FolderPresence<Answer extends string = Presence> {
  readonly #asked = new Map<string, Promise<Answer | 'unknown'>>();
  readonly #look: (path: string) => Promise<Answer>;

  constructor(look: (path: string) => Promise<Answer>) {
    this.#look = look;
  }

  /** For each path, in order. */
  async of(paths: readonly string[]): Promise<readonly (Answer | 'unknown')[]> {
    const found: (Answer | 'unknown')[] = [];
    for (const path of paths) found.push(await this.#one(path));
    return found;
  }

  async #one(path: string): Promise<Answer | 'unknown'> {
    if (this.#asked.has(path) || this.#asked.size >= mostHanging) return 'unknown';
    const asked: Promise<Answer | 'unknown'> = this.#look(path).finally(() => this.#asked.delete(path));
    this.#asked.set(path, asked);
    const given = new AbortController();
    const late = pause(answerWithinMs, 'unknown' as const, { signal: given.signal }).catch(() => 'unknown' as const);
    const first = await Promise.race([asked, late]);
    given.abort();
    return first;
  }
}

/** What is at this path. */
export async function lookAt(path: string): Promise<Presence> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'no-folder';
  } catch (error) {
    if (isMissing(error)) return 'missing';
    return systemErrorName(error) === 'ENOTDIR' ? 'no-folder' : 'unknown';
  }
}

/** Where drives appear, and their folders with them. */
const placesOfDrives = /^\/(?:media|mnt|run\/media|Volumes)\//;

/**
 * Whether Hub may write into a folder, or make it. Nothing is known of one whose parent is missing too, or may come with its drive: it is not `closed`.
 */
export async function lookForSaving(path: string): Promise<'open' | 'closed'> {
  if (await mayWrite(path)) return 'open';
  if ((await lookAt(path)) !== 'missing') return 'closed';
  if (placesOfDrives.test(path)) return 'open';
  const parent = nodePath.dirname(path);
  return (await mayWrite(parent)) || (await lookAt(parent)) === 'missing' ? 'open' : 'closed';
}

async function mayWrite(folder: string): Promise<boolean> {
  try {
    await access(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
