/**
 * Which lines are wanted. A word is looked for in the few shapes first; only what differs from line to line is looked for in the text of the values, all of a
 * block at once. So a million lines are filtered between two frames or a few.
 */
import { type LineStore, lowered } from './line-store.ts';

export interface LineFilter {
  /** The least important level that is wanted. */
  readonly level: number;
  /** Components that are not wanted, by position. */
  readonly without: ReadonlySet<number>;
  /** Words that all have to be in a line, each in the event, the component, the level or a field `name=value`. */
  readonly text: string;
  /** Unix times, ms; the end belongs to it. */
  readonly fromMs: number;
  readonly untilMs: number;
  /** 0 for any. */
  readonly capture: number;
}

/** Nothing is left out. */
export const everything: LineFilter = {
  level: 0,
  without: new Set(),
  text: '',
  fromMs: Number.NEGATIVE_INFINITY,
  untilMs: Number.POSITIVE_INFINITY,
  capture: 0,
};

export interface FilteredLines {
  /** Positions, in the order of time. */
  readonly positions: Uint32Array;
  /** How many lines there are in each part of the whole time, and how many of them are errors, whatever time is chosen. */
  readonly lines: Uint32Array;
  readonly errors: Uint32Array;
}

/** Where a word is. `lines`: one byte for each line; null if the word is in no value. */
interface WordPlaces {
  readonly shapes: Uint8Array;
  readonly processes: Uint8Array;
  readonly lines: Uint8Array | null;
}

const rememberedWords = 8;
/** Values of a line that are looked at so, by the bits of a number; Hub's lines have fewer. */
const mostBits = 31;
/** ERROR in `logPageLevels`. */
const errorLevel = 3;

export class LineFinder {
  readonly #store: LineStore;
  readonly #levelNames: readonly string[];
  readonly #words = new Map<string, WordPlaces>();

  constructor(store: LineStore, levelNames: readonly string[]) {
    this.#store = store;
    this.#levelNames = levelNames;
  }

