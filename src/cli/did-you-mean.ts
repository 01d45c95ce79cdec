/** The guess at what was meant by a word that does not exist, after the sentence that says so. */
import { nearestWord } from '../domain/language/nearest-word.ts';
import { say } from '../domain/language/say.ts';
import { oneLine } from './table.ts';

const longestWord = 60;

/** The sentence as it is if nothing is near. */
export function withGuess(sentence: string, word: string, words: Iterable<string>): string {
  const meant = nearestWord(word, words);
  return meant === null ? sentence : `${sentence} (${say('Did you mean {meant}?', { meant: oneLine(meant, longestWord) })})`;
}
