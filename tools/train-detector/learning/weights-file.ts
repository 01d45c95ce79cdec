/** Formats the file of weights that ships with the detector; `src/domain/detect/learned/weights.ts` describes its layout. */
import { type Weights, weightsMark } from '../../../src/domain/detect/learned/weights.ts';

/** The contents of the file. */
export function formatWeights({ vocabulary, rowScales, rows, hiddenBias, output, outputBias, ...head }: Weights): Uint8Array {
  const headBytes = new TextEncoder().encode(JSON.stringify(head));
  const start = new Uint8Array(12);
  start.set(new TextEncoder().encode(weightsMark));
  new DataView(start.buffer).setUint32(8, headBytes.length, true);
  const keys = new Uint8Array(vocabulary.length * 3);
  for (const [each, feature] of vocabulary.entries()) keys.set([feature & 255, (feature >> 8) & 255, feature >> 16], each * 3);
  const arrays = [Float16Array.from(rowScales), rows, hiddenBias, Float16Array.from(output), outputBias].map(
    (array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength),
  );
  const parts = [start, headBytes, keys, ...arrays];
  const file = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
}
