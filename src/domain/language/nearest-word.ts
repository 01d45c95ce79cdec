/** Which word somebody meant who typed one with a mistake in it. Pure. */

/** Longer ones are no word with a mistake in it. */
const longestMistake = 40;
/** Up to this length one mistake makes another word, beyond it two do not. */
const shortWord = 4;

/** The nearest of the words, in any case; null if it is one of them, or near to none. */
export function nearestWord(word: string, words: Iterable<string>): string | null {
  if (word.length > longestMistake) return null;
  const typed = word.toLowerCase();
  const most = word.length <= shortWord ? 1 : 2;
  let nearest: { readonly word: string; readonly mistakes: number } | null = null;
  for (const one of words) {
    if (one === word) return null;
    const mistakes = mistakesBetween(typed, one.toLowerCase(), most);
    if (mistakes <= most && mistakes < one.length && mistakes < (nearest?.mistakes ?? most + 1)) nearest = { word: one, mistakes };
  }
  return nearest?.word ?? null;
}

/**
 * Letters that are wrong, missing, too many, or exchanged with their neighbour: the restricted distance of Damerau and Levenshtein. More than `most` if
 * the lengths alone say so.
 */
export function mistakesBetween(one: string, other: string, most: number): number {
  if (Math.abs(one.length - other.length) > most) return most + 1;
  let [beforeLast, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, at) => at)];
  for (let row = 1; row <= one.length; row += 1) {
    const next = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      const ways = [(last[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1, (last[column - 1] ?? 0) + (isSame ? 0 : 1)];
      next.push(Math.min(...ways, ...(isSwapped ? [(beforeLast[column - 2] ?? 0) + 1] : [])));
    }
    [beforeLast, last] = [last, next];
  }
  return last[other.length] ?? most + 1;
}
