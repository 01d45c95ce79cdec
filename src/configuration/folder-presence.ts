/** Whether folders exist, checked so that a network disk which does not respond blocks nobody. */
import { stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { isMissing, systemErrorName } from '../base/files/disk-error.ts';

/** `unknown`: it did not respond in time, or is not accessible. */
export type Presence = 'folder' | 'missing' | 'no-folder' | 'unknown';

/** A disk that is awake responds in microseconds. */
const answerWithinMs = 500;
/** Each hanging check blocks one of the four threads that all files of the process share. */
const mostHanging = 2;

/** Checks paths. One that has not responded yet is not checked again. */
export class FolderPresence {
  readonly #asked = new Map<string, Promise<Presence>>();
  readonly #look: (path: string) => Promise<Presence>;

  constructor(look: (path: string) => Promise<Presence> = lookAt) {
    this.#look = look;
  }

  /** For each path, in order. */
  async of(paths: readonly string[]): Promise<readonly Presence[]> {
    const found: Presence[] = [];
    for (const path of paths) found.push(await this.#one(path));
    return found;
  }

  async #one(path: string): Promise<Presence> {
    if (this.#asked.has(path) || this.#asked.size >= mostHanging) return 'unknown';
    const asked = this.#look(path).finally(() => this.#asked.delete(path));
    this.#asked.set(path, asked);
    const given = new AbortController();
    const late = pause(answerWithinMs, 'unknown' as const, { signal: given.signal }).catch(() => 'unknown' as const);
    const first = await Promise.race([asked, late]);
    given.abort();
    return first;
  }
}

async function lookAt(path: string): Promise<Presence> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'no-folder';
  } catch (error) {
    if (isMissing(error)) return 'missing';
    return systemErrorName(error) === 'ENOTDIR' ? 'no-folder' : 'unknown';
  }
}
