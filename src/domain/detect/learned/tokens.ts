/**
 * A text as tokens: the hash of each, and its shape (lower, Capital, camelCase, …), so that unknown names still show how a language is written. A
 * token is a word, a number, a run of one sign, or the start of a line with its indentation.
 *
 * Pure, linear in the text, and bounded: text behind the first tokens is never read.
 */

/** Tokens beyond this number add little. */
export const maxTokens = 700;
/** Number of characters that are read: the first tokens are rarely longer in total. */
const maxCharacters = 16_384;

/** Shapes of tokens. Those of signs begin at 32: their character code. */
export const tokenShape = {
  lineStart: 0,
  indent2: 1,
  indent4: 2,
  indentMore: 3,
  tab: 4,
  tabs: 5,
  blankLine: 6,
  lower: 8,
  capital: 9,
  upper: 10,
  camel: 11,
  snake: 12,
  letter: 13,
  foreign: 14,
  integer: 16,
  decimal: 17,
  mixed: 18,
  control: 19,
  tabSign: 20,
} as const;
const lineShapes = 8;
export const shapeMask = 127;
/** Set in a shape if a blank precedes the token. */
export const spacedFlag = 128;

const letterClass = 1;
const digitClass = 2;
const spaceClass = 3;
const classOf = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code);
  return /[A-Za-z_]/u.test(sign) ? letterClass : /\d/u.test(sign) ? digitClass : /[ \t\r\f\v]/u.test(sign) ? spaceClass : 0;
});

// Only one text is processed at a time; these are refilled for each.
/** The characters, followed by a 0, so that nothing reads further. Reading from a string that is part of another one is ten times slower. */
const codes = new Uint16Array(maxCharacters + 1);
export const tokenHashes = new Int32Array(maxTokens + 2);
export const tokenShapes = new Int32Array(maxTokens + 2);
/** For words: hashes of the first and last three letters; otherwise 0. */
export const tokenHeads = new Int32Array(maxTokens + 2);
export const tokenTails = new Int32Array(maxTokens + 2);

/** Fills the arrays; returns the number of tokens. Consecutive blank lines count as one. */
export function tokenize(text: string): number {
  const end = Math.min(text.length, maxCharacters);
  for (let at = 0; at < end; at += 1) codes[at] = text.charCodeAt(at);
  codes[end] = 0;
  let count = 0;
  let at = 0;
  let blankBefore = false;
  let startsLine = true;
  while (count < maxTokens) {
    if (startsLine) {
      startsLine = false;
      const start = at;
      at = skipIndent(at);
      const isBlank = codeAt(at) === 10;
      if (!(isBlank && blankBefore)) putToken(count++, isBlank ? tokenShape.blankLine : indentShape(start, at), 0, 0);
      blankBefore = isBlank;
      if (isBlank) {
        at += 1;
        startsLine = true;
        continue;
      }
    }
    const start = at;
    while (isSpace(codeAt(at)) && codeAt(at) !== tab) at += 1;
    if (at >= end) break;
    if (codeAt(at) === 10) {
      startsLine = true;
      at += 1;
    } else at = readToken(at, count++, at > start ? spacedFlag : 0);
  }
  return count;
}

/** A character of the text, or the 0 behind it. */
function codeAt(at: number): number {
  return codes[at] as number;
}

export function isLineShape(form: number): boolean {
  return form >= 0 && (form & shapeMask) < lineShapes;
}

