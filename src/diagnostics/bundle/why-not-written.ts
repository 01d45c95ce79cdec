/** What is said about writing a file for others, for people. */

import type { FolderFlaw } from '../../base/files/folder-flaw.ts';
import type { SupportManifest } from '../../contract/diagnostics/support-bundle.ts';
import { folderFlawInWords } from '../../domain/conditions/folders/folder-words.ts';
import { say } from '../../domain/language/say.ts';
import type { WriteFailure } from './stamped-files.ts';

type Reason = WriteFailure | 'redaction-failed' | 'nothing' | 'too-slow';

const because: Readonly<Record<Reason, () => string>> = {
  'redaction-failed': () => say('nothing was written: a text could not be checked for personal data; please report this'),
  nothing: () => say('nothing was written: there are no logs yet'),
  'too-slow': () =>
    say(
      'it took too long and was given up, so what is in the folder may be incomplete; try again when the machine and its disk have less to do',
    ),
  stopped: () => say('stopped; nothing was written'),
  'disk-full': () => say('nothing was written: the disk is full; free some space, then try again'),
  'no-permission': () => say('nothing was written: you are not allowed to write to this folder; change its permissions, then try again'),
  'read-only': () => say('nothing was written: the folder is on a read-only disk; make the disk writable, or choose another folder'),
  busy: () => say('nothing was written: the folder is in use; wait a moment, then try again'),
  'missing-directory': () =>
    say(
      'nothing was written: the folder could not be created, because a link in its path leads nowhere, a file is in its path, or the system allows no folder there; choose another folder',
    ),
  path_too_long: () => say('nothing was written: the path of the folder is too long; use a folder with a shorter one'),
  'io-error': () =>
    say(
      'nothing was written: the disk failed, or there is a file with the name of the folder; move that file away or repair the disk, then try again',
    ),
  'too-many': () => say('nothing was written: the folder has too many files from this second; wait a moment, then try again'),
};

/** The folder was missing, and was made for it. */
export function newFolderSaid(): string {
  return say('The folder was created; only you can open it.');
}

/** They have nothing to do with the folder. */
const ofAnyFolder: ReadonlySet<string> = new Set(['redaction-failed', 'nothing', 'stopped'] satisfies readonly Reason[]);

/** `folder`: as it is shown; `path`: the same in full, for a command. The word for it with `--json` is the reason itself. */
export function whyNotWritten(
  reason: Reason | FolderFlaw,
  folder: string,
  path: string = folder,
): { readonly says: string; readonly word: string } {
  const flaw = folderFlawInWords(reason, path);
  const what = flaw === null ? because[reason as Reason]() : say('nothing was written: {why}', { why: flaw });
  return { says: ofAnyFolder.has(reason) ? what : say('{file}: {what}', { file: folder, what }), word: reason.replaceAll('-', '_') };
}

/** The parts of a bundle that are wanted and not in it, by their ids: those that did not answer, or could not be read. */
export function missingParts({ leftOut }: Pick<SupportManifest, 'leftOut'>): readonly string[] {
  return leftOut.filter(({ because }) => because !== 'nothing').map(({ part }) => part);
}

/** That parts are missing, and what to do; null if all are there. */
export function missingSaid(parts: readonly string[]): string | null {
  if (parts.length === 0) return null;
  return say(
    '{count, plural, one {the part {parts} is} other {the parts {parts} are}} missing: Hub did not answer, or what belongs there could not be read. Make the bundle again once Hub answers',
    {
      count: parts.length,
      parts: parts.join(', '),
    },
  );
}
