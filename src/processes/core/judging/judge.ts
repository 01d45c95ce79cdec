/**
 * The answers of the judge thread: what a fragment is, and whether it is kept and becomes a file; and what a text is. All code that
 * looks into content is here, so that none of it runs on the core's event loop.
 */
import os from 'node:os';
import type { CacheDocument } from '../../../contract/documents/cache.ts';
import type { ContentFilter } from '../../../contract/documents/content-filter.ts';
import type { SaveRules } from '../../../contract/documents/hub.ts';
import type { JournalFragment } from '../../../contract/journal.ts';
import type { SecretFamily } from '../../../contract/secret-families.ts';
import { extensionsOf, judgeFragment } from '../../../domain/capture/content-filter.ts';
import { pathsOfUriList } from '../../../domain/capture/uri-list.ts';
import { couldBeExcluded } from '../../../domain/conditions/unjudgeable.ts';
import { isSingleCommand } from '../../../domain/detect/rules/command-line.ts';
import type { IdentifiedContent } from '../../../domain/identify-content.ts';
import { contentKind } from '../../../domain/kind/content-kind.ts';
import { isSingleWord } from '../../../domain/kind/short-kinds.ts';
import { pictureSize } from '../../../domain/picture/picture-size.ts';
import { isLaidOut, judgeSave, mostOfShortText } from '../../../domain/saving/save-policy.ts';
import { mayShowSecret } from '../../../domain/secrets/find-secret.ts';
import { secretInContent } from '../../../domain/secrets/searched-text.ts';
import { type AnnotatedTexts, type AnnotationSecret, secretInAnnotation } from '../../../domain/secrets/secret-in-annotation.ts';
import type { Judgement } from '../../../journal/fragments/fragment-states.ts';
import { type ContentPlace, tryReadHead } from '../../../journal/fragments/fragments.ts';
import { textHeadBytes } from '../../../journal/search/searched-fragment.ts';
import type { DetectionCache } from './detection-cache.ts';
import { couldHaveSecret, droppedFor } from './dropped-secret.ts';

export interface JudgingRules {
  readonly filter: ContentFilter;
  readonly saveRules: SaveRules;
}

/** A fragment, and the places of its contents. */
export interface FragmentQuestion {
  readonly fragment: JournalFragment;
  readonly place: ContentPlace;
  /** Its other representations, such as the HTML of a text: a secret may be in one of them alone. */
  readonly others: readonly ContentPlace[];
  readonly rules: JudgingRules;
  /** Whether a copied file may be read in place. */
  readonly mayLookElsewhere: boolean;
}

/** A text; anything beyond `identifiedBytes` is ignored. */
export interface TextQuestion {
  readonly content: Uint8Array;
  readonly fileName?: string;
}

/**
 * Whether a fragment that could not be judged contains a secret, which needs no detection; or a text that was read in one. `isRecognized`: its letters are uncertain, so
 * that no form and no checksum may be right.
 */
export interface SecretQuestion extends Pick<FragmentQuestion, 'fragment' | 'place' | 'others'> {
  readonly filter: ContentFilter;
  readonly isRecognized?: boolean;
}

/** What a user or a program adds to a copy. */
export interface AnnotationQuestion {
  readonly texts: AnnotatedTexts;
  readonly filter: ContentFilter;
}

/** The family of the secret; null without one. */
export interface FoundSecret {
  readonly secret: SecretFamily | null;
  /** The family of one that an exception keeps. */
  readonly kept?: SecretFamily | null;
  /** A line of a recognized text may say one. */
  readonly isPossible?: boolean;
}

/** A head of this size shows the type of anything, and is what is searched of a text. */
const headBytes = textHeadBytes;
const longestCharacterBytes = 4;
/** So much of each text is searched for secrets. */
const secretBytes = 4 * 1024 * 1024;
/** Each path of a list is checked against the rules: a list of this size has some fifty thousand. */
const listBytes = 4 * 1024 * 1024;

/** The stages of judging a fragment, in order. */
export type JudgeStage = 'read' | 'identified' | 'measured' | 'decided';
/** Called after each stage. */
export type StageOver = (stage: JudgeStage) => void;

