/**
 * Which lines are wanted. A word is looked for in the few shapes first; only what differs from line to line is looked for in the text of the values, all of a
 * block at once. So a million lines are filtered between two frames or a few.
 */
import type { ShapeField } from '../../contract/diagnostics/log-page.ts';
import { type AskedWord, askedWords, hasAskedValue, lowered } from '../../contract/diagnostics/log-search.ts';
import type { LineStore } from './line-store.ts';
import type { TimeScale } from './time-scale.ts';

export interface LineFilter {
  /** The least important level that is wanted. */
  readonly level: number;
  /** Components that are not wanted, by position. */
  readonly without: ReadonlySet<number>;
  /** As `src/contract/diagnostics/log-search.ts` reads it: what all has to be in a line. */
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
  /** How many lines there are in each part of the scale, and how many of them are errors, whatever time is chosen. */
  readonly lines: Uint32Array;
  readonly errors: Uint32Array;
  /** How many lines each component has, whether it is wanted or not. */
  readonly ofComponents: readonly number[];
}

/** Where a word is. `lines`: one byte for each line; null if the word is in no value. */
interface WordPlaces {
  readonly shapes: Uint8Array;
  readonly processes: Uint8Array;
  readonly lines: Uint8Array | null;
}

/** Each word costs a look at all lines, and a pasted text has thousands. */
const mostWords = 12;
const longestSearch = 1_000;
/** The words of a search are all remembered while it is being written. */
const rememberedWords = mostWords;
/** ERROR in `logPageLevels`. */
const errorLevel = 3;

export interface SoughtWords {
  /** Each once. */
  readonly words: readonly AskedWord[];
  /** Whether the search has more than that. */
  readonly isCut: boolean;
}

/** What is looked for of a search: its first words. */
export function soughtWords(text: string): SoughtWords {
  const words = new Map(askedWords(text.slice(0, longestSearch)).map((word) => [JSON.stringify(word), word]));
  return { words: [...words.values()].slice(0, mostWords), isCut: text.length > longestSearch || words.size > mostWords };
}

export class LineFinder {
  readonly #store: LineStore;
  readonly #levelNames: readonly string[];
  readonly #words = new Map<string, WordPlaces>();

  constructor(store: LineStore, levelNames: readonly string[]) {
    this.#store = store;
    this.#levelNames = levelNames;
  }

