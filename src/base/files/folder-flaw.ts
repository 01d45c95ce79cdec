/**
 * Whether Hub may write private files into a folder of its own that its user may have put elsewhere, by a symbolic link to another disk. Whoever made such a link
 * decides where the files go: one of somebody else, or one into a folder that others may change, is not followed.
 */
import { lstatSync, type Stats, statSync } from 'node:fs';
import { isMissing, isNoFile } from './disk-error.ts';

/** `dead-link`: it leads nowhere, as while its disk is not connected. */
export type FolderFlaw = 'not-a-folder' | 'dead-link' | 'foreign-owner' | 'writable-by-others';

/** Why nothing may be written there; null for a good folder, and where there is nothing yet. Throws the system's error if it can't be inspected. */
export function folderFlaw(folder: string): FolderFlaw | null {
  const own = lstatSync(folder, { throwIfNoEntry: false });
  if (own === undefined) return null;
  const facts = own.isSymbolicLink() ? behind(folder) : own;
  if (facts === null) return 'dead-link';
  if (!facts.isDirectory()) return 'not-a-folder';
  if (process.getuid === undefined) return null;
  const uid = process.getuid();
  if (own.uid !== uid || facts.uid !== uid) return 'foreign-owner';
  return (facts.mode & 0o022) === 0 ? null : 'writable-by-others';
}

/** Null also for links that lead to each other. */
function behind(link: string): Stats | null {
  try {
    return statSync(link);
  } catch (error) {
    if (isMissing(error) || isNoFile(error)) return null;
    throw error;
  }
}