/** The judgement of a fragment, from its content. */
export async function judge(
  { fragment, place, others, rules, mayLookElsewhere }: FragmentQuestion,
  knowing: DetectionCache,
  over: StageOver = () => {},
): Promise<Judgement> {
  const secret = secretIn({ fragment, place, others, filter: rules.filter });
  if (secret !== null) return droppedFor(secret);
  const kept = keptSecretIn({ fragment, place, others, filter: rules.filter });
  const head = tryReadHead(place, fragment.kind === 'files' ? listBytes : headBytes);
  if (head === null) return contentGone;
  const text = fragment.kind === 'image' || fragment.kind === 'document' ? '' : new TextDecoder().decode(head);
  over('read');
  if (fragment.kind === 'files') return judgeFiles(fragment, text, knowing, { rules, mayLookElsewhere, over });
  const { detection, embeddedFilename } = await known(fragment, head, knowing);
  const isPrivate = fragment.isExempt || kept !== null;
  over('identified');
  const size = fragment.kind === 'image' ? await pictureSize(head) : null;
  over('measured');
  const verdict = verdictOf(fragment, { text, place, detection, embeddedFilename }, rules);
  over('decided');
  return { detection, embeddedFilename: isPrivate ? null : embeddedFilename, secret: kept, pictureSize: size, verdict };
}

/** The same for a text that somebody only asks about. */
export function identifyText({ content, fileName }: TextQuestion, knowing: DetectionCache): Promise<IdentifiedContent> {
  return knowing.identify(content, fileName === undefined ? {} : { fileName });
}

/** The secret in it. */
export function secretOf(question: SecretQuestion): FoundSecret {
  return { secret: secretIn(question), kept: keptSecretIn(question), isPossible: maySaySecret(question) };
}

export function annotationSecretOf({ texts, filter }: AnnotationQuestion): AnnotationSecret | null {
  return secretInAnnotation(texts, filter);
}

/** The family of a secret in one of its texts. */
function secretIn({ fragment, place, others, filter }: SecretQuestion): SecretFamily | null {
  if (!couldHaveSecret(fragment, filter)) return null;
  for (const each of [place, ...others]) {
    const head = each.mediaType.startsWith('text/') ? tryReadHead(each, secretBytes) : null;
    if (head === null) continue;
    const found = secretInContent(new TextDecoder().decode(head), each.mediaType, filter.allowed_secrets);
    if (found !== null) return found;
  }
  return null;
}

function maySaySecret({ isRecognized, filter, place }: SecretQuestion): boolean {
  if (isRecognized !== true || !filter.detect_secrets) return false;
  return new TextDecoder()
    .decode(tryReadHead(place, secretBytes) ?? undefined)
    .split('\n')
    .some(mayShowSecret);
}

/** The family of a secret that only an exception keeps. Without exceptions there was a search for it already. */
function keptSecretIn(question: SecretQuestion): SecretFamily | null {
  const { detect_secrets, allowed_secrets } = question.filter;
  if (detect_secrets && allowed_secrets.length === 0) return null;
  return secretIn({ ...question, filter: { ...question.filter, detect_secrets: true, allowed_secrets: [] } });
}

/** The file of its content is missing: it stays listed, and nothing can be determined. */
const contentGone: Judgement = {
  detection: null,
  embeddedFilename: null,
  pictureSize: null,
  verdict: { kind: 'keep', because: 'content_damaged' },
};

/**
 * Copied files are judged by their paths alone, whatever is in them: an excluded one is not even read. The type of a single file is that of the
 * fragment; several have no common type. A list that is longer than what is read may contain a path that a rule matches.
 */
async function judgeFiles(
  fragment: JournalFragment,
  text: string,
  knowing: DetectionCache,
  { rules, mayLookElsewhere, over }: Pick<FragmentQuestion, 'rules' | 'mayLookElsewhere'> & { readonly over: StageOver },
): Promise<Judgement> {
  const isCut = fragment.bytes > listBytes && couldBeExcluded('files', rules.filter);
  const verdict = isCut
    ? ({ kind: 'hold', because: 'unjudgeable' } as const)
    : verdictOf(fragment, { text, place: null, detection: null, embeddedFilename: null }, rules);
  over('decided');
  const [file, ...others] = pathsOfUriList(text);
  // What a list from another machine names here is something else.
  const isLookedAt =
    mayLookElsewhere && fragment.origin !== 'import' && verdict.kind !== 'filter' && file !== undefined && others.length === 0;
  const detection = isLookedAt ? await knowing.identifyFile(file) : null;
  over('identified');
  return { detection, embeddedFilename: null, pictureSize: null, verdict };
}

