/**
 * The words by which files are found. Texts are folded as those of copies: case, accents and width make no difference. Chinese and Japanese
 * are written without blanks: there every character is a word of its own, and a search is for a row of them.
 */
import { foldedText } from '../search/folding.ts';

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu;

/** A text as it is given to the index. The tokenizer folds ASCII itself. */
export function indexedText(text: string): string {
  return /^\p{ASCII}*$/u.test(text) ? text : foldedText(text).replaceAll(unspaced, ' $& ');
}

/** At most this many words of a query count. */
const mostWords = 32;

/**
 * A query in the language of FTS5: each word has to be in the file, in its name or in its folder; the beginning of a word is enough, if it has three letters. Empty if there is no
 * word in it.
 */
export function indexQuery(query: string): string {
  const words = query
    .slice(0, 1_000)
    .split(/[\s\0]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
    .slice(0, mostWords);
  return words.map(condition).join(' AND ');
}

/** The many words with a shorter beginning take long to search, or an index of twice the size. */
const shortestBeginning = 3;

function condition(word: string): string {
  const text = indexedText(word).trim();
  const end = text.split(/[^\p{L}\p{N}\p{M}]+/u).findLast((part) => part !== '') ?? '';
  const quoted = `"${text.replaceAll('"', '""')}"`;
  return [...end].length < shortestBeginning ? quoted : `${quoted} *`;
}
