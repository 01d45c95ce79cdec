/** What is said of copies that were lost with a damaged journal, and of the legal holds that they may be on. */
import { sayList } from '../language/numbers.ts';
import { say } from '../language/say.ts';
import { countOf, type HoldWithLoss, type Loss, mostLost } from '../retention/lost-copies.ts';

/** `holds`: those that the lost copies are on, or may be; null: the holds can't be read. `kept`: the damaged file. */
export function lossInWords(loss: Loss, holds: readonly HoldWithLoss[] | null, kept: string): string {
  const named = holds?.filter(({ copies }) => copies.length > 0) ?? [];
  const others = holds?.filter(({ mayHaveMore }) => mayHaveMore) ?? [];
  return [
    countInWords(loss),
    holds === null ? say('The legal holds can’t be read: any of these copies may be on one.') : '',
    named.length === 0
      ? ''
      : say('On a legal hold: {holds}.', { holds: listOf(named.map(({ id, copies }) => `${id} (${numbers(copies)})`)) }),
    others.length === 0 ? '' : say('Legal holds that lost copies may be on: {holds}.', { holds: listOf(others.map(({ id }) => id)) }),
    say('The damaged file is kept: {file}', { file: kept }),
  ]
    .filter((sentence) => sentence !== '')
    .join(' ');
}

function countInWords(loss: Loss): string {
  const [count, more, pinned] = [countOf(loss.lost), countOf(loss.unsure), loss.pinned];
  if (mostLost(loss) === null)
    return count === 0
      ? say('an unknown number of copies may have been lost with a damaged journal.')
      : say(
          '{count, plural, one {# copy was} other {# copies were}} lost with a damaged journal{pinned, plural, =0 {} one {, # of them pinned} other {, # of them pinned}}; how many more is not known.',
          { count, pinned },
        );
  if (count === 0) return say('up to {more, plural, one {# copy} other {# copies}} may have been lost with a damaged journal.', { more });
  return more === 0
    ? say(
        '{count, plural, one {# copy was} other {# copies were}} lost with a damaged journal{pinned, plural, =0 {} one {, # of them pinned} other {, # of them pinned}}.',
        { count, pinned },
      )
    : say(
        '{count, plural, one {# copy was} other {# copies were}} lost with a damaged journal{pinned, plural, =0 {} one {, # of them pinned} other {, # of them pinned}}, and up to {more, number} more may have been.',
        { count, pinned, more },
      );
}

/** Of a hold in a list of them. */
export function lostOnHold({ id, copies, mayHaveMore, waits }: HoldWithLoss): string {
  if (copies.length === 0 && !mayHaveMore && waits)
    return say('{id}: copies on it may still have to be carried over from a damaged journal; see: hub doctor journal', { id });
  if (copies.length === 0) return say('{id}: copies on it may have been lost with a damaged journal; see: hub doctor journal', { id });
  return mayHaveMore
    ? say(
        '{id}: {count, plural, one {copy {numbers} was} other {copies {numbers} were}} lost with a damaged journal, maybe more; see: hub doctor journal',
        { id, count: copies.length, numbers: numbers(copies) },
      )
    : say(
        '{id}: {count, plural, one {copy {numbers} was} other {copies {numbers} were}} lost with a damaged journal; see: hub doctor journal',
        { id, count: copies.length, numbers: numbers(copies) },
      );
}

const mostNumbers = 10;
const mostNamed = 5;

function numbers(copies: readonly number[]): string {
  return `${copies.slice(0, mostNumbers).join(', ')}${copies.length > mostNumbers ? ', …' : ''}`;
}

function listOf(names: readonly string[]): string {
  return names.length > mostNamed ? `${names.slice(0, mostNamed).join(', ')}, …` : sayList(names);
}
