/** Whether the file of a deleted copy may be moved to the trash, as far as the journal can tell. */
import type { FileDeletion } from '../../contract/fragment-words.ts';

/** `path`: of its file. `workspace`: whose receipt names it, or null. `isShared`: a kept copy has the same file. */
export interface FileFacts {
  readonly path: string;
  readonly workspace: string | null;
  readonly isShared: boolean;
}

/** Where a file of Hub is in its WorkSpace: in the folder of a group. */
export interface FilePlace {
  readonly group: string;
  readonly name: string;
}

/** Its place, or why it is kept. Null facts: the copy has no file, or is not deleted. */
export function fileToTrash(facts: FileFacts | null): FilePlace | Extract<FileDeletion, 'none' | 'shared' | 'outside'> {
  if (facts === null) return 'none';
  if (facts.isShared) return 'shared';
  return facts.workspace === null ? 'outside' : (placeWithin(facts.workspace, facts.path) ?? 'outside');
}

/** Null unless the path is that of a file in a folder of the WorkSpace, as Hub writes them. Both are absolute, and have `/`. */
export function placeWithin(workspace: string, path: string): FilePlace | null {
  const root = workspace.endsWith('/') ? workspace : `${workspace}/`;
  if (!path.startsWith(root)) return null;
  const [group, name, ...more] = path.slice(root.length).split('/');
  const isPlain = (word: string | undefined): word is string => word !== undefined && word !== '' && word !== '.' && word !== '..';
  return more.length === 0 && isPlain(group) && isPlain(name) ? { group, name } : null;
}
