/** What is in the place of a folder that a command is to write into. */
import { lstatSync, statSync } from 'node:fs';
import { say } from '../domain/language/say.ts';

/** Null for a folder, a link to one, and what is not there yet. */
export function notAFolder(folder: string): string | null {
  try {
    const facts = statSync(folder, { throwIfNoEntry: false });
    if (facts?.isDirectory()) return null;
    if (facts?.isFile()) return say('"{name}" is a file, not a folder', { name: folder });
    if (facts !== undefined) return say('"{name}" is not a folder', { name: folder });
  } catch {
    // of links that lead to each other
  }
  try {
    const isLink = lstatSync(folder, { throwIfNoEntry: false })?.isSymbolicLink() === true;
    return isLink ? say('"{name}" is a link that leads nowhere', { name: folder }) : null;
  } catch {
    return null; // whoever writes there says what is wrong
  }
}
