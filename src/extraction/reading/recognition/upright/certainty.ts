/**
 * Whether what was read is text at all. Tesseract finds words in whatever it gets: of a photograph, of noise, or of text that stands on its side or its head, it is less certain of all of
 * them together than of the worst picture that somebody can read.
 */
import type { ReadLine } from '../read-lines.ts';

/** On the pictures for tuning, text has 0.78 and more, text that stands on its head 0.6 and less, and what is none at all 0.52 and less. */
const [leastCertain, leastUpright] = [0.58, 0.72];

/** 0..1: of all characters; 0 where there are none. */
export function certaintyOf(lines: readonly ReadLine[]): number {
  let [characters, sum] = [0, 0];
  for (const { symbols, certainty } of lines.flatMap(({ words }) => words)) {
    characters += symbols.length;
    sum += symbols.length * certainty;
  }
  return characters === 0 ? 0 : sum / characters;
}

export function isText(lines: readonly ReadLine[]): boolean {
  return certaintyOf(lines) >= leastCertain;
}

/** Less certain is either hard to read, or stands another way. */
export function isUpright(lines: readonly ReadLine[]): boolean {
  return certaintyOf(lines) >= leastUpright;
}
