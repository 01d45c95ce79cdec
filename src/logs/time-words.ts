/** What is said of a word that is not a time. */
import { say } from '../domain/language/say.ts';

/** `examples`: what can be written there instead. */
export function notATimeInWords(word: string, [one, another, last]: readonly [string, string, string]): string {
  return say('"{word}" is not a time. Try {one}, {another} or {last}', { word, one, another, last });
}
