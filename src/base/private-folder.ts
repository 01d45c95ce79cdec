/** Folders that only their owner may enter: sockets, tokens, the journal. */
import { chmodSync, lstatSync } from 'node:fs';
import { makeFolders } from './make-folders.ts';
import { done, failed, type Outcome } from './outcome.ts';

/**
 * Makes sure that `path` is a real folder of this user's that nobody else may enter (0700), making it and its parents when missing.
 * A symbolic link, a foreign owner, or one that others may write to is refused and left as it is: whoever made it can still reach into it.
 * Throws the system's error when it can't be made or looked at.
 */
export function ensurePrivateFolder(path: string): Outcome<string, 'not-a-folder' | 'foreign-owner' | 'writable-by-others'> {
  // Only where nothing is: mkdir throws at a file, and follows a link.
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) makeFolders(path, 0o700);
  const facts = lstatSync(path);
  if (!facts.isDirectory()) return failed('not-a-folder', path);
  if (process.getuid === undefined) return done(path);
  if (facts.uid !== process.getuid()) return failed('foreign-owner', path);
  if ((facts.mode & 0o022) !== 0) return failed('writable-by-others', path);
  if ((facts.mode & 0o077) !== 0) chmodSync(path, 0o700);
  return done(path);
}
