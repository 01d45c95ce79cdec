/**
 * What the search indexes hold of a folded text (folding.ts). One index has, for each fragment, the pieces of its words, each once: a word can only be
 * in a text that has all its pieces. A piece is three characters; in Chinese, Japanese and Korean, where words are short, one and two. The other index
 * has the characters and pairs of characters of many fragments together, for everything that has no such piece: `go`, `=>`. Both only propose fragments,
 * and the text itself decides.
 */

/** Words in the sense of the first index: runs of ideographs, syllables and kana; and runs of other letters, digits and marks. */
const word =
  /(?<short>[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー]+)|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー])[\p{L}\p{N}\p{M}_])+/gu;

/** The pieces of a text, each once; `all` for one with more than `most`. */
export function piecesOf(folded: string, most: number): ReadonlySet<string> | 'all' {
  const pieces = new Set<string>();
  for (const { 0: run, groups } of folded.matchAll(word)) {
    const characters = /[\ud800-\udfff]/.test(run) ? Array.from(run) : run;
    if (groups?.short === undefined) addPieces(characters, 3, pieces);
    else for (const length of [1, 2]) addPieces(characters, length, pieces);
    if (pieces.size > most) return 'all';
  }
  return pieces;
}

/** The pieces with which a word is looked up: the longest, for they are rarer. */
export function lookedUpPieces(folded: string): readonly string[] {
  const pieces = new Set<string>();
  for (const { 0: run, groups } of folded.matchAll(word)) {
    const characters = Array.from(run);
    addPieces(characters, groups?.short === undefined ? 3 : Math.min(2, characters.length), pieces);
  }
  return [...pieces];
}

function addPieces(characters: string | readonly string[], length: number, pieces: Set<string>): void {
  for (let at = 0; at + length <= characters.length; at += 1) {
    const piece = characters.slice(at, at + length);
    pieces.add(typeof piece === 'string' ? piece : piece.join(''));
  }
}

/** Adds the units of UTF-16 and the pairs of adjacent ones, as numbers: a pair is 65,536 times the first one, and the second one. */
export function addPairsOf(folded: string, pairs: Set<number>): void {
  let before = 0;
  for (let at = 0; at < folded.length; at += 1) {
    const unit = folded.charCodeAt(at);
    if (unit > 32) {
      pairs.add(unit);
      if (before > 32) pairs.add(before * 65_536 + unit);
    }
    before = unit;
  }
}
