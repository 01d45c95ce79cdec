/** Whether folders exist, checked so that a network disk which does not respond blocks nobody. */
import { access, constants, stat } from 'node:fs/promises';
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

/** `closed`: the user may not write into it, or may not reach it. `missing`: it may come with its drive, and is made by the first save otherwise. */
export type Writability = Presence | 'closed' | 'read-only';

const writabilityByError: Readonly<Record<string, Writability>> = {
  ENOENT: 'missing',
  ENOTDIR: 'no-folder',
  EACCES: 'closed',
  EPERM: 'closed',
  EROFS: 'read-only',
};

/** Whether Hub can save into a folder. */
export async function writabilityOf(questions: DiskQuestions, path: string): Promise<Writability> {
  const answer = await questions.ask(path, () => lookForSaving(path));
  return answer === tooLate ? 'unknown' : answer;
}

/** The same, for as long as the disk takes. */
export async function lookForSaving(path: string): Promise<Writability> {
  try {
    if (!(await stat(path)).isDirectory()) return 'no-folder';
    await access(path, constants.W_OK | constants.X_OK);
    return 'folder';
  } catch (error) {
    return writabilityByError[systemErrorName(error) ?? ''] ?? 'unknown';
  }
}
