/** The outcome of a fragment as a sentence: where it is saved, or why it has no file and what to do. The only place with these words. */
import type { ContentKind } from '../../contract/fragment-words.ts';
import type { FragmentReason } from '../../contract/journal.ts';
import { familyOfReason, type SecretReason } from '../../contract/secret-families.ts';
import type { FragmentRow } from '../../contract/shell-page.ts';
import type { Fragment } from '../../contract/source-snapshot.ts';
import { say } from '../language/say.ts';
import { mostOfShortText } from '../saving/save-policy.ts';
import { secretInWords } from '../secrets/secret-in-words.ts';
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
const sentences: Readonly<Record<Exclude<FragmentReason, SecretReason>, () => string>> = {
  excluded_dir: () => say('not kept: your filter excludes its folder'),
  excluded_extension: () => say('not kept: your filter excludes its extension'),
  policy_off: () => say('in the history only: saving is off'),
  no_document: () => say('in the history only: copies like this are not saved automatically'),
  too_large: () => say('in the history only: texts of this size are not saved automatically'),
  too_short: () => say('in the history only: it is too short'),
  untyped: () => say('in the history only: plain text is not saved'),
  file_list: () => say('in the history only: the files are already on disk'),
  path_too_long: () => say('not saved: its path would be too long; choose a WorkSpace with a shorter path'),
  outside_workspace: () => say('not saved yet: a link leads out of the WorkSpace; remove the link'),
  disk_full: () => say('not saved yet: the disk is full; it is saved when there is space again'),
  no_permission: () => say('not saved yet: Hub is not allowed to write to the WorkSpace; it will try again'),
  missing_directory: () => say('not saved yet: the folder is missing; it is saved when the folder is back'),
  busy: () => say('not saved yet: the file is in use; Hub will try again'),
  io_error: () => say('not saved yet: the disk reported an error; Hub will try again'),
  content_damaged: () => say('not saved: its content is damaged; copy it again'),
  unjudgeable: () => say('in the history only: its type could not be determined'),
  imported: () => say('in the history only: it was imported'),
  command_output: () => say('in the history only: a saved command wrote it'),
  extracted: () => say('in the history only: extracted from another copy'),
  selected: () => say('in the history only: it was selected, and not copied'),
  workspace_lost: () => say('in the history only: the WorkSpace that it was copied for is not known any more'),
  too_many: () => say('in the history only: too much was copied in a short time'),
};

type OutcomeFacts = Pick<Fragment, 'state' | 'reason' | 'savedPath' | 'contentKind'> & Partial<Pick<Fragment, 'kind'>>;

const ofPassing: Readonly<Partial<Record<ContentKind, () => string>>> = {
  link: () => say('a link: not saved automatically'),
  mail: () => say('an email address: not saved automatically'),
  phone: () => say('a phone number: not saved automatically'),
  color: () => say('a colour: not saved automatically'),
  path: () => say('a path: not saved automatically'),
  number: () => say('a number: not saved automatically'),
  'one-time-code': () => say('a one-time code: not saved automatically'),
  prose: () => say('not saved automatically: {count, number} characters or fewer', { count: mostOfShortText }),
  iban: () => say('an IBAN: not saved automatically'),
  'ip-address': () => say('an IP address: not saved automatically'),
  code: () => say('a command: not saved automatically'),
  table: () => say('not saved automatically: a table of {count, number} characters or fewer', { count: mostOfShortText }),
  token: () => say('an identifier: not saved automatically'),
};

function passingSentence({ state, reason, contentKind }: OutcomeFacts): string | null {
  return state === 'kept' && reason === 'no_document' && contentKind !== undefined ? (ofPassing[contentKind]?.() ?? null) : null;
}

/** The outcome of a fragment. An unknown reason, of another version, is shown as it is. */
export function fragmentOutcome(fragment: OutcomeFacts, context: OutcomeContext): FragmentOutcome {
  const { state, savedPath } = fragment;
  if (isUnderWay(fragment)) return { kind: 'busy', text: state === 'captured' ? say('being checked') : say('being saved') };
  if (state === 'saved') return { kind: 'saved', text: savedIn(savedPath, context) };
  if (state === 'captured')
    return { kind: 'kept', text: say('held back: its type could not be determined, and your content filter may exclude it') };
  return { kind: state, text: passingSentence(fragment) ?? sentenceOf(fragment, context) };
}

/** What became of a copy that was kept all the same, as the end of a sentence about it: where its file is, or why there is none. */
export function keptOutcome(kept: OutcomeFacts, context: OutcomeContext): string {
  if (kept.state !== 'saved' || kept.savedPath === null) return fragmentOutcome(kept, context).text;
  return say('saved as {path}, which only you can read', { path: shownPath(kept.savedPath, context.userHome) });
}

/** Whether its outcome will change in a moment: it is not judged yet, or is queued for its file. */
export function isUnderWay({ state, reason }: Pick<Fragment, 'state' | 'reason'>): boolean {
  return (state === 'captured' || state === 'kept') && reason === null;
}

function sentenceOf({ state, reason, kind }: OutcomeFacts, { minTextChars }: OutcomeContext): string {
  if (reason === 'too_short' && minTextChars !== null)
    return say('in the history only: shorter than {count, number} characters', { count: minTextChars });
  const family = familyOfReason(reason);
  if (family !== null && kind === 'image') return say('not kept: its text looks like {secret}', { secret: secretInWords(family) });
  if (family !== null) return say('not kept: looks like {secret}', { secret: secretInWords(family) });
  if (reason !== null && Object.hasOwn(sentences, reason)) return sentences[reason as keyof typeof sentences]();
  const plain = state === 'filtered' ? say('not kept') : state === 'failed' ? say('not saved') : say('in the history only');
  return reason !== null && /^[a-z0-9_]{1,40}$/.test(reason) ? `${plain}: ${reason.replaceAll('_', ' ')}` : plain;
}

function savedIn(savedPath: string | null, { workspacePath, userHome }: OutcomeContext): string {
  if (savedPath === null) return say('saved');
  const below = pathBelow(savedPath, workspacePath);
  if (below === null) return say('saved in {folder}', { folder: oneLine(shownPath(folderOf(savedPath), userHome), 120) });
  return /[\\/]/.test(below) ? say('saved in {folder}', { folder: oneLine(folderOf(below), 120) }) : say('saved in the WorkSpace');
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
