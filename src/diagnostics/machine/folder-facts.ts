/**
 * What can be said of a folder for saving. A process of its own looks, because a call to a disk that does not answer would hold whoever made it, also
 * when it wants to end (`src/processes/exit-process.ts`).
 */
import path from 'node:path';
import { runBounded } from '../../base/bounded-program.ts';
import type { Writability } from '../../configuration/folder-presence.ts';

export interface FolderFacts {
  readonly writability: Writability;
  /** It is missing, and the save worker would create it. */
  readonly canBeMade: boolean;
  /** It is empty, and where a drive is usually connected: if it is a WorkSpace that was used, the saves wait for that drive. */
  readonly isWithoutDrive: boolean;
  /** Why it is no folder: what is in its place, or in that of one above it. `isFile`: and no device, pipe or socket. */
  readonly inTheWay: { readonly path: string; readonly isFile: boolean } | null;
  /** For this user; null if the disk does not tell. */
  readonly freeBytes: number | null;
}

const program = path.join(import.meta.dirname, 'folder-facts-program.ts');
const answersWithinMs = 3_000;

/** Null if its disk does not answer. Never rejects. `isUsed`: whether files were saved there, as into a WorkSpace. */
export async function readFolderFacts(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
  isUsed = true,
): Promise<FolderFacts | null> {
  const ended = await runBounded({
    words: [process.execPath, program, folder, ...(isUsed ? [] : ['unused'])],
    env,
    input: Buffer.alloc(0),
    timeoutMs: answersWithinMs,
    mostOutputBytes: 4_096,
  });
  if (!ended.ok || ended.value.status !== 0) return null;
  return JSON.parse(new TextDecoder().decode(ended.value.output)) as FolderFacts;
}
