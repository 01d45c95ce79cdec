/**
 * Notices that the folder of a WorkSpace is there again, or is another one: nothing watches a folder that does not exist. Each is asked in the
 * background every few seconds; a disk that does not respond is not asked again until it does.
 */
import { stat } from 'node:fs/promises';

export interface ReturningParts {
  readonly workspaces: () => readonly { readonly id: string; readonly path: string }[];
  /** The folder was not there when it was asked for the last time, or was another one. */
  readonly returned: (workspaceId: string) => void;
  readonly lookEveryMs?: number;
}

const usualLookEveryMs = 5_000;

export class ReturningWorkspaces implements Disposable {
  readonly #parts: ReturningParts;
  /** The folder that each path was at last; null for none. */
  readonly #known = new Map<string, string | null>();
  readonly #asked = new Set<string>();
  readonly #timer: NodeJS.Timeout;
  #isOver = false;

  constructor(parts: ReturningParts) {
    this.#parts = parts;
    this.#timer = setInterval(() => this.#look(), parts.lookEveryMs ?? usualLookEveryMs).unref();
    this.#look();
  }

  #look(): void {
    for (const { id, path } of this.#parts.workspaces()) void this.#lookAt(id, path);
  }

  async #lookAt(id: string, path: string): Promise<void> {
    if (this.#asked.has(path)) return;
    this.#asked.add(path);
    const now = await folderAt(path);
    this.#asked.delete(path);
    const before = this.#known.get(path);
    this.#known.set(path, now);
    if (now !== null && before !== undefined && now !== before && !this.#isOver) this.#parts.returned(id);
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    clearInterval(this.#timer);
  }
}

async function folderAt(path: string): Promise<string | null> {
  try {
    const facts = await stat(path);
    // The number of a folder that was deleted is used again.
    return facts.isDirectory() ? `${facts.dev}:${facts.ino}:${facts.birthtimeMs}` : null;
  } catch {
    return null;
  }
}
