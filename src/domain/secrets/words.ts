/** Takes a text apart into the words that tokens consist of, in one pass without a regular expression. */

/** `end`: the position after it. */
export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const isOfWord = new Uint8Array(128);
for (const character of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.~') isOfWord[character.charCodeAt(0)] = 1;

const [backslash, dot, dash, tilde] = [0x5c, 0x2e, 0x2d, 0x7e];

/**
 * The words of at least three characters, or as many as are asked for, without the dots and dashes around them. The letter of an escape (`\n`) is not a part of the word
 * after it: in JSON, a secret often follows one.
 */
export function* wordsOf(text: string, shortest = 3): Generator<Word> {
  const { length } = text;
  for (let at = 0; at < length; at += 1) {
    let code = text.charCodeAt(at);
    if (code === backslash) {
      at += 1;
      continue;
    }
    if (code >= 128 || isOfWord[code] === 0) continue;
    let start = at;
    while (at < length && code < 128 && isOfWord[code] === 1) code = text.charCodeAt(++at);
    let end = at;
    while (start < end && isMargin(text.charCodeAt(start))) start += 1;
    while (end > start && text.charCodeAt(end - 1) === dot) end -= 1;
    if (end - start >= shortest) yield { text: text.slice(start, end), start, end };
    at -= 1;
  }
}

function isMargin(code: number): boolean {
  return code === dot || code === dash || code === tilde;
}
