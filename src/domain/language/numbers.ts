/** Numbers and lists in the form of the language that is spoken. */
import { spokenLanguage } from './say.ts';

/** `1,234`, in German `1.234`. With digits after the point, thousands are not grouped: `1234.5`. */
export function sayNumber(count: number, digits = 0): string {
  const format = new Intl.NumberFormat(spokenLanguage(), {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: digits === 0,
  });
  return format.format(count);
}

/** `a, b and c`. */
export function sayList(items: readonly string[]): string {
  // English of Britain has no comma before the last word.
  return new Intl.ListFormat(spokenLanguage() === 'en' ? 'en-GB' : spokenLanguage()).format(items);
}