  /** `parts`: into how many the whole time is divided. */
  find(filter: LineFilter, parts: number): FilteredLines {
    const { count, times, shapes, processes, captures, head } = this.#store;
    const words = lowered(filter.text)
      .split(/\s+/)
      .filter(Boolean)
      .map((word) => this.#placesOf(word));
    const wantedShapes = Uint8Array.from(head.shapes, ({ level }) => Number(level >= filter.level));
    const errorShapes = Uint8Array.from(head.shapes, ({ level }) => Number(level >= errorLevel));
    const wantedProcesses = Uint8Array.from(head.processes, ([component]) => Number(!filter.without.has(component)));
    const positions = new Uint32Array(count);
    const [lines, errors] = [new Uint32Array(parts), new Uint32Array(parts)];
    const { firstMs, partMs } = timeParts(this.#store, parts);
    const { capture, fromMs, untilMs } = filter;
    let found = 0;
    for (let at = 0; at < count; at++) {
      const [shape, process] = [shapes[at] as number, processes[at] as number];
      if (wantedShapes[shape] === 0 || wantedProcesses[process] === 0) continue;
      if (capture !== 0 && captures[at] !== capture) continue;
      if (words.length > 0 && !hasAll(words, at, shape, process)) continue;
      const timeMs = times[at] as number;
      const part = Math.min(parts - 1, Math.floor((timeMs - firstMs) / partMs));
      lines[part] = (lines[part] as number) + 1;
      if (errorShapes[shape] === 1) errors[part] = (errors[part] as number) + 1;
      if (timeMs >= fromMs && timeMs <= untilMs) positions[found++] = at;
    }
    return { positions: positions.subarray(0, found), lines, errors };
  }

  #placesOf(word: string): WordPlaces {
    const known = this.#words.get(word);
    if (known !== undefined) return known;
    const places = this.#look(word);
    for (const oldest of this.#words.keys()) {
      if (this.#words.size < rememberedWords) break;
      this.#words.delete(oldest);
    }
    this.#words.set(word, places);
    return places;
  }

  #look(word: string): WordPlaces {
    const { head } = this.#store;
    const has = (text: string): boolean => lowered(text).includes(word);
    const shapes = Uint8Array.from(head.shapes, ({ level, event, fields }) =>
      Number(has(event) || has(this.#levelNames[level] ?? '') || fields.some(([name, value]) => has(`${name}=${value ?? ''}`))),
    );
    const processes = Uint8Array.from(head.processes, ([component]) => Number(has(head.components[component] ?? '')));
    const lines = new Uint8Array(this.#store.count);
    const isInValues = [this.#lookInValues(word, lines), this.#lookAcross(word, lines)].includes(true);
    return { shapes, processes, lines: isInValues ? lines : null };
  }

  /** Marks the lines that have the word within a value. Whether there are any. */
  #lookInValues(word: string, lines: Uint8Array): boolean {
    let isAnywhere = false;
    for (const { first, searched, starts } of this.#store.blocks) {
      let line = 0;
      for (let place = searched.indexOf(word); place !== -1; place = searched.indexOf(word, starts[line + 1])) {
        while ((starts[line + 1] as number) <= place) line += 1;
        lines[first + line] = 1;
        isAnywhere = true;
      }
    }
    return isAnywhere;
  }

  /** The same for a word that begins in a field's name and ends in its value, such as `ms=12`. */
  #lookAcross(word: string, lines: Uint8Array): boolean {
    const equals = word.indexOf('=');
    if (equals === -1 || equals === word.length - 1) return false;
    const [left, right] = [word.slice(0, equals + 1), word.slice(equals + 1)];
    const { head, shapes, blocks } = this.#store;
    /** Of each shape, which of its values may begin with the right part; as bits. */
    const values = Uint32Array.from(head.shapes, ({ fields }) => {
      let [bits, value] = [0, 0];
      for (const [name, own] of fields) {
        if (own !== null) continue;
        if (value < mostBits && lowered(`${name}=`).endsWith(left)) bits |= 1 << value;
        value += 1;
      }
      return bits;
    });
    let isAnywhere = false;
    for (const { first, lines: count, searched, starts } of blocks) {
      for (let line = 0; line < count; line++) {
        const bits = values[shapes[first + line] as number] as number;
        if (bits === 0 || !beginsWith(searched, starts[line] as number, (starts[line + 1] as number) - 1, bits, right)) continue;
        lines[first + line] = 1;
        isAnywhere = true;
      }
    }
    return isAnywhere;
  }
}

function hasAll(words: readonly WordPlaces[], at: number, shape: number, process: number): boolean {
  for (const { shapes, processes, lines } of words)
    if (shapes[shape] === 0 && processes[process] === 0 && (lines === null || lines[at] === 0)) return false;
  return true;
}

const tab = 9;

/** Whether one of the values that `bits` names begins with this. It is asked of a million lines: the first character decides most of them. */
function beginsWith(text: string, start: number, end: number, bits: number, right: string): boolean {
  const first = right.charCodeAt(0);
  let left = bits;
  for (let from = start; from < end && left !== 0; from += 1) {
    const isAsked = (left & 1) === 1 && text.charCodeAt(from) === first;
    if (isAsked && from + right.length <= end && text.startsWith(right, from)) return true;
    left >>>= 1;
    while (from < end && text.charCodeAt(from) !== tab) from += 1;
  }
  return false;
}

/** The parts of the whole time; never of no length. */
export function timeParts(
  { times, count }: Pick<LineStore, 'times' | 'count'>,
  parts: number,
): { firstMs: number; lastMs: number; partMs: number } {
  const firstMs = times[0] ?? 0;
  const lastMs = times[count - 1] ?? firstMs;
  return { firstMs, lastMs, partMs: Math.max(1, lastMs - firstMs) / parts };
}
