/**
 * Notices that the folder of a WorkSpace is there again, or is another one: nothing watches a folder that does not exist. Each is asked in the
 * background every few seconds; a disk that does not respond is not asked again until it does.
 *
 * Some file systems (FUSE, some network drives) give a folder another number each time, and some drives come and go. One that has just been reported is
 * reported again only after twice as many looks as the last time: each report makes the indexer compare all of the WorkSpace.
 */
import { stat } from 'node:fs/promises';
import { tooLate } from '../../../base/deadline.ts';
import type { DiskQuestions } from '../../../base/disk-questions.ts';

export interface ReturningParts {
  readonly questions: DiskQuestions;
  readonly workspaces: () => readonly { readonly id: string; readonly path: string }[];
  /** The folder was not there when it was asked for the last time, or was another one. */
  readonly returned: (workspaceId: string) => void;
  readonly lookEveryMs?: number;
  /** What the disk says about a folder; null if there is none. */
  readonly folderAt?: (path: string) => Promise<FolderFacts | null>;
}

/** As stat(2) has them; `birthtimeMs` is 0 where the file system does not know it. */
export interface FolderFacts {
  readonly dev: number;
  readonly ino: number;
  readonly birthtimeMs: number;
  readonly mtimeMs: number;
}

interface Known {
  /** What the path was at last; undefined before the first look. */
  folder: FolderFacts | null | undefined;
  /** It has to be reported. */
  hasReturned: boolean;
  /** Looks since the last report, and how many there have to be before the next one. */
  looks: number;
  restsFor: number;
}

const usualLookEveryMs = 5_000;
/** An hour of usual looks. */
const mostLooksOfRest = 720;

export class ReturningWorkspaces implements Disposable {
  readonly #parts: ReturningParts;
  readonly #known = new Map<string, Known>();
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
    const now = await this.#parts.questions.ask(path, () => (this.#parts.folderAt ?? folderAt)(path));
    this.#asked.delete(path);
    if (now === tooLate) return;
    const known = this.#known.get(path) ?? { folder: undefined, hasReturned: false, looks: 0, restsFor: 0 };
    this.#known.set(path, known);
    if (now !== null && known.folder !== undefined && (known.folder === null || !isSame(known.folder, now))) known.hasReturned = true;
    known.folder = now;
    known.looks += 1;
    if (now === null || !known.hasReturned || known.looks < known.restsFor || this.#isOver) return;
    // It was quiet for as long again: that is no file system of this kind.
    const isQuiet = known.looks > 2 * known.restsFor + 1;
    known.restsFor = isQuiet ? 1 : Math.min(mostLooksOfRest, known.restsFor * 2);
    [known.hasReturned, known.looks] = [false, 0];
    this.#parts.returned(id);
  }

  [Symbol.dispose](): void {
    this.#isOver = true;
    clearInterval(this.#timer);
  }
}

/** The number of a folder that was deleted is used again, and some file systems give a folder ever new numbers: then the times tell. */
export function isSame(before: FolderFacts, now: FolderFacts): boolean {
  if (before.dev !== now.dev) return false;
  if (before.birthtimeMs !== 0 || now.birthtimeMs !== 0) return before.birthtimeMs === now.birthtimeMs;
  return before.ino === now.ino || before.mtimeMs === now.mtimeMs;
}

async function folderAt(path: string): Promise<FolderFacts | null> {
  try {
    const facts = await stat(path);
    return facts.isDirectory() ? facts : null;
  } catch {
    return null;
  }
}
