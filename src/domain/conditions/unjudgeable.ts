/**
 * What happens to an unjudgeable fragment, whose judging timed out or crashed the judge. It is kept, because a copy is never lost. But it is unknown
 * whether a rule of the content filter matches it, so it stays hidden if one might.
 */
import type { ContentFilter } from '../../contract/documents/content-filter.ts';
import type { Detection, FragmentKind } from '../../contract/source-snapshot.ts';
import { detectionOf, fileTypes } from '../detect/learned/types.ts';

export interface UnjudgeableFacts {
  readonly kind: FragmentKind;
  /** The type that its owner declared. */
  readonly mediaType: string | undefined;
  /** This save was requested, with a name: no rule applies to it. */
  readonly asked: boolean;
}

export interface Unjudgeable {
  readonly detection: Detection | null;
  readonly verdict:
    | { readonly kind: 'save' }
    | { readonly kind: 'keep'; readonly because: 'unjudgeable' | 'file_list' }
    | { readonly kind: 'hold'; readonly because: 'unjudgeable' };
}

/** For content that was not judged: next to nothing is known. */
const confidence = 0.1;

/** A text is plain text, a picture what it was declared to be, a list of files has no type. It becomes a file only on request. */
export function unjudgeable({ kind, mediaType, asked }: UnjudgeableFacts, filter: ContentFilter): Unjudgeable {
  const verdict = verdictOn(kind, asked, filter);
  return { detection: verdict.kind === 'hold' ? null : plainType(kind, mediaType), verdict };
}

function verdictOn(kind: FragmentKind, asked: boolean, filter: ContentFilter): Unjudgeable['verdict'] {
  if (asked) return { kind: 'save' };
  if (couldBeExcluded(kind, filter)) return { kind: 'hold', because: 'unjudgeable' };
  // There is nothing more to learn about a list of files: its files are on the disk already.
  return { kind: 'keep', because: kind === 'files' ? 'file_list' : 'unjudgeable' };
}

/** Whether the filter has a rule that might match content of this kind. */
export function couldBeExcluded(kind: FragmentKind, filter: ContentFilter): boolean {
  return filter.excluded_extensions.length > 0 || (kind === 'files' && filter.excluded_dirs.length > 0);
}

function plainType(kind: FragmentKind, mediaType: string | undefined): Detection | null {
  if (kind === 'text') return detectionOf('txt', confidence);
  if (kind === 'files') return null;
  const declared = fileTypes().find((type) => type.group === 'image' && type.mediaType === mediaType);
  return declared === undefined ? null : { ...declared, confidence };
}
