/** What the window says about missed copies: pure. A number that nobody can lower would warn for ever, so the footer shows those that the user has not seen. */
import { isGoneReason, type MissedCopy, type MissedReason } from '../../../contract/journal.ts';
import type { MissedView } from '../../../contract/page-rows/missed-view.ts';
import type { Section } from '../../../contract/page-rows/section.ts';
import { say } from '../../language/say.ts';
import { type Clock, timeLabel } from '../shown-time.ts';

const reasons: Readonly<Record<MissedReason, () => string>> = {
  'owner-silent': () => say('the program did not answer in time'),
  'owner-refused': () => say('the program announced the copy but did not provide its content'),
  'gone-unread': () => say('it was gone from the clipboard before it could be read'),
  'too-large': () => say('it was too large'),
  'not-written': () => say('it could not be written to the disk'),
  'journal-not-writable': () => say('the journal accepted nothing for too long'),
  'not-recorded': () => say('the journal could not record it'),
  unexpected: () => say('Hub failed; for details see clipboard.log'),
  replaced: () => say('it was replaced immediately by the next copy'),
  'owner-gone': () => say('its program ended at once'),
};

/** Why a copy was missed, for people. */
export function missedReason(because: MissedReason): string {
  return reasons[because]();
}

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

interface KnownMissed extends Counted {
  /** How many were gone before they could be read: nobody is warned of them. */
  readonly gone?: number | undefined;
  /** The last ones, newest first. */
  readonly known?: { readonly last: readonly MissedCopy[]; readonly clock: Clock };
}

/** Missed copies for the page. */
export function missedCopies({ missed, gone = 0, seen, section, known }: KnownMissed): MissedView {
  const text = say(
    '{missed, plural, one {One copy was lost before it} other {# copies were lost before they}} could be read or kept. Usually the program that copied did not answer in time.',
    { missed },
  );
  const unseen = missed - seenMissed({ missed, seen, section });
  const lost = missed === 0 ? [] : [text];
  if (section !== 'diagnostics')
    return { unseen, text: lost.map((said) => `${said} ${say('Diagnostics lists the most recent ones.')}`).join('') };
  const rows = (isOne: (copy: MissedCopy) => boolean): readonly string[] =>
    known?.last.filter(isOne).map((copy) => missedRow(copy, known.clock)) ?? [];
  return {
    unseen,
    text: lost.join(''),
    ...(known === undefined ? {} : { last: rows(({ because }) => !isGoneReason(because)) }),
    ...(gone === 0 ? {} : { gone: { text: goneText(gone), last: rows(({ because }) => isGoneReason(because)) } }),
  };
}

function goneText(gone: number): string {
  return say(
    '{gone, plural, one {One copy was gone before it could be read: the next one replaced it, or its program ended, within a second.} other {# copies were gone before they could be read: the next one replaced them, or their program ended, within a second.}}',
    { gone },
  );
}

function missedRow({ atMs, program, because }: MissedCopy, clock: Clock): string {
  const time = timeLabel(new Date(atMs).toISOString(), clock);
  return [time, ...(program === null ? [] : [program]), missedReason(because)].join(' · ');
}
