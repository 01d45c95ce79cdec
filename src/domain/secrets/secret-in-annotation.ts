/**
 * Titles, tags and notes are kept as copies are: not with a secret in them. A title and a tag stand in lists, searches and completions, so that a line that only may say
 * one is enough there, as it is for the titles that Hub gives.
 */
import type { AnnotationChange } from '../../contract/annotation.ts';
import type { ContentFilter } from '../../contract/documents/content-filter.ts';
import type { SecretFamily } from '../../contract/secret-families.ts';
import { findSecret, showsSecret } from './find-secret.ts';

/** `family`: null if it only may be one. */
export interface AnnotationSecret {
  readonly of: 'title' | 'tag' | 'note';
  readonly family: SecretFamily | null;
}

export type AnnotatedTexts = Pick<AnnotationChange, 'title' | 'tags' | 'addTags' | 'note'>;
type Rules = Pick<ContentFilter, 'detect_secrets' | 'allowed_secrets'>;

/** The first that is found; null without one. What is removed is not looked at. */
export function secretInAnnotation({ title, tags = [], addTags = [], note }: AnnotatedTexts, rules: Rules): AnnotationSecret | null {
  if (!rules.detect_secrets) return null;
  const shown = [
    ['title', title ?? ''] as const,
    ...[...tags, ...addTags].flatMap((tag) => formsOfTag(tag).map((form) => ['tag', form] as const)),
  ];
  for (const [of, text] of shown) {
    const family = findSecret(text, rules.allowed_secrets);
    const isPossible = family === null && findSecret(text) === null && showsSecret(text);
    if (family !== null || isPossible) return { of, family };
  }
  const family = findSecret(note ?? '', rules.allowed_secrets);
  return family === null ? null : { of: 'note', family };
}

/** Tags are in small letters, and some tokens begin with capital ones. */
function formsOfTag(tag: string): readonly string[] {
  return [tag, tag.toUpperCase()];
}