  find(filter: LineFilter, scale: TimeScale): FilteredLines {
    const { count, times, shapes, processes, captures, head } = this.#store;
    const words = soughtWords(filter.text).words.map((word) => this.#placesOf(word));
    const wantedShapes = Uint8Array.from(head.shapes, ({ level }) => Number(level >= filter.level));
    const errorShapes = Uint8Array.from(head.shapes, ({ level }) => Number(level >= errorLevel));
    const wantedProcesses = Uint8Array.from(head.processes, ([component]) => Number(!filter.without.has(component)));
    const positions = new Uint32Array(count);
    const [lines, errors] = [new Uint32Array(scale.parts), new Uint32Array(scale.parts)];
    const ofProcesses = new Uint32Array(head.processes.length);
    const { lineParts } = scale;
    const { capture } = filter;
    const [from, until] = [firstWhere(times, (ms) => ms >= filter.fromMs), firstWhere(times, (ms) => ms > filter.untilMs)];
    let found = 0;
    for (let at = 0; at < count; at++) {
      const [shape, process] = [shapes[at] as number, processes[at] as number];
      if (wantedShapes[shape] === 0) continue;
      if (capture !== 0 && captures[at] !== capture) continue;
      if (words.length > 0 && !hasAll(words, at, shape, process)) continue;
      const isInTime = at >= from && at < until;
      if (isInTime) ofProcesses[process] = (ofProcesses[process] as number) + 1;
      if (wantedProcesses[process] === 0) continue;
      const part = lineParts[at] as number;
      lines[part] = (lines[part] as number) + 1;
      if (errorShapes[shape] === 1) errors[part] = (errors[part] as number) + 1;
      if (isInTime) positions[found++] = at;
    }
    const ofComponents = head.components.map(() => 0);
    for (const [process, [component]] of head.processes.entries())
      ofComponents[component] = (ofComponents[component] ?? 0) + (ofProcesses[process] ?? 0);
    return { positions: positions.subarray(0, found), lines, errors, ofComponents };
  }

  #placesOf(asked: AskedWord): WordPlaces {
    const word = JSON.stringify(asked);
    const known = this.#words.get(word);
    if (known !== undefined) return known;
    const places = asked.field === null ? this.#lookForWord(asked.text) : this.#lookForField(asked);
    for (const oldest of this.#words.keys()) {
      if (this.#words.size < rememberedWords) break;
      this.#words.delete(oldest);
    }
    this.#words.set(word, places);
    return places;
  }

  #lookForWord(word: string): WordPlaces {
    const { head } = this.#store;
    const has = (text: string): boolean => lowered(text).includes(word);
    const shapes = Uint8Array.from(head.shapes, ({ level, event, fields }) =>
      Number(has(event) || has(this.#levelNames[level] ?? '') || fields.some(([name, value]) => has(`${name}=`) || has(value ?? ''))),
    );
    const processes = Uint8Array.from(head.processes, ([component]) => Number(has(head.components[component] ?? '')));
    const lines = new Uint8Array(this.#store.count);
    return { shapes, processes, lines: this.#lookInValues(word, lines) ? lines : null };
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

  #lookForField(asked: AskedWord): WordPlaces {
    const { head, shapes, blocks } = this.#store;
    const isNamed = (name: string): boolean => lowered(name) === asked.field;
    const isOwn = (name: string, value: string): boolean => isNamed(name) && hasAskedValue(lowered(value), asked);
    const known = Uint8Array.from(head.shapes, ({ level, event, fields }) =>
      Number(
        isOwn('level', this.#levelNames[level] ?? '') ||
          isOwn('event', event) ||
          fields.some(([name, own]) => own !== null && isOwn(name, own)),
      ),
    );
    const processes = Uint8Array.from(head.processes, ([component, pid]) =>
      Number(isOwn('component', head.components[component] ?? '') || isOwn('pid', String(pid))),
    );
    const named = head.shapes.map(({ fields }) => placesIn(fields, isNamed));
    const lines = new Uint8Array(this.#store.count);
    // Names that differ in the case of their letters alone are several in a line; as a rule there is one at most.
    const most = named.reduce((all, { length }) => Math.max(all, length), 0);
    for (let nth = 0; nth < most; nth++) {
      /** Of each shape, which of the values of a line it is; -1 for none. */
      const places = Int32Array.from(named, (each) => each[nth] ?? -1);
      for (const { first, lines: count, searched, starts } of blocks) {
        for (let line = 0; line < count; line++) {
          const place = places[shapes[first + line] as number] as number;
          if (place !== -1 && isValue(searched, starts[line] as number, place, asked)) lines[first + line] = 1;
        }
      }
    }
    return { shapes: known, processes, lines };
  }
}

/** The position of the first time that is late enough, in times that are in order; their count if none is. */
function firstWhere(times: Float64Array, isLateEnough: (ms: number) => boolean): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isLateEnough(times[middle] as number)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function hasAll(words: readonly WordPlaces[], at: number, shape: number, process: number): boolean {
  for (const { shapes, processes, lines } of words)
    if (shapes[shape] === 0 && processes[process] === 0 && (lines === null || lines[at] === 0)) return false;
  return true;
}

/** Which of the values that differ from line to line have such a name. */
function placesIn(fields: readonly ShapeField[], isNamed: (name: string) => boolean): readonly number[] {
  return fields.filter(([, own]) => own === null).flatMap(([name], place) => (isNamed(name) ? [place] : []));
}

const [tab, lineFeed, blank] = [9, 10, 32];

/** Whether the value at this place of a line, which begins at `start`, is what is asked, as `hasAskedValue` says: by characters, because a million lines are asked. */
function isValue(text: string, start: number, place: number, { text: asked, isQuoted }: AskedWord): boolean {
  let from = start;
  for (let left = place; left > 0; from += 1) if (text.charCodeAt(from) === tab) left -= 1;
  if (!text.startsWith(asked, from)) return false;
  const next = text.charCodeAt(from + asked.length);
  return next === tab || next === lineFeed || (next === blank && !isQuoted);
}
