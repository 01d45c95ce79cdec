/** How well a query names one of a few titles: those of the verbs and of the sections in the title bar's search. Pure. */

export interface SearchedTitle {
  readonly title: string;
  /** Other words that somebody may search for. */
  readonly also: string;
}

/** UTF-16 units. Nothing with a longer name is offered. */
const longestQuery = 40;

/** The query as it is compared; null if it is blank, or too long to name anything. */
export function askedTitle(query: string): string | null {
  if (query.length > longestQuery * 4) return null;
  const asked = folded(query);
  return asked === '' || asked.length > longestQuery ? null : asked;
}

/** The ranks of what is found by the beginning of its title, and by another word alone. */
export const byBeginning = 0;
export const byOtherWords = 3;

/** Those that have a rank, the best first; those of one rank keep their order. */
export function byRank<Item>(items: readonly Item[], rankOf: (item: Item) => number | null): readonly Item[] {
  return items
    .flatMap((item) => {
      const rank = rankOf(item);
      return rank === null ? [] : [{ item, rank }];
    })
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}

/**
 * 0 is best; null for no match. Each part of the query begins a word: `op log`, `oplog` and `ol` are `Open logs`. A match in the title comes before one
 * in the other words.
 */
export function titleRank(asked: string, { title, also }: SearchedTitle): number | null {
  const titleWords = wordsOf(title);
  if (folded(title).startsWith(asked)) return byBeginning;
  if (asked.split(' ').every((part) => titleWords.some((word) => word.startsWith(part)))) return 1;
  if (begins(asked.replaceAll(' ', ''), titleWords)) return 2;
  const others = [...titleWords, ...wordsOf(also)];
  return asked.split(' ').every((part) => others.some((word) => word.startsWith(part))) ? byOtherWords : null;
}

/** Whether the letters are beginnings of words, in order, any number from each: `ol` and `oplog` of `open logs`. */
function begins(letters: string, [word, ...rest]: readonly string[]): boolean {
  if (letters === '') return true;
  if (word === undefined) return false;
  for (let taken = sharedLength(letters, word); taken > 0; taken -= 1) if (begins(letters.slice(taken), rest)) return true;
  return begins(letters, rest);
}

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** Folded, each once. */
export function wordsOf(text: string): readonly string[] {
  // WorkSpace is found by either of its halves, and as a whole.
  return [...new Set([...folded(text.replaceAll(/(\p{Lowercase})(\p{Uppercase})/gu, '$1 $2')).split(' '), ...folded(text).split(' ')])];
}

function folded(text: string): string {
  return text
    .slice(0, longestQuery * 4)
    .normalize('NFKC')
    .toLowerCase()
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter((word) => word !== '')
    .join(' ');
}
