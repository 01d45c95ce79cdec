/**
 * What becomes of a fragment that nothing could be found out about, because looking at it came to no end or ended the judge. It is kept: a copy is
 * never lost. But nobody knows whether a rule of the content filter is for it, and so it stays unseen where one could be.
 */
import type { ContentFilter } from '../contract/documents.ts';
import type { Detection, FragmentKind } from '../contract/source-snapshot.ts';
import { detectionOf, fileTypes } from './detect/types.ts';

export interface UnjudgeableFacts {
  readonly kind: FragmentKind;
  /** What its owner said that it is. */
  readonly mediaType: string | undefined;
  /** Someone asked for this very save, under a name of theirs: no rule is for it. */
  readonly asked: boolean;
}

export interface Unjudgeable {
  readonly detection: Detection | null;
  readonly verdict:
    | { readonly kind: 'save' }
    | { readonly kind: 'keep'; readonly because: 'unjudgeable' | 'file_list' }
    | { readonly kind: 'hold'; readonly because: 'unjudgeable' };
}

/** Of what nobody looked at: next to nothing is known. */
const confidence = 0.1;

/** A text is plain text, a picture what it was declared to be, a list of files has no type. None becomes a file unless it was asked for. */
export function unjudgeable({ kind, mediaType, asked }: UnjudgeableFacts, filter: ContentFilter): Unjudgeable {
  const verdict = verdictOn(kind, asked, filter);
  return { detection: verdict.kind === 'hold' ? null : plainType(kind, mediaType), verdict };
}

function verdictOn(kind: FragmentKind, asked: boolean, filter: ContentFilter): Unjudgeable['verdict'] {
  if (asked) return { kind: 'save' };
  if (couldBeExcluded(kind, filter)) return { kind: 'hold', because: 'unjudgeable' };
  // Of a list of files there is nothing more to find out: its files lie on the disk already.
  return { kind: 'keep', because: kind === 'files' ? 'file_list' : 'unjudgeable' };
}

/** Whether the filter has a rule that could be for content of this kind. */
export function couldBeExcluded(kind: FragmentKind, filter: ContentFilter): boolean {
  return filter.excluded_extensions.length > 0 || (kind === 'files' && filter.excluded_dirs.length > 0);
}

function plainType(kind: FragmentKind, mediaType: string | undefined): Detection | null {
  if (kind === 'text') return detectionOf('txt', confidence);
  if (kind === 'files') return null;
  const declared = fileTypes().find((type) => type.group === 'image' && type.mediaType === mediaType);
  return declared === undefined ? null : { ...declared, confidence };
}
