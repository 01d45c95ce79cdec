/** What is recorded of a copy. */
import type { NewCapture } from '../../contract/journal.ts';
import { planFragments } from '../../domain/clipboard-capture.ts';
import { sourceOf } from '../../domain/source.ts';
import type { ReadCopy } from '../../platform/clipboard/index.ts';

/** The journal's form of a copy; null when nothing in it is of use. */
export function captureOf(copy: ReadCopy): NewCapture | null {
  const plans = planFragments(
    copy.representations.map(({ mediaType, content }) => ({ mediaType, small: 'inline' in content ? content.inline : null })),
  );
  if (plans.length === 0) return null;
  return {
    origin: 'clipboard',
    copiedAtMs: copy.copiedAtMs,
    ...(copy.initial ? { wasThere: true } : {}),
    source: sourceOf(copy.owner, copy.sourceUrl),
    givenName: null,
    fragments: plans.map(({ kind, representations }) => ({
      kind,
      representations: representations.flatMap((position) => copy.representations[position] ?? []),
    })),
  };
}
