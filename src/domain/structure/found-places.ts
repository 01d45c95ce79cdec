/** Things that were found in a text by several searches, which may have found the same one. */

import type { TextPart } from './text-lines.ts';

export interface Found<Value> {
  readonly text: string;
  readonly offset: number;
  readonly value: Value;
}

/** In the order of the text: of those that overlap the first, and of those that begin together the longest. */
export function withoutOverlaps<Value>(found: readonly Found<Value>[]): readonly Found<Value>[] {
  const kept: Found<Value>[] = [];
  let end = 0;
  for (const one of found.toSorted((a, b) => a.offset - b.offset || b.text.length - a.text.length)) {
    if (one.offset < end) continue;
    kept.push(one);
    end = one.offset + one.text.length;
  }
  return kept;
}

/** Whether a place is in one of these parts, which are in the order of the text. */
export function isWithin(offset: number, parts: readonly TextPart[]): boolean {
  let [low, high] = [0, parts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((parts[middle]?.to ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  const part = parts[low];
  return part !== undefined && part.from <= offset;
}
