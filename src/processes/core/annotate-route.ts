/** The handler of `PATCH /api/fragments/:id`: pins, tags, titles and notes, in which a secret is refused. */
import type { AnnotationChange } from '../../contract/annotation.ts';
import { annotationLimits } from '../../contract/fragment-words.ts';
import { told } from '../../domain/language/say.ts';
import { annotationRefusal } from '../../domain/secrets/annotation-refusal.ts';
import type { AnnotationSecret } from '../../domain/secrets/secret-in-annotation.ts';
import type { Answer } from '../../http/answer.ts';
import { contentLimits, fragmentView } from '../../journal/fragments/fragment-view.ts';
import { readFragment } from '../../journal/fragments/fragments.ts';
import type { JournalReader } from '../../journal/journal.ts';
import type { JournalWriter } from '../../journal/writing/writer.ts';
import type { Core } from './core.ts';
import { notFound, notWritten, withheld } from './refusals.ts';

interface AnnotateParts {
  readonly core: Core;
  readonly journal: JournalReader;
  readonly writer: JournalWriter;
}

const notExamined: Answer = { kind: 'problem', reason: 'unavailable', detail: told('Hub cannot look for secrets in it now.') };
const tooManyTags: Answer = {
  kind: 'problem',
  reason: 'invalid-request',
  detail: told('A copy has at most {count} tags.', { count: annotationLimits.tagsOfFragment }),
};

/** Answers with the fragment as it is then. */
export async function annotate({ core, journal, writer }: AnnotateParts, id: number, change: AnnotationChange): Promise<Answer> {
  const refusal = withheld(readFragment(journal, id));
  if (refusal !== null) return refusal;
  const secret = addsNothing(change) ? null : await secretIn(core, change);
  if (secret === 'unknown') return notExamined;
  if (secret !== null) return { kind: 'problem', reason: 'invalid-request', detail: annotationRefusal(secret) };
  const written = await writer.write('annotate', id, change);
  if (!written.ok) return notWritten;
  if (written.value === 'too-many-tags') return tooManyTags;
  const fragment = readFragment(journal, id);
  if (written.value === 'unknown' || fragment === null) return notFound;
  core.refresh();
  return { kind: 'json', value: fragmentView(core.view, fragment, contentLimits.single) };
}

/** The secret in what is to be added to a copy; `unknown` if it could not be looked for. */
async function secretIn(
  { judge, filter }: Pick<Core, 'judge' | 'filter'>,
  texts: AnnotationChange,
): Promise<AnnotationSecret | null | 'unknown'> {
  const rules = filter();
  const found = rules === null ? null : await judge.ask('annotation', { texts, filter: rules });
  return found?.ok ? found.value : 'unknown';
}

/** A pin, and what is removed. */
function addsNothing({ title, tags = [], addTags = [], note }: AnnotationChange): boolean {
  return [title ?? '', note ?? '', ...tags, ...addTags].every((text) => text === '');
}
