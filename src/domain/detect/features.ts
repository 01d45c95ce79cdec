/**
 * What the model sees of a text: its tokens, their pairs, triples and shapes, where they stand in their line, and how words begin and end.
 * A token is a word, a number, a run of one sign, or the start of a line with its indentation. Words stand for themselves and for their
 * shape (lower, Capital, camelCase, …), so that names that nobody has seen still tell how a language is written.
 *
 * Each is a hash of 24 bits. Pure, linear in the text, and bounded: what is behind the first tokens is never looked at.
 */

export const featureBits = 24;
const featureMask = (1 << featureBits) - 1;

/** Tokens beyond this number say little that is new. */
const maxTokens = 700;
/** Nor do characters: so many tokens are hardly ever longer. */
const maxCharacters = 16_384;

/** Shapes of tokens. Signs have theirs from 32 on: their character code. */
const shape = {
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
const shapeMask = 127;
/** Set in a shape where a blank stands before the token. */
const spaced = 128;

/** What a feature is made of, so that one word as a token and as a line's first word are two features. */
const kind = {
  token: 1,
  pair: 2,
  shapes3: 3,
  shapes5: 4,
  surrounded: 5,
  triple: 6,
  lineFirst: 7,
  lineFirstTwo: 8,
  head: 9,
  tail: 10,
  lineEnds: 11,
  textFirst: 12,
  skip: 13,
  columns: 14,
} as const;

const letterClass = 1;
const digitClass = 2;
const spaceClass = 3;
const classOf = Uint8Array.from({ length: 128 }, (_, code) => {
  const sign = String.fromCharCode(code);
  return /[A-Za-z_]/u.test(sign) ? letterClass : /\d/u.test(sign) ? digitClass : /[ \t\r\f\v]/u.test(sign) ? spaceClass : 0;
});

/** More than a token ever has, with those of its line. */
const featuresOfToken = 17;
export const mostFeatures = maxTokens * featuresOfToken;

// One text is looked at at a time; these are filled anew for each.
/** The characters, and a 0 behind them: nothing reads further, and a string that is part of another one is read ten times slower. */
const codes = new Uint16Array(maxCharacters + 1);
const features = new Int32Array(mostFeatures);
let found = 0;
const hashes = new Int32Array(maxTokens + 2);
const shapes = new Int32Array(maxTokens + 2);
/** Of a word: hashes of its first and last three letters; 0 of all else. */
const heads = new Int32Array(maxTokens + 2);
const tails = new Int32Array(maxTokens + 2);

/** Every feature of a text, in its order, as often as it is there. Valid until the next text. */
export function featuresOf(text: string): Int32Array {
  found = 0;
  const count = tokenize(text);
  columns.start();
  let lineFirst = 0;
  let placeInLine = 0;
  for (let at = 0; at < count; at += 1) {
    const hash = item(hashes, at);
    const form = item(shapes, at);
    const before = at > 0 ? item(shapes, at - 1) : -1;
    const before2 = at > 1 ? item(shapes, at - 2) : -1;
    const next = at + 1 < count ? item(shapes, at + 1) : -1;
    const hashBefore = at > 0 ? item(hashes, at - 1) : -7;
    if (isLineShape(form)) {
      placeInLine = 0;
      if (at > 0) columns.endLine();
    } else {
      placeInLine += 1;
      columns.see(form & shapeMask);
    }
    take(hash, kind.token);
    take(mix(hashBefore, hash + (form & spaced)), kind.pair);
    take(mix(mix(before2, before), form), kind.shapes3);
    take(mix(mix(before, hash), next), kind.surrounded);
    if (at > 3) take(mix(mix(mix(mix(item(shapes, at - 4), item(shapes, at - 3)), before2), before), form), kind.shapes5);
    if (at > 1) {
      take(mix(mix(item(hashes, at - 2), hashBefore), hash), kind.triple);
      take(mix(item(hashes, at - 2), hash), kind.skip);
    }
    if (placeInLine === 1) {
      lineFirst = hash;
      take(hash, kind.lineFirst);
    } else if (placeInLine === 2) take(mix(lineFirst, hash), kind.lineFirstTwo);
    if (placeInLine > 1 && (at + 1 === count || isLineShape(next))) take(mix(lineFirst, hash), kind.lineEnds);
    if (at > 0 && at < 4) take(mix(hash, at), kind.textFirst);
    if (item(heads, at) !== 0) {
      take(item(heads, at), kind.head);
      take(item(tails, at), kind.tail);
    }
  }
  columns.endLine();
  return features.subarray(0, found);
}

/** The shapes of what parts the cells of tables: `,`, `;`, `|` and the tab. */
const separators = [44, 59, 124, shape.tabSign];

/** Counts separators: as many of them in each line are a table, whatever the cells hold. */
class Columns {
  readonly #now = new Int32Array(separators.length);
  readonly #before = new Int32Array(separators.length);

  start(): void {
    this.#now.fill(0);
    this.#before.fill(-1);
  }

  see(form: number): void {
    for (let each = 0; each < separators.length; each += 1) if (form === separators[each]) (this.#now[each] as number) += 1;
  }

  endLine(): void {
    for (let each = 0; each < separators.length; each += 1) {
      const count = Math.min(this.#now[each] as number, mostColumns);
      const before = this.#before[each] as number;
      if (count > 0) take(mix(mix(each, count), count === before ? 1 : before > 0 ? 2 : 3), kind.columns);
      this.#before[each] = count;
      this.#now[each] = 0;
    }
  }
}
const mostColumns = 12;
const columns = new Columns();

/** An element that is there: bounds are the caller's. */
function item(array: Int32Array, at: number): number {
  return array[at] as number;
}

/** A character of the text; the 0 behind it. */
function codeAt(at: number): number {
  return codes[at] as number;
}

function isLineShape(form: number): boolean {
  return form >= 0 && (form & shapeMask) < lineShapes;
}

/** Puts a feature behind the others: the finish of MurmurHash3. */
function take(hash: number, of: number): void {
  let mixed = Math.imul(hash ^ Math.imul(of, 0x9e3779b1), 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  features[found] = (mixed ^ (mixed >>> 16)) & featureMask;
  found += 1;
}

function mix(one: number, other: number): number {
  const mixed = Math.imul(one ^ (other + 0x7f4a7c15), 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

/** Fills the arrays; returns the number of tokens. Blank lines that follow each other are one. */
function tokenize(text: string): number {
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
      if (!(isBlank && blankBefore)) putToken(count++, isBlank ? shape.blankLine : indentShape(start, at), 0, 0);
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
    } else at = readToken(at, count++, at > start ? spaced : 0);
  }
  return count;
}

function putToken(index: number, form: number, gap: number, hash: number): void {
  shapes[index] = form | gap;
  hashes[index] = hash === 0 ? form + 1 : hash;
  heads[index] = 0;
  tails[index] = 0;
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
  if (tabs > 0) return tabs > 1 ? shape.tabs : shape.tab;
  if (columns === 0) return shape.lineStart;
  return columns < 3 ? shape.indent2 : columns < 5 ? shape.indent4 : shape.indentMore;
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
    heads[index] = head;
    tails[index] = mix(mix(codeAt(at - 3), codeAt(at - 2)), codeAt(at - 1));
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
  if (others > 0) return shape.foreign;
  if (length === 1) return shape.letter;
  if (underlines > 0) return shape.snake;
  if (uppers === 0) return shape.lower;
  if (lowers === 0) return shape.upper;
  return isCapital ? shape.capital : shape.camel;
}

const countedDigits = 12;

/** Numbers are told by how they are written and how long they are, not by their value. */
function readNumber(start: number, index: number, gap: number): number {
  let form: number = shape.integer;
  let at = start;
  for (let code = codeAt(at); code !== 0; code = codeAt(at)) {
    if (code === 46 && isDigit(codeAt(at + 1))) form = shape.decimal;
    else if (code >= 128 || !isWord(code)) break;
    else if (!isDigit(code)) form = shape.mixed;
    at += 1;
  }
  putToken(index, form, gap, Math.imul(form * 31 + Math.min(at - start, countedDigits), 0x01000193));
  return at;
}

const longestRun = 64;
const tab = 9;

/** A sign, or a run of the same one: `====` is one token. NULs are no run: it would go on over the 0 behind the text, into the text of before. */
function readSigns(start: number, index: number, gap: number): number {
  const code = codeAt(start);
  let at = start + 1;
  while (code !== 0 && at - start < longestRun && codeAt(at) === code) at += 1;
  const run = at - start;
  const hash = Math.imul(code + 1, 0x01000193) ^ 0x5bd1e995;
  putToken(index, code >= 32 ? code : code === tab ? shape.tabSign : shape.control, gap, run > 1 ? mix(hash, Math.min(run, 5)) : hash);
  return at;
}
