/**
 * The weights of the model, in one file beside this one. They are learned: `tools/train-detector` makes the file. Layout, all little-endian: 8 bytes
 * of name, the length of a JSON header (u32), the header, the known features (3 bytes each, ascending), the scale of each feature's row (f16), the
 * rows (`hidden` numbers of 4 bits each, the first one in the lower half of its byte, 8 for zero), the hidden bias (f32), the output rows (f16) and
 * the output bias (f32).
 */
import { readFileSync } from 'node:fs';
import type { NetworkWeights } from './network.ts';

/** The first bytes of a file of weights. */
export const weightsMark = 'HUBTYPE1';

/** The real accuracy of the model, measured on texts that it did not learn from. */
export interface Calibration {
  /** For plain text, or for a type: few words make the former likely and the latter doubtful. */
  readonly ofPlain: boolean;
  /** For texts with fewer known features than this; ascending, the last table is for all others. */
  readonly below: number;
  /** The model's own likelihoods, ascending, and how often answers with them were right. */
  readonly said: readonly number[];
  readonly right: readonly number[];
}

export interface WeightsHead {
  /** Labels of `types.ts`. */
  readonly types: readonly string[];
  /** A multiple of 8. */
  readonly hidden: number;
  readonly features: number;
  readonly calibration: readonly Calibration[];
  /** For each type, the confidence below which plain text is the better answer. */
  readonly abstainBelow: readonly number[];
}

export type Weights = WeightsHead & NetworkWeights;

/** The weights that are part of Hub. Throws if the file is missing or not valid: the installation is broken. */
export function readWeights(): Weights {
  return parseWeights(readFileSync(new URL('./types.weights', import.meta.url)));
}

/** @throws RangeError if the bytes are not a file of weights. */
export function parseWeights(bytes: Uint8Array): Weights {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (new TextDecoder().decode(bytes.subarray(0, 8)) !== weightsMark) throw new RangeError('not a file of weights');
  const headLength = view.getUint32(8, true);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(12, 12 + headLength))) as WeightsHead;
  const { types, hidden, features } = head;
  let at = 12 + headLength;
  const take = (length: number): Uint8Array => {
    const part = bytes.subarray(at, at + length);
    if (part.length !== length) throw new RangeError('the file of weights was cut short');
    at += length;
    return part;
  };
  const floats = (count: number): Float32Array => new Float32Array(new Uint8Array(take(count * 4)).buffer);
  const keys = take(features * 3);
  const vocabulary = new Int32Array(features);
  for (let each = 0; each < features; each += 1)
    vocabulary[each] = (keys[each * 3] as number) | ((keys[each * 3 + 1] as number) << 8) | ((keys[each * 3 + 2] as number) << 16);
  const halves = (count: number): Float32Array => new Float32Array(new Float16Array(new Uint8Array(take(count * 2)).buffer));
  const rowScales = halves(features);
  const rows = take((features * hidden) / 2);
  return {
    ...head,
    vocabulary,
    rowScales,
    rows,
    hiddenBias: floats(hidden),
    output: halves(types.length * hidden),
    outputBias: floats(types.length),
  };
}
