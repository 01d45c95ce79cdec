/** The outcome of a fragment as a sentence: where it is saved, or why it has no file and what to do. The only place with these words. */
import type { FragmentReason } from '../../contract/journal.ts';
import { familyOfReason, type SecretReason, secretInWords } from '../../contract/secret-families.ts';
import type { FragmentRow } from '../../contract/shell-page.ts';
import type { Fragment } from '../../contract/source-snapshot.ts';
import { pathBelow, shownPath } from './shown-place.ts';
import { oneLine } from './shown-text.ts';

export interface OutcomeContext {
  /** The active WorkSpace, absolute. */
  readonly workspacePath: string;
  readonly userHome: string;
  /** `save.min_text_chars`; null if unknown. */
  readonly minTextChars: number | null;
}

type FragmentOutcome = FragmentRow['outcome'];

/** A table, so that a reason without a sentence does not compile. */
const sentences: Readonly<Record<Exclude<FragmentReason, SecretReason>, string>> = {
  excluded_dir: 'not kept: your filter excludes its folder',
  excluded_extension: 'not kept: your filter excludes its extension',
  policy_off: 'in the history only: saving is off',
  too_short: 'in the history only: it is too short',
  untyped: 'in the history only: plain text is not saved',
  file_list: 'in the history only: the files are already on disk',
  path_too_long: 'not saved: its path would be too long; choose a WorkSpace with a shorter path',
  outside_workspace: 'not saved yet: a link leads out of the WorkSpace; remove the link',
  disk_full: 'not saved yet: the disk is full; it is saved when there is space again',
  no_permission: 'not saved yet: Hub is not allowed to write to the WorkSpace; it will try again',
  missing_directory: 'not saved yet: the folder is missing; it is saved when the folder is back',
  busy: 'not saved yet: the file is in use; Hub will try again',
  io_error: 'not saved yet: the disk reported an error; Hub will try again',
  content_damaged: 'not saved: its content is damaged; copy it again',
  unjudgeable: 'in the history only: its type could not be determined; you can save it yourself',
  too_many: 'in the history only: too much was copied in a short time; you can save it yourself',
};

/** The outcome of a fragment. An unknown reason, of another version, is shown as it is. */
export function fragmentOutcome(fragment: Pick<Fragment, 'state' | 'reason' | 'savedPath'>, context: OutcomeContext): FragmentOutcome {
  const { state, reason, savedPath } = fragment;
  if (isUnderWay(fragment)) return { kind: 'busy', text: state === 'captured' ? 'being checked' : 'being saved' };
  if (state === 'saved') return { kind: 'saved', text: savedIn(savedPath, context) };
  if (state === 'captured')
    return { kind: 'kept', text: 'held back: its type could not be determined, and your content filter may exclude it' };
  return { kind: state, text: sentenceOf(state, reason, context) };
}

/** Whether its outcome will change in a moment: it is not judged yet, or is queued for its file. */
export function isUnderWay({ state, reason }: Pick<Fragment, 'state' | 'reason'>): boolean {
  return (state === 'captured' || state === 'kept') && reason === null;
}

function sentenceOf(state: Fragment['state'], reason: string | null, { minTextChars }: OutcomeContext): string {
  if (reason === 'too_short' && minTextChars !== null) return `in the history only: shorter than ${minTextChars} characters`;
  const family = familyOfReason(reason);
  if (family !== null) return `not kept: looks like ${secretInWords(family)}`;
  if (reason !== null && Object.hasOwn(sentences, reason)) return sentences[reason as keyof typeof sentences];
  const plain = state === 'filtered' ? 'not kept' : state === 'failed' ? 'not saved' : 'in the history only';
  return reason !== null && /^[a-z0-9_]{1,40}$/.test(reason) ? `${plain}: ${reason.replaceAll('_', ' ')}` : plain;
}

function savedIn(savedPath: string | null, { workspacePath, userHome }: OutcomeContext): string {
  if (savedPath === null) return 'saved';
  const below = pathBelow(savedPath, workspacePath);
  if (below === null) return `saved in ${oneLine(shownPath(folderOf(savedPath), userHome), 120)}`;
  return /[\\/]/.test(below) ? `saved in ${oneLine(folderOf(below), 120)}` : 'saved in the WorkSpace';
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'))) || '/';
}

/** The path of a saved file: below the WorkSpace as `code/package.json`, otherwise in full. Empty without a file. */
export function savedPlace(savedPath: string | null, { workspacePath, userHome }: OutcomeContext): string {
  if (savedPath === null) return '';
  const below = pathBelow(savedPath, workspacePath);
  return oneLine(below === null || below === '' ? shownPath(savedPath, userHome) : below.replaceAll('\\', '/'), 160);
}
