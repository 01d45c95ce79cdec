/** Whether folders are there, asked so that a network disk which does not answer holds up nobody. */
import { stat } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';

/** `unknown`: it did not say within the time, or may not be looked at. */
export type Presence = 'folder' | 'missing' | 'no-folder' | 'unknown';

/** A disk that is awake answers in microseconds. */
const answerWithinMs = 500;
/** Each that hangs holds one of the four threads that all files of the process share. */
const mostHanging = 2;

/** Looks at paths. One that has not answered yet is not asked again. */
export class FolderPresence {
  readonly #asked = new Map<string, Promise<Presence>>();
  readonly #look: (path: string) => Promise<Presence>;

  constructor(look: (path: string) => Promise<Presence> = lookAt) {
    this.#look = look;
  }

  /** Of each path, in their order. */
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
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'ENOENT') return 'missing';
    return code === 'ENOTDIR' ? 'no-folder' : 'unknown';
  }
}
