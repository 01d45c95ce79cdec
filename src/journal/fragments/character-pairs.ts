/**
 * Search by words of one or two characters. The search index holds trigrams (search.ts) and finds nothing shorter: neither `go` nor a word of two
 * Chinese characters. So a second index holds the characters of a text and its pairs of adjacent characters, each once and without positions, which
 * takes a tenth of the space. They are stored as numbers, so that only this file splits and folds texts, and does the same to queries.
 */

/** A text in Latin letters has about two thousand, a Chinese novel has more. The limit keeps random data from filling the index. */
const mostWords = 8_192;

/** The characters and pairs of a text, as index terms. */
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

/** The FTS5 query for texts that contain this word of one character or more. It is exact for one and two characters. */
export function pairQuery(word: string): string {
  const folded = foldedForPairs(word);
  if (folded.length === 1) return wordOf(folded.charCodeAt(0));
  const pairs = Array.from({ length: folded.length - 1 }, (_, at) => folded.charCodeAt(at) * 65_536 + folded.charCodeAt(at + 1));
  return pairs.map(wordOf).join(' AND ');
}

function wordOf(units: number): string {
  return `u${units.toString(36)}`;
}

/** Folds the final form of sigma, which lower-casing leaves different from the other one. */
function foldedForPairs(text: string): string {
  return text.toLowerCase().replaceAll('ς', 'σ');
}
