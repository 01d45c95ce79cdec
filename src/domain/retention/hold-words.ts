/** What is said of copies that a legal hold keeps from being deleted. */
import { sayList } from '../language/numbers.ts';
import { say, sayHeard, told } from '../language/say.ts';

/** Why a copy is not deleted, for another process: `sayHeard` says it. `hold`: the id of the hold; null: the holds can't be read. */
export function holdRefusal(hold: string | null): string {
  return hold === null
    ? told("The legal holds can't be read, so nothing is deleted. To fix them: hub config edit legal-hold")
    : told('This copy is on the legal hold {hold}, so it is not deleted. To end the hold: hub retention hold remove {hold}', { hold });
}

const mostNamed = 5;

/** The same for some of several copies, by the holds that they are on. */
export function stayOnHold(holds: readonly (string | null)[]): string {
  const [first = null] = holds;
  const count = holds.length;
  if (first === null) return sayHeard(holdRefusal(first));
  const named = [...new Set(holds)].filter((hold) => hold !== null);
  const shown = named.toSorted((one, other) => one.localeCompare(other, 'en', { numeric: true })).slice(0, mostNamed);
  return say(
    '{count, plural, one {# copy stays} other {# copies stay}} because of the legal {holds, plural, one {hold} other {holds}} {listed}. To end a hold: hub retention hold remove {names}',
    { count, holds: named.length, listed: named.length > mostNamed ? `${shown.join(', ')}, …` : sayList(shown), names: shown.join(' ') },
  );
}
