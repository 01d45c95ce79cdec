/** What the commands about the history say of a copy, in a list and of one alone. */
import os from 'node:os';
import { localTimestamp } from '../../base/timestamp.ts';
import type { Fragment } from '../../contract/source-snapshot.ts';
import { say } from '../../domain/language/say.ts';
import { fragmentOutcome } from '../../domain/view/fragment-outcome.ts';

/** `pinned`, `selected`, and its tags. */
export function marksOf({ pinned, selection, tags = [] }: Fragment): readonly string[] {
  return [...(pinned ? [say('pinned')] : []), ...(selection === undefined ? [] : [say('selected')]), ...tags.map((tag) => `#${tag}`)];
}

/** What became of it, as a sentence. */
export function outcomeText(fragment: Fragment): string {
  return fragmentOutcome(fragment, { workspacePath: '', userHome: os.homedir(), minTextChars: null }).text;
}

/** A moment of today, by the clock of this machine: `03:23:16`. */
export function shownClock(atMs: number): string {
  return localTimestamp(atMs).slice(11, 19);
}
