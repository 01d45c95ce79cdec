/** Whether folders exist, checked so that a network disk which does not respond blocks nobody. */
import { access, constants, stat } from 'node:fs/promises';
import nodePath from 'node:path';
import { tooLate } from '../base/deadline.ts';
import type { DiskQuestions } from '../base/disk-questions.ts';
import { isMissing, systemErrorName } from '../base/files/disk-error.ts';

/** `unknown`: it did not respond in time, or is not accessible. */
export type Presence = 'folder' | 'missing' | 'no-folder' | 'unknown';

/** For each path, in order. */
export async function presenceOf(questions: DiskQuestions, paths: readonly string[]): Promise<readonly Presence[]> {
  const found: Presence[] = [];
  for (const path of paths) {
    const answer = await questions.ask(path, () => lookAt(path));
    found.push(answer === tooLate ? 'unknown' : answer);
  }
  return found;
}

/** What is at this path. */
async function lookAt(path: string): Promise<Presence> {
  try {
    return (await stat(path)).isDirectory() ? 'folder' : 'no-folder';
  } catch (error) {
    if (isMissing(error)) return 'missing';
    return systemErrorName(error) === 'ENOTDIR' ? 'no-folder' : 'unknown';
  }
}

/** Where drives appear, and their folders with them. */
const placesOfDrives = /^\/(?:media|mnt|run\/media|Volumes)\//;

/**
 * Whether Hub may write into a folder, or make it. Nothing is known of one whose parent is missing too, or may come with its drive: it is not `closed`.
 */
export async function lookForSaving(path: string): Promise<'open' | 'closed'> {
  if (await mayWrite(path)) return 'open';
  if ((await lookAt(path)) !== 'missing') return 'closed';
  if (placesOfDrives.test(path)) return 'open';
  const parent = nodePath.dirname(path);
  return (await mayWrite(parent)) || (await lookAt(parent)) === 'missing' ? 'open' : 'closed';
}

async function mayWrite(folder: string): Promise<boolean> {
  try {
    await access(folder, constants.W_OK | constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
