/**
 * The features that the model sees in a text: its tokens, their pairs, triples and shapes, their places in the line, and how words begin and end.
 * Each is a hash of 24 bits. Pure, and linear in the text.
 */
import {
  isLineShape,
  maxTokens,
  mixHashes,
  shapeMask,
  spacedFlag,
  tokenHashes,
  tokenHeads,
  tokenize,
  tokenShape,
  tokenShapes,
  tokenTails,
} from './tokens.ts';

export const featureBits = 24;
const featureMask = (1 << featureBits) - 1;

/** Kinds of features, so that one word as a token and as the first word of a line are two features. */
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

/** More than a token can ever have, including those of its line. */
const featuresOfToken = 17;
export const mostFeatures = maxTokens * featuresOfToken;

// Only one text is processed at a time; refilled for each.
const features = new Int32Array(mostFeatures);
let found = 0;

/** All features of a text, in order and with repetitions. Valid until the next call. */
export function featuresOf(text: string): Int32Array {
  found = 0;
  const count = tokenize(text);
  columns.start();
  let lineFirst = 0;
  let placeInLine = 0;
  for (let at = 0; at < count; at += 1) {
    const hash = item(tokenHashes, at);
    const form = item(tokenShapes, at);
    const before = at > 0 ? item(tokenShapes, at - 1) : -1;
    const before2 = at > 1 ? item(tokenShapes, at - 2) : -1;
    const next = at + 1 < count ? item(tokenShapes, at + 1) : -1;
    const hashBefore = at > 0 ? item(tokenHashes, at - 1) : -7;
    if (isLineShape(form)) {
      placeInLine = 0;
      if (at > 0) columns.endLine();
    } else {
      placeInLine += 1;
      columns.see(form & shapeMask);
    }
    take(hash, kind.token);
    take(mixHashes(hashBefore, hash + (form & spacedFlag)), kind.pair);
    take(mixHashes(mixHashes(before2, before), form), kind.shapes3);
    take(mixHashes(mixHashes(before, hash), next), kind.surrounded);
    if (at > 3)
      take(
        mixHashes(mixHashes(mixHashes(mixHashes(item(tokenShapes, at - 4), item(tokenShapes, at - 3)), before2), before), form),
        kind.shapes5,
      );
    if (at > 1) {
      take(mixHashes(mixHashes(item(tokenHashes, at - 2), hashBefore), hash), kind.triple);
      take(mixHashes(item(tokenHashes, at - 2), hash), kind.skip);
    }
    if (placeInLine === 1) {
      lineFirst = hash;
      take(hash, kind.lineFirst);
    } else if (placeInLine === 2) take(mixHashes(lineFirst, hash), kind.lineFirstTwo);
    if (placeInLine > 1 && (at + 1 === count || isLineShape(next))) take(mixHashes(lineFirst, hash), kind.lineEnds);
    if (at > 0 && at < 4) take(mixHashes(hash, at), kind.textFirst);
    if (item(tokenHeads, at) !== 0) {
      take(item(tokenHeads, at), kind.head);
      take(item(tokenTails, at), kind.tail);
    }
  }
  columns.endLine();
  return features.subarray(0, found);
}

/** The shapes of separators of table cells: `,`, `;`, `|` and the tab. */
const separators = [44, 59, 124, tokenShape.tabSign];

/** Counts separators: the same number of them in each line is a table, whatever the cells contain. */
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
      if (count > 0) take(mixHashes(mixHashes(each, count), count === before ? 1 : before > 0 ? 2 : 3), kind.columns);
      this.#before[each] = count;
      this.#now[each] = 0;
    }
  }
}
const mostColumns = 12;
const columns = new Columns();

/** An element that exists: the caller checks the bounds. */
function item(array: Int32Array, at: number): number {
  return array[at] as number;
}

/** Appends a feature: the finalizer of MurmurHash3. */
function take(hash: number, of: number): void {
  let mixed = Math.imul(hash ^ Math.imul(of, 0x9e3779b1), 0x85ebca6b);
  mixed ^= mixed >>> 13;
  mixed = Math.imul(mixed, 0xc2b2ae35);
  features[found] = (mixed ^ (mixed >>> 16)) & featureMask;
  found += 1;
}
