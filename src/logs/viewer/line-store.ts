/** The lines of the page in memory: columns of numbers, and the values of each block as one text. A line becomes an object only when it is shown. */
import { blockHeadBytes, type LineShape, type LogPageHead } from '../../contract/diagnostics/log-page.ts';
import { lowered } from '../../contract/diagnostics/log-search.ts';
import { CopyNames } from './copy-names.ts';

/** A field as it is shown. */
export type ShownField = readonly [name: string, value: string];

/** Of a field that the line leaves empty. */
export function isNothing(value: string): boolean {
  return value === 'null';
}

export interface ShownLine {
  readonly atMs: number;
  readonly level: number;
  readonly component: string;
  readonly pid: number;
  readonly event: string;
  readonly fields: readonly ShownField[];
  /** 0 if it is about no copy. */
  readonly capture: number;
}

/** The values of its lines. Where a line begins is counted in UTF-16 units. */
export interface ValueBlock {
  readonly first: number;
  readonly lines: number;
  readonly text: string;
  /** In lower case, character for character. */
  readonly searched: string;
  /** One more than lines: the end of each line is the start of the next. */
  readonly starts: Uint32Array;
}

export class LineStore {
  readonly head: LogPageHead;
  readonly count: number;
  readonly times: Float64Array;
  readonly shapes: Uint16Array;
  readonly processes: Uint16Array;
  readonly captures: Uint32Array;
  readonly blocks: readonly ValueBlock[];
  readonly copyNames: CopyNames;

  /** `blocks`: as `src/contract/diagnostics/log-page.ts` describes them, unpacked. Throws a RangeError for one that is cut short. */
  constructor(head: LogPageHead, blocks: readonly ArrayBuffer[]) {
    const counts = blocks.map((block) => new DataView(block).getUint32(0, true));
    const count = counts.reduce((sum, lines) => sum + lines, 0);
    this.head = head;
    this.copyNames = new CopyNames(head.copies, head.texts);
    this.count = count;
    this.times = new Float64Array(count);
    this.shapes = new Uint16Array(count);
    this.processes = new Uint16Array(count);
    this.captures = new Uint32Array(count);
    let first = 0;
    this.blocks = blocks.map((block, at) => {
      const lines = counts[at] ?? 0;
      const values = this.#takeBlock(block, first, lines);
      first += lines;
      return values;
    });
    for (let at = 0; at < head.laterCaptures.length; at += 2) this.captures[head.laterCaptures[at] ?? 0] = head.laterCaptures[at + 1] ?? 0;
  }

  /** Throws for a position that is not one. */
  line(at: number): ShownLine {
    const shape = this.shapeAt(at);
    const [component, pid] = this.head.processes[this.processes[at] ?? 0] ?? [0, 0];
    return {
      atMs: this.times[at] ?? 0,
      level: shape.level,
      component: this.head.components[component] ?? '',
      pid,
      event: shape.event,
      fields: this.#fieldsAt(at, shape),
      capture: this.captures[at] ?? 0,
    };
  }

  shapeAt(at: number): LineShape {
    const shape = this.head.shapes[this.shapes[at] ?? 0];
    if (shape === undefined) throw new RangeError('there is no such line');
    return shape;
  }

  blockOf(at: number): ValueBlock | undefined {
    let [low, high] = [0, this.blocks.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.blocks[middle]?.first ?? 0) <= at) low = middle;
      else high = middle - 1;
    }
    return this.blocks[low];
  }

  #fieldsAt(at: number, { fields }: LineShape): readonly ShownField[] {
    const block = this.blockOf(at);
    const own = at - (block?.first ?? 0);
    const values = (block?.text.slice(block.starts[own], (block.starts[own + 1] ?? 0) - 1) ?? '').split('\t');
    let next = 0;
    return fields.map(([name, value]) => [name, value ?? values[next++] ?? '']);
  }

  #takeBlock(block: ArrayBuffer, first: number, lines: number): ValueBlock {
    const view = new DataView(block);
    const bytes = view.getUint32(4, true);
    // In the order of `src/contract/diagnostics/log-page.ts`: two columns of four bytes, two of two.
    const column = (bytesBefore: number): number => blockHeadBytes + lines * bytesBefore;
    const gaps = new Uint32Array(block, column(0), lines);
    this.captures.set(new Uint32Array(block, column(4), lines), first);
    this.shapes.set(new Uint16Array(block, column(8), lines), first);
    this.processes.set(new Uint16Array(block, column(10), lines), first);
    const text = new TextDecoder().decode(new Uint8Array(block, column(12), bytes));
    let timeMs = view.getFloat64(8, true);
    for (let line = 0; line < lines; line++) {
      timeMs += gaps[line] ?? 0;
      this.times[first + line] = timeMs;
    }
    const starts = new Uint32Array(lines + 1);
    let start = 0;
    for (let line = 1; line <= lines; line++) {
      start = text.indexOf('\n', start) + 1;
      starts[line] = start;
    }
    return { first, lines, text, searched: lowered(text), starts };
  }
}