export function mixHashes(one: number, other: number): number {
  const mixed = Math.imul(one ^ (other + 0x7f4a7c15), 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

function putToken(index: number, form: number, gap: number, hash: number): void {
  tokenShapes[index] = form | gap;
  tokenHashes[index] = hash === 0 ? form + 1 : hash;
  tokenHeads[index] = 0;
  tokenTails[index] = 0;
}

function isSpace(code: number): boolean {
  return code < 128 && classOf[code] === spaceClass;
}

function isWord(code: number): boolean {
  return code >= 128 || classOf[code] === letterClass || classOf[code] === digitClass;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function skipIndent(from: number): number {
  let at = from;
  while (isSpace(codeAt(at))) at += 1;
  return at;
}

function indentShape(start: number, end: number): number {
  let columns = 0;
  let tabs = 0;
  for (let at = start; at < end; at += 1) {
    if (codeAt(at) === tab) tabs += 1;
    else if (codeAt(at) === 32) columns += 1;
  }
  if (tabs > 0) return tabs > 1 ? tokenShape.tabs : tokenShape.tab;
  if (columns === 0) return tokenShape.lineStart;
  return columns < 3 ? tokenShape.indent2 : columns < 5 ? tokenShape.indent4 : tokenShape.indentMore;
}

/** Reads one token; returns where it ends. */
function readToken(at: number, index: number, gap: number): number {
  const code = codeAt(at);
  if (isDigit(code)) return readNumber(at, index, gap);
  return isWord(code) ? readWord(at, index, gap) : readSigns(at, index, gap);
}

const hashedLetters = 40;

function readWord(start: number, index: number, gap: number): number {
  let uppers = 0;
  let lowers = 0;
  let underlines = 0;
  let others = 0;
  let hash = 0x811c9dc5;
  let head = 0;
  let at = start;
  for (let code = codeAt(at); isWord(code); code = codeAt(at)) {
    if (at - start < hashedLetters) hash = Math.imul(hash ^ code, 0x01000193);
    if (code >= 128) others += 1;
    else if (code >= 97) lowers += 1;
    else if (code === 95) underlines += 1;
    else if (code >= 65) uppers += 1;
    at += 1;
    if (at - start === 3) head = hash;
  }
  const length = at - start;
  const first = codeAt(start);
  const isCapital = first >= 65 && first <= 90 && uppers === 1;
  putToken(index, wordShape({ length, uppers, lowers, underlines, others, isCapital }), gap, hash);
  if (length > 3) {
    tokenHeads[index] = head;
    tokenTails[index] = mixHashes(mixHashes(codeAt(at - 3), codeAt(at - 2)), codeAt(at - 1));
  }
  return at;
}

interface Letters {
  readonly length: number;
  readonly uppers: number;
  readonly lowers: number;
  readonly underlines: number;
  readonly others: number;
  readonly isCapital: boolean;
}

function wordShape({ length, uppers, lowers, underlines, others, isCapital }: Letters): number {
  if (others > 0) return tokenShape.foreign;
  if (length === 1) return tokenShape.letter;
  if (underlines > 0) return tokenShape.snake;
  if (uppers === 0) return tokenShape.lower;
  if (lowers === 0) return tokenShape.upper;
  return isCapital ? tokenShape.capital : tokenShape.camel;
}

const countedDigits = 12;

/** Numbers are represented by their notation and length, not by their value. */
function readNumber(start: number, index: number, gap: number): number {
  let form: number = tokenShape.integer;
  let at = start;
  for (let code = codeAt(at); code !== 0; code = codeAt(at)) {
    if (code === 46 && isDigit(codeAt(at + 1))) form = tokenShape.decimal;
    else if (code >= 128 || !isWord(code)) break;
    else if (!isDigit(code)) form = tokenShape.mixed;
    at += 1;
  }
  putToken(index, form, gap, Math.imul(form * 31 + Math.min(at - start, countedDigits), 0x01000193));
  return at;
}

const longestRun = 64;
const tab = 9;

/**
 * A sign, or a run of the same sign: `====` is one token. NULs do not form a run, which would continue past the 0 behind the text into the previous
 * text.
 */
function readSigns(start: number, index: number, gap: number): number {
  const code = codeAt(start);
  let at = start + 1;
  while (code !== 0 && at - start < longestRun && codeAt(at) === code) at += 1;
  const run = at - start;
  const hash = Math.imul(code + 1, 0x01000193) ^ 0x5bd1e995;
  putToken(
    index,
    code >= 32 ? code : code === tab ? tokenShape.tabSign : tokenShape.control,
    gap,
    run > 1 ? mixHashes(hash, Math.min(run, 5)) : hash,
  );
  return at;
}
