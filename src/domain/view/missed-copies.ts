/** What the window says about missed copies: pure. A number that nobody can lower would warn for ever, so the footer shows those that the user has not seen. */
import type { PageView, Section } from '../../contract/shell-page.ts';
import { say } from '../language/say.ts';

interface Counted {
  /** Since the journal was created. */
  readonly missed: number;
  /** How many of them the user has seen. */
  readonly seen: number;
  readonly section: Section;
}

/** How many the user has seen by now: all, while Diagnostics shows them. A new journal begins at zero again. */
export function seenMissed({ missed, seen, section }: Counted): number {
  return section === 'diagnostics' ? missed : Math.min(seen, missed);
}

/** Missed copies for the page. */
export function missedCopies({ missed, seen, section }: Counted): PageView['missed'] {
  const text = say(
    '{missed, plural, one {One copy was lost before it} other {# copies were lost before they}} could be read or kept. Usually the program that copied did not answer in time. clipboard.log tells when and why.',
    { missed },
  );
  return { unseen: missed - seenMissed({ missed, seen, section }), text: missed === 0 ? '' : text };
}
