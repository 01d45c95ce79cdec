/** Puts lines into the blocks of the page, as `src/contract/diagnostics/log-page.ts` describes them: one block at a time is in memory, and what lines have in common. */
import { gzipSync } from 'node:zlib';
import {
  blockHeadBytes,
  blockLines,
  type CopyRun,
  type LineProcess,
  type LineShape,
  logPageLevels,
  type ShapeField,
} from '../../contract/diagnostics/log-page.ts';
import { CopyNumbers, type CopyReference, copyFactsOf, referenceOf } from '../copy-numbers.ts';
import { type FieldValue, fieldText, type LogLine, otherComponent } from '../log-line.ts';
import { visibleValue } from '../visible-value.ts';

/** A Uint16 counts them; Hub has some hundred. Beyond this many the values of words are no part of a shape, and then each line is a text. */
const [mostShapes, mostWordShapes] = [60_000, 20_000];
/** A Uint16 counts these too. Hub has fewer than ten components; what claims to be another one beyond these is shown as `other`. */
const [mostProcesses, mostComponents] = [60_000, 100];
/** In ms, as a Uint32 holds it: seven weeks. */
const longestGapMs = 0xffff_ffff;

export class LineBlocks {
  readonly #numbers = new CopyNumbers();
  readonly #components = new Map<string, number>();
  readonly #processes = new Map<string, number>();
  readonly #processList: LineProcess[] = [];
  readonly #shapes = new Map<string, number>();
  readonly #shapeList: LineShape[] = [];
  /** Lines whose capture is not known yet. */
  readonly #unknown: (CopyReference & { readonly position: number })[] = [];
  readonly #gaps = new Uint32Array(blockLines);
  readonly #captures = new Uint32Array(blockLines);
  readonly #lineShapes = new Uint16Array(blockLines);
  readonly #lineProcesses = new Uint16Array(blockLines);
  #values: string[] = [];
  #firstMs = 0;
  #lastMs = 0;
  #count = 0;
  #lines = 0;

  get lines(): number {
    return this.#lines;
  }

  /** The lines have to be in the order of time. Returns a block in Base64 when one is full, otherwise null. */
  add(logged: LogLine): string | null {
    const line = this.#shapeList.length < mostShapes ? logged : asText(logged);
    const gapMs = Math.max(0, line.atMs - this.#lastMs);
    const full = this.#count === blockLines || (this.#count > 0 && gapMs > longestGapMs) ? this.end() : null;
    const shape = this.#shapeOf(line);
    if (this.#count === 0) this.#firstMs = line.atMs;
    this.#gaps[this.#count] = this.#count === 0 ? 0 : gapMs;
    this.#captures[this.#count] = this.#captureOf(logged);
    this.#lineShapes[this.#count] = shape;
    this.#lineProcesses[this.#count] = this.#processOf(line);
    this.#values.push(this.#valuesOf(line, shape));
    this.#lastMs = this.#count === 0 ? line.atMs : this.#lastMs + gapMs;
    this.#count += 1;
    this.#lines += 1;
    return full;
  }

  /** What is left, as a block; null if nothing is. */
  end(): string | null {
    if (this.#count === 0) return null;
    const count = this.#count;
    const values = Buffer.from(this.#values.join(''));
    const head = Buffer.alloc(blockHeadBytes);
    head.writeUInt32LE(count, 0);
    head.writeUInt32LE(values.length, 4);
    head.writeDoubleLE(this.#firstMs, 8);
    const columns = [this.#gaps, this.#captures, this.#lineShapes, this.#lineProcesses].map((column) =>
      littleEndian(column.subarray(0, count)),
    );
    this.#count = 0;
    this.#values = [];
    return gzipSync(Buffer.concat([head, ...columns, values])).toString('base64');
  }

  /** What the lines have in common. Call it after `end`. */
  known(): {
    components: readonly string[];
    processes: readonly LineProcess[];
    shapes: readonly LineShape[];
    laterCaptures: readonly number[];
    copies: readonly CopyRun[];
  } {
    const laterCaptures: number[] = [];
    for (const { position, ...reference } of this.#unknown) {
      const capture = this.#numbers.captureReferred(reference);
      if (capture !== null && capture <= 0xffff_ffff) laterCaptures.push(position, capture);
    }
    const common = { components: [...this.#components.keys()], processes: this.#processList, shapes: this.#shapeList };
    return { ...common, laterCaptures, copies: this.#numbers.runs() };
  }

  #captureOf(line: LogLine): number {
    const facts = copyFactsOf(line);
    this.#numbers.learn(facts);
    const capture = this.#numbers.captureOf(facts);
    if (capture !== null) return capture > 0xffff_ffff ? 0 : capture;
    const reference = referenceOf(facts);
    if (reference !== null) this.#unknown.push({ ...reference, position: this.#lines });
    return 0;
  }

  #processOf({ component, pid }: LogLine): number {
    const process: LineProcess = [this.#componentOf(component), this.#processes.size < mostProcesses ? pid : 0];
    const key = process.join(' ');
    const known = this.#processes.get(key);
    if (known !== undefined) return known;
    this.#processes.set(key, this.#processList.length);
    return this.#processList.push(process) - 1;
  }

  #componentOf(component: string): number {
    const name = this.#components.size < mostComponents || this.#components.has(component) ? component : otherComponent;
    const known = this.#components.get(name) ?? this.#components.size;
    this.#components.set(name, known);
    return known;
  }

  #shapeOf({ level, event, fields }: LogLine): number {
    const withWords = this.#shapeList.length < mostWordShapes;
    const shaped = fields.map(([name, value]): ShapeField => [name, withWords && isWord(value) ? String(value) : null]);
    const key = JSON.stringify([level, event, shaped]);
    const known = this.#shapes.get(key);
    if (known !== undefined) return known;
    this.#shapes.set(key, this.#shapeList.length);
    return this.#shapeList.push({ level: logPageLevels.indexOf(level), event: visibleValue(event), fields: shaped }) - 1;
  }

  #valuesOf({ fields }: LogLine, shape: number): string {
    const shaped = this.#shapeList[shape]?.fields ?? [];
    const values = fields.filter((_, at) => shaped[at]?.[1] === null).map(([, value]) => valueText(value));
    return `${values.join('\t')}\n`;
  }
}

/** A log of so many kinds of lines is not Hub's: they have one shape for each level. */
function asText({ event, fields, ...line }: LogLine): LogLine {
  return { ...line, event: 'line', fields: [['text', [event, ...fields.map(([name, value]) => fieldText(name, value))].join(' ')]] };
}

/** A word of Hub's own, of which there are few; not a number, and not what only looks like a word. */
function isWord(value: FieldValue): boolean {
  return typeof value !== 'number' && (typeof value !== 'string' || /^[A-Za-z][\w. -]{0,60}$/.test(value));
}

function valueText(value: FieldValue): string {
  return typeof value === 'string' ? visibleValue(value) : String(value);
}

function littleEndian(column: Uint32Array | Uint16Array): Buffer {
  const bytes = Buffer.from(column.buffer, column.byteOffset, column.byteLength);
  return isBigEndian ? (column.BYTES_PER_ELEMENT === 4 ? Buffer.from(bytes).swap32() : Buffer.from(bytes).swap16()) : Buffer.from(bytes);
}

const isBigEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 0;
