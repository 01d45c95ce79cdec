/** Folders that only their owner may enter: sockets, tokens, the journal. */
import { chmodSync, lstatSync } from 'node:fs';
import { done, failed, type Outcome } from '../outcome.ts';
import { makeFolders } from './make-folders.ts';

/** Why a folder is refused. */
export type PrivateFolderFlaw = 'not-a-folder' | 'foreign-owner' | 'writable-by-others';

/**
 * Makes sure that `path` is a real folder of this user that nobody else may enter (0700), and creates it and its parents if missing. A symbolic link,
 * a foreign owner, or a folder that others may write to is refused and left alone, because its creator can still reach into it. Throws the system's
 * error if it can't be created or inspected.
 */
export function ensurePrivateFolder(path: string): Outcome<string, PrivateFolderFlaw> {
  // Only if nothing is there: mkdir throws at a file, and follows a link.
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) makeFolders(path, 0o700);
  const facts = lstatSync(path);
  if (!facts.isDirectory()) return failed('not-a-folder', path);
  if (process.getuid === undefined) return done(path);
  if (facts.uid !== process.getuid()) return failed('foreign-owner', path);
  if ((facts.mode & 0o022) !== 0) return failed('writable-by-others', path);
  if ((facts.mode & 0o077) !== 0) chmodSync(path, 0o700);
  return done(path);
}
