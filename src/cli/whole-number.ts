import { InvalidArgumentError } from 'commander';
import { say } from '../domain/language/say.ts';

/** A count as an option takes it. */
export function wholeNumber(word: string): number {
  if (!/^[1-9]\d{0,4}$/.test(word)) throw new InvalidArgumentError(say('Use a whole number from 1 to 99999.'));
  return Number(word);
}