type Known = Pick<Judgement, 'detection' | 'embeddedFilename'>;

/** Its type, and its embedded file name. */
async function known(fragment: JournalFragment, head: Uint8Array, knowing: DetectionCache): Promise<Known> {
  const declaredMediaType = fragment.mediaTypes[0];
  const found = await knowing.identify(head, {
    ...(fragment.givenName === null ? {} : { fileName: fragment.givenName }),
    ...(declaredMediaType === undefined ? {} : { declaredMediaType }),
  });
  return { detection: found.detection, embeddedFilename: fragment.kind === 'text' ? found.embeddedFilename : null };
}

function verdictOf(
  fragment: JournalFragment,
  { text, place, detection, embeddedFilename }: Known & { readonly text: string; readonly place: ContentPlace | null },
  rules: JudgingRules,
): Judgement['verdict'] {
  // The rules for copies do not apply to a save that somebody requested by name. What a page is saved as is named by the page.
  const isExempt = fragment.origin === 'bridge';
  const asked = isExempt || fragment.origin === 'web';
  const paths = fragment.kind === 'files' ? pathsOfUriList(text) : [];
  const extensions = [...(detection === null ? [] : [detection.extension]), ...extensionsOf(embeddedFilename ?? '')];
  const filtered = isExempt ? 'keep' : judgeFragment({ paths, extensions, userHome: os.homedir() }, rules.filter);
  if (filtered !== 'keep') return { kind: 'filter', because: filtered };
  if (fragment.origin === 'selection') return { kind: 'keep', because: 'selected' };
  if (fragment.origin === 'command') return { kind: 'keep', because: 'command_output' };
  if (fragment.origin === 'extraction') return { kind: 'keep', because: 'extracted' };
  // Its file, if it had one, is where the other program put it.
  if (fragment.origin === 'import' && fragment.kind !== 'files') return { kind: 'keep', because: 'imported' };
  const characters = fragment.kind === 'text' && place !== null ? charactersOf(place, text, rules.saveRules.min_text_chars) : 0;
  const facts = { kind: fragment.kind, characters, detection, asked };
  const of = contentKind({ kind: fragment.kind, bytes: fragment.bytes, text, type: detection });
  const said = text.trim();
  const isList = said.includes('\n');
  const isShort = said.length <= 2 * mostOfShortText && countCharacters(said) <= mostOfShortText;
  const isCommand = fragment.bytes <= headBytes && isSingleCommand(said, detection?.typeId);
  const isDocument = detection?.typeId === 'markdown' && isLaidOut(said);
  const shape = { contentKind: of, isList, isWord: isSingleWord(text), isShort, isLaidOut: isDocument, isCommand, bytes: fragment.bytes };
  return judgeSave({ ...facts, ...shape }, rules.saveRules);
}

/** The number of characters, or enough of them: a text is read beyond its head only if the rule needs more. */
function charactersOf(place: ContentPlace, head: string, enough: number): number {
  const inHead = countCharacters(head);
  if (inHead >= enough || place.bytes <= headBytes) return inHead;
  const more = tryReadHead(place, enough * longestCharacterBytes);
  return more === null ? inHead : countCharacters(new TextDecoder().decode(more));
}

function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

/** The questions to the thread, and its answers. */
export interface JudgeQA {
  readonly fragment: readonly [question: FragmentQuestion, answer: Judgement];
  readonly text: readonly [question: TextQuestion, answer: IdentifiedContent];
  readonly secret: readonly [question: SecretQuestion, answer: FoundSecret];
  readonly annotation: readonly [question: AnnotationQuestion, answer: AnnotationSecret | null];
}

export interface JudgeRequest<Kind extends keyof JudgeQA = keyof JudgeQA> {
  readonly kind: Kind;
  readonly question: JudgeQA[Kind][0];
  readonly cacheLimits: CacheDocument;
}
