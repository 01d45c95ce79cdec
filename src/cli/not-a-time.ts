import { notATimeInWords } from '../logs/time-words.ts';
import { oneLine } from './table.ts';

/** What is said about a word that `momentOf` takes for no time. */
export function notATime(word: string): string {
  return notATimeInWords(oneLine(word, 40), ['17:30', '2026-11-29 17:30', '30m']);
}
