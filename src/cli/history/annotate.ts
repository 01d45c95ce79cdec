/**
 * `hub pin`, `hub unpin`, `hub tag`, `hub title` and `hub note`: done by the running Hub, through its bridge, or in the journal if the core does not do
 * it. Doing it twice changes nothing more.
 */

import { effectiveDocument } from '../../configuration/effective-document.ts';
import { type AnnotationChange, type AnnotationRequest, annotationChange } from '../../contract/annotation.ts';
import { contentFilterDocument } from '../../contract/documents/content-filter.ts';
import { annotationLimits } from '../../contract/fragment-words.ts';
import { problems } from '../../contract/problem.ts';
import { wasNotKept } from '../../domain/capture/why-not-kept.ts';
import { documentCondition } from '../../domain/conditions/document-condition.ts';
import { say, sayHeard, withinSentence } from '../../domain/language/say.ts';
import { annotationRefusal } from '../../domain/secrets/annotation-refusal.ts';
import { secretInAnnotation } from '../../domain/secrets/secret-in-annotation.ts';
import { isHeldBack } from '../../journal/fragments/fragment-view.ts';
import { annotate, readAnnotations } from '../../journal/keeping/annotations.ts';
import { type ExitStatus, failedBecause, printJson, type Surface, wrongUsage } from '../surface.ts';
import { withBridge } from '../with-bridge.ts';
import { fragmentNamed, isNumber, noSuchFragments, notANumber, notThere } from './fragment-ids.ts';
import { withJournal } from './journal-access.ts';

interface Options {
  readonly json?: boolean;
}

/** Ids in one command: each is a request. */
const mostIds = 1_000;
const answerWithinMs = 4_000;

export function pin(surface: Surface, ids: readonly string[], options: Options): Promise<ExitStatus> {
  return change(surface, ids, { pinned: true }, { options, done: (id) => say('Copy {id} is pinned.', { id }) });
}

export function unpin(surface: Surface, ids: readonly string[], options: Options): Promise<ExitStatus> {
  return change(surface, ids, { pinned: false }, { options, done: (id) => say('Copy {id} is not pinned.', { id }) });
}

/** Words that begin with + or - are tags to add or remove; the others are ids. */
export async function tag(surface: Surface, words: readonly string[], options: Options): Promise<ExitStatus> {
  const signed = (sign: string): string[] => words.filter((word) => word.startsWith(sign)).map((word) => word.slice(1));
  const ids = words.filter((word) => !/^[+-]/.test(word));
  const [addTags, removeTags] = [signed('+'), signed('-')];
  if (addTags.length + removeTags.length === 0) return wrongUsage(surface, say('say which tags: hub tag ID +new -old'));
  if (ids.length === 0) return wrongUsage(surface, say('say which copy: hub tag ID +new -old'));
  return change(surface, ids, { addTags, removeTags }, { options, done: (id) => say('Tags of copy {id} updated.', { id }) });
}

export function title(surface: Surface, id: string, text: string, options: Options): Promise<ExitStatus> {
  return change(
    surface,
    [id],
    { title: text },
    {
      options,
      done: (one) => (text.trim() === '' ? say('Copy {one} has no title of yours.', { one }) : say('Copy {one} has a new title.', { one })),
    },
  );
}

/** `-` reads the note from standard input. */
export async function note(surface: Surface, id: string, text: string, options: Options): Promise<ExitStatus> {
  const given = text === '-' ? new TextDecoder().decode(await surface.readInput(4 * annotationLimits.note + 1)) : text;
  return change(
    surface,
    [id],
    { note: given },
    {
      options,
      done: (one) => (given.trim() === '' ? say('Copy {one} has no note.', { one }) : say('Copy {one} has a new note.', { one })),
    },
  );
}

interface Deed {
  readonly options: Options;
  /** What is true of each copy after it. */
  readonly done: (id: string) => string;
}

async function change(surface: Surface, ids: readonly string[], given: AnnotationRequest, deed: Deed): Promise<ExitStatus> {
  if (!ids.every(isNumber)) return notANumber(surface);
  if (ids.length > mostIds) return wrongUsage(surface, say('at most {count, number} copies at once', { count: mostIds }));
  const parsed = annotationChange.safeParse(given);
  if (!parsed.success) return failedBecause(surface, whyNot(parsed.error.issues[0]), 'invalid_request');
  let status: ExitStatus = 0;
  const missing: string[] = [];
  for (const id of ids) {
    const did = await changeOne(surface, id, parsed.data);
    if (did === 'missing') missing.push(id);
    else if (did !== 0) status = did;
    else if (!deed.options.json) surface.print(deed.done(id));
  }
  const notThere = missing.length === 0 ? 0 : noSuchFragments(surface, missing);
  if (missing.length === ids.length) return notThere;
  if (status === 0 && deed.options.json) printJson(surface, { ok: true, ...(missing.length > 0 && { missing }) });
  return status;
}

/** What was wrong, without the text. */
function whyNot({ path = [] }: { readonly path?: readonly PropertyKey[] } = {}): string {
  const { tag, tagsOfFragment, title, note } = annotationLimits;
  const [key, entry] = path;
  if (key === 'title') return say('a title is a text of at most {count, number} characters', { count: title });
  if (key === 'note') return say('a note is a text of at most {count, number} characters, none of them NUL', { count: note });
  if (entry === undefined) return say('a copy has at most {count} tags', { count: tagsOfFragment });
  return say('a tag is a word of 1 to {count} characters, without blanks, commas, colons and quotes, that does not begin with + or -', {
    count: tag,
  });
}

async function changeOne(surface: Surface, id: string, wanted: AnnotationChange): Promise<ExitStatus | 'missing'> {
  const asked = await withBridge(surface.places, (bridge) => bridge.annotate(id, wanted), answerWithinMs);
  if (asked.kind === 'answer') return 0;
  if (asked.kind === 'refused' && asked.status === 404)
    return asked.detail === problems['not-found'].detail ? 'missing' : notThere(surface, id, asked.detail);
  if (asked.kind === 'refused' && asked.status === 400) return failedBecause(surface, withinSentence(sayHeard(asked.detail)), asked.word);
  const { value, unused } = effectiveDocument(surface.places, 'content-filter');
  if (unused?.instead === 'no-capture')
    return failedBecause(surface, say('nothing is captured: {why}', { why: documentCondition([unused]) ?? '' }));
  const secret = secretInAnnotation(wanted, contentFilterDocument.parse(value));
  if (secret !== null) return failedBecause(surface, withinSentence(sayHeard(annotationRefusal(secret))), 'invalid_request');
  let isMissing = false;
  const missing = (): ExitStatus => {
    isMissing = true;
    return 1;
  };
  const status = withJournal(surface, (journal) => {
    const fragment = fragmentNamed(journal, id);
    if (fragment === null) return missing();
    if (fragment?.state === 'filtered') return failedBecause(surface, say('copy {id} {why}', { id, why: wasNotKept(fragment.reason) }));
    if (isHeldBack(fragment))
      return failedBecause(surface, say('copy {id} is not judged yet, or is filtered: nothing can be added to it', { id }));
    const annotated = annotate(journal, fragment.id, wanted);
    if (annotated === 'unknown') return missing();
    if (annotated === 'done') return 0;
    const { tags } = readAnnotations(journal, fragment.id);
    const most = annotationLimits.tagsOfFragment;
    return failedBecause(surface, say('copy {id} has {count} tags, and may have at most {most}', { id, count: tags.length, most }));
  });
  return isMissing ? 'missing' : status;
}
