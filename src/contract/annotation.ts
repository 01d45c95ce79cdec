/** What a user adds to a fragment: a pin, tags, a title and a note. Annotations are private like the content: never in a log, an error or a metric. */
import * as z from 'zod';
import { annotationLimits } from './fragment-words.ts';

const { tagsOfFragment, tag: longestTag, title: longestTitle, note: longestNote } = annotationLimits;

/** A tag as it is stored: one word without blanks, in lower case, so that `Work`, `#work` and `work` are one tag. Lists show it with a `#`. */
function tagOf(word: string): string {
  return word.normalize('NFC').trim().replace(/^#+/, '').toLowerCase();
}

/** No blanks and no commas, which separate tags; no sign that a query or the command gives a meaning to at its start. */
const tagForm = /^[^\s,"+\-:\p{Control}\p{Format}\p{Surrogate}][^\s,":\p{Control}\p{Format}\p{Surrogate}]*$/u;

export const tag = z
  .string()
  .max(4 * longestTag)
  .transform(tagOf)
  .refine(
    (word) => word.length <= longestTag && tagForm.test(word),
    `a word of 1 to ${longestTag} characters, without blanks, commas, colons and quotes, that does not begin with + or -`,
  );

const wellFormed = (text: string): boolean => text.isWellFormed();
const notWellFormed = 'has a lone surrogate';
const oneLine = (text: string): string => text.replaceAll(/[\s\p{Control}]+/gu, ' ').trim();
const orNull = (text: string): string | null => (text === '' ? null : text);

/** One line; empty means none. */
const title = z.string().max(longestTitle).refine(wellFormed, notWellFormed).transform(oneLine).transform(orNull);
const note = z
  .string()
  .max(longestNote)
  .refine(wellFormed, notWellFormed)
  .refine((text) => !text.includes('\0'), 'has a NUL character')
  .transform((text) => orNull(text.trimEnd()));

/** Changes of a fragment's annotations; what is left out stays. `tags` replaces all tags; then some are removed, then some are added. */
export const annotationChange = z.strictObject({
  pinned: z.boolean().optional(),
  tags: z.array(tag).max(tagsOfFragment).optional(),
  addTags: z.array(tag).max(tagsOfFragment).optional(),
  removeTags: z.array(tag).max(tagsOfFragment).optional(),
  /** Null or an empty text removes it; so for the note. */
  title: title.nullable().optional(),
  note: note.nullable().optional(),
});
/** Checked. */
export type AnnotationChange = z.output<typeof annotationChange>;
/** As a client may send it. */
export type AnnotationRequest = z.input<typeof annotationChange>;

/** The annotations of a fragment, as its additional keys: those that it does not have are left out. */
export const annotationKeys = {
  pinned: z.literal(true).optional(),
  /** In alphabetical order. */
  tags: z.array(z.string()).optional(),
  /** The user's own title. */
  title: z.string().optional(),
  note: z.string().optional(),
};
