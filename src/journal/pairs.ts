/**
 * Finding by words of one or two characters. The search index holds three-letter pieces (search.ts) and finds nothing shorter: no `go`, no word of
 * two Chinese characters. So a second index has the characters of a text and its pairs of neighbours, each once and without their places,
 * which costs a tenth of the other one. Its words are numbers: what splits and folds a text is then here alone, and the same for a query.
 */

/** A text of Latin letters has some two thousand, a novel in Chinese more; noise is not to fill the index. */
const mostWords = 8_192;

/** Characters and pairs of a text, as the index has them. */
export function pairsOf(text: string): string {
  const folded = foldedForPairs(text);
  const seen = new Set<number>();
  let before = 0;
  for (let at = 0; at < folded.length && seen.size < mostWords - 1; at += 1) {
    const unit = folded.charCodeAt(at);
    if (unit > 32) {
      seen.add(unit);
      if (before > 32) seen.add(before * 65_536 + unit);
    }
    before = unit;
  }
  return Array.from(seen, wordOf).join(' ');
}

/** What finds the texts that have this word in them, of one character or more; exact for one and two. */
export function pairQuery(word: string): string {
  const folded = foldedForPairs(word);
  if (folded.length === 1) return wordOf(folded.charCodeAt(0));
  const pairs = Array.from({ length: folded.length - 1 }, (_, at) => folded.charCodeAt(at) * 65_536 + folded.charCodeAt(at + 1));
  return pairs.map(wordOf).join(' AND ');
}

function wordOf(units: number): string {
  return `u${units.toString(36)}`;
}

/** One sigma, wherever it stands in its word: lower case alone has two. */
function foldedForPairs(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ');
}
