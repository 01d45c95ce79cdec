/**
 * A small network that reads one character of a font of one width by its ink alone: it knows nothing of words, and so corrects none. It learned characters of many such fonts (`tools/train-cells`).
 * Three layers of convolution and one of sums; its weights are a file beside this one: for each layer the weights (i8, those of one output apart by `outputs`), then for each output its scale and its bias (f32).
 */
import { readFileSync } from 'node:fs';

/** What it tells apart: a blank, the characters of ASCII, anything else, and a zero with nothing within it, which looks like an `O`. */
const known = ` ${String.fromCodePoint(...Array.from({ length: 94 }, (_, at) => 33 + at))}`;
const [other, emptyZero] = [known.length, known.length + 1];
const outcomes = known.length + 2;

/** Of a window, in its own pixels: a column of the font is `pitch` wide and in the middle, and letters stand `above` below its upper edge. */
export const windowSize = { side: 30, pitch: 12, above: 21.6 } as const;

/** What a character is, and how certain that is, 0..1; the text is empty for one that is not of ASCII, and ` ` for none. */
export interface CellReading {
  readonly text: string;
  readonly certainty: number;
  /** The likeliest of ASCII. */
  readonly nearest: string;
  /** That it is a ring, an `O` or a zero with nothing within it. */
  readonly ring: number;
  /** On a ground of its own, which tesseract often takes for ink: what that read there tells nothing. */
  readonly isOnOwnGround?: boolean;
}

interface Layer {
  /** Of the squares that are summed up. */
  readonly side: number;
  readonly step: number;
  readonly inputs: number;
  readonly outputs: number;
}

const layers: readonly Layer[] = [
  { side: 4, step: 2, inputs: 1, outputs: 16 },
  { side: 3, step: 2, inputs: 16, outputs: 32 },
  { side: 3, step: 1, inputs: 32, outputs: 48 },
  { side: 4, step: 1, inputs: 48, outputs: outcomes },
];

interface Weighted extends Layer {
  readonly weights: Float32Array;
  readonly bias: Float32Array;
}

let loaded: readonly Weighted[] | null = null;

/** @param ink of a window, row by row: 0 is paper, 1 the darkest of its column. */
export function readCell(ink: Float32Array): CellReading {
  loaded ??= weightsOf(readFileSync(new URL('./cells.weights', import.meta.url)));
  let [values, side]: [Float32Array, number] = [ink, windowSize.side];
  for (const [at, layer] of loaded.entries()) {
    const next = Math.floor((side - layer.side) / layer.step) + 1;
    values = summed(values, side, next, layer, at < layers.length - 1);
    side = next;
  }
  return likeliest(values);
}

/** Each place of the next layer has the sums of a square of this one; paper adds nothing, and is most of it. */
function summed(values: Float32Array, side: number, next: number, layer: Weighted, isHidden: boolean): Float32Array {
  const { inputs, outputs, weights, bias, step } = layer;
  const sums = new Float32Array(next * next * outputs);
  for (let y = 0; y < next; y += 1)
    for (let x = 0; x < next; x += 1) {
      const to = (y * next + x) * outputs;
      sums.set(bias, to);
      for (let row = 0; row < layer.side; row += 1)
        for (let column = 0; column < layer.side; column += 1) {
          const from = ((y * step + row) * side + x * step + column) * inputs;
          const square = (row * layer.side + column) * inputs;
          for (let input = 0; input < inputs; input += 1) {
            const value = values[from + input] as number;
            if (value === 0) continue;
            const at = (square + input) * outputs;
            for (let output = 0; output < outputs; output += 1)
              sums[to + output] = (sums[to + output] as number) + value * (weights[at + output] as number);
          }
        }
      if (isHidden) for (let output = to; output < to + outputs; output += 1) sums[output] = Math.max(0, sums[output] as number);
    }
  return sums;
}

function likeliest(scores: Float32Array): CellReading {
  const most = scores.reduce((best, score) => Math.max(best, score));
  const parts = scores.map((score) => Math.exp(score - most));
  const all = parts.reduce((sum, part) => sum + part);
  const likely = (at: number): number => (parts[at] as number) / all;
  const best = parts.indexOf(1);
  const textOf = (at: number): string => (at === emptyZero ? '0' : (known[at] ?? ''));
  const nearest = parts.reduce((most, part, at) => (at !== other && part > (parts[most] as number) ? at : most), 0);
  const ring = likely(known.indexOf('O')) + likely(emptyZero);
  return { text: textOf(best), certainty: likely(best), nearest: textOf(nearest), ring };
}

/** Throws if the file is not what is expected: the installation is damaged. */
function weightsOf(file: Buffer): readonly Weighted[] {
  let at = 0;
  const floats = (count: number): Float32Array => {
    const part = Float32Array.from({ length: count }, (_, index) => file.readFloatLE(at + index * 4));
    at += count * 4;
    return part;
  };
  const all = layers.map((layer): Weighted => {
    const count = layer.side * layer.side * layer.inputs * layer.outputs;
    const whole = new Int8Array(file.buffer, file.byteOffset + at, count);
    at += count;
    const scales = floats(layer.outputs);
    const weights = Float32Array.from(whole, (one, index) => one * (scales[index % layer.outputs] as number));
    return { ...layer, weights, bias: floats(layer.outputs) };
  });
  if (at !== file.length) throw new RangeError('the file of weights is not whole');
  return all;
}
