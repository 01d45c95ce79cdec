/**
 * A neural network that reads one line of Chinese at a time (PP-OCRv4, by ONNX Runtime compiled to WebAssembly), out of the folder into which `hub ocr --install`
 * writes. It runs in one thread, and asks nobody for anything.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { lineModelFiles } from '../../languages/line-model-packages.ts';
import type { GreyPicture } from './grey-picture.ts';
import type { ReadSymbol } from './read-lines.ts';
import { scaledPicture } from './scaled-picture.ts';

/** In pixels: it learned lines of this height. */
const lineHeight = 48;
/** What is narrower is filled up. */
const leastWidth = 64;
/** Of a line in that height: 70 characters. More takes too much memory. */
const mostWidth = 3_400;
/** It learned colours from -1 to 1, of which a grey has three of the same. */
const colours = 3;
const middleGrey = 127.5;

interface Tensor {
  readonly data: Float32Array;
  readonly dims: readonly number[];
  dispose(): void;
}

interface Session {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  run(inputs: Record<string, Tensor>): Promise<Record<string, Tensor>>;
}

/** What is used of `onnxruntime-web`. */
interface Runtime {
  readonly env: { readonly wasm: { numThreads: number; proxy: boolean; wasmBinary: Uint8Array; wasmPaths: { mjs: string } } };
  readonly Tensor: new (type: 'float32', data: Float32Array, dims: readonly number[]) => Tensor;
  readonly InferenceSession: { create(model: Uint8Array, options: object): Promise<Session> };
}

export class LineModel {
  readonly #runtime: Runtime;
  readonly #session: Session;
  /** By the number that the network gives to each; the first is none. */
  readonly #characters: readonly string[];

  private constructor(runtime: Runtime, session: Session, characters: readonly string[]) {
    [this.#runtime, this.#session, this.#characters] = [runtime, session, characters];
  }

  /** Null if it is not installed, or if anything of it is not what is expected: the lines are as tesseract read them then. */
  static async load(folder: string): Promise<LineModel | null> {
    try {
      const [model, characters, , , wasm] = Object.values(lineModelFiles).map(([name, digest]) =>
        expected(path.join(folder, name), digest),
      );
      const address = (file: keyof typeof lineModelFiles): string => pathToFileURL(path.join(folder, lineModelFiles[file][0])).href;
      const runtime = (await import(address('runtime'))) as Runtime;
      Object.assign(runtime.env.wasm, { numThreads: 1, proxy: false, wasmBinary: wasm, wasmPaths: { mjs: address('loader') } });
      // What would make the network faster takes longer than it saves: a process reads one picture.
      const options = {
        executionProviders: ['wasm'],
        enableCpuMemArena: false,
        enableMemPattern: false,
        graphOptimizationLevel: 'disabled',
      };
      const session = await runtime.InferenceSession.create(model ?? Buffer.of(), options);
      const known = (characters ?? Buffer.of()).toString('utf8').trimEnd().split('\n');
      return new LineModel(runtime, session, ['', ...known, ' ']);
    } catch {
      return null;
    }
  }

  /** What it reads in a picture of one line, dark on light; blanks are symbols. Null for one that is too long. */
  async read(line: GreyPicture): Promise<readonly ReadSymbol[] | null> {
    const scale = lineHeight / line.height;
    if (line.width * scale > mostWidth) return null;
    const scaled = scaledPicture(line, scale);
    const width = Math.max(leastWidth, scaled.width);
    const input = new this.#runtime.Tensor('float32', planesOf(scaled, width), [1, colours, lineHeight, width]);
    const [inputName = '', outputName = ''] = [this.#session.inputNames[0], this.#session.outputNames[0]];
    const output = (await this.#session.run({ [inputName]: input }))[outputName];
    const [, steps = 0, classes = 0] = output?.dims ?? [];
    if (output === undefined || classes !== this.#characters.length) return null;
    try {
      return this.#symbolsOf(output.data, steps, width / steps / scale);
    } finally {
      output.dispose();
    }
  }

  /** Connectionist temporal classification: the likeliest character of each step; one that goes on is one. @param pixels of the line that a step stands for. */
  #symbolsOf(likely: Float32Array, steps: number, pixels: number): readonly ReadSymbol[] {
    const classes = this.#characters.length;
    const found: { text: string; left: number; right: number; certainty: number }[] = [];
    let last = 0;
    for (let step = 0; step < steps; step += 1) {
      let best = 0;
      for (let at = 1; at < classes; at += 1) if ((likely[step * classes + at] ?? 0) > (likely[step * classes + best] ?? 0)) best = at;
      const certainty = likely[step * classes + best] ?? 0;
      const symbol = found.at(-1);
      if (best !== 0 && best === last && symbol !== undefined) {
        symbol.right = (step + 1) * pixels;
        symbol.certainty = Math.max(symbol.certainty, certainty);
      } else if (best !== 0) {
        found.push({ text: this.#characters[best] ?? '', left: step * pixels, right: (step + 1) * pixels, certainty });
      }
      last = best;
    }
    return found;
  }
}

/** Throws unless the file is exactly this one. */
function expected(file: string, digest: string): Buffer {
  const content = readFileSync(file);
  if (createHash('sha256').update(content).digest('hex') !== digest) throw new Error('not what is expected');
  return content;
}

/** In the order of the network: one plane for each colour; white beyond the line. */
function planesOf({ width, height, pixels }: GreyPicture, filled: number): Float32Array {
  const plane = new Float32Array(lineHeight * filled).fill(1);
  for (let y = 0; y < Math.min(height, lineHeight); y += 1)
    for (let x = 0; x < width; x += 1) plane[y * filled + x] = (pixels[y * width + x] ?? 0) / middleGrey - 1;
  const planes = new Float32Array(colours * plane.length);
  for (let colour = 0; colour < colours; colour += 1) planes.set(plane, colour * plane.length);
  return planes;
}
