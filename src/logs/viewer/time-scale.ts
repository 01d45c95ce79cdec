/**
 * Where a time is on the time line. A clock that was wrong for a moment leaves lines of 1970 or 2099: on one scale with them all others would be in a single
 * bar. Such lines are gathered at the edge, with a gap beside them, and the scale is that of the others. Pure.
 */

/** Lines that are gathered at an edge. */
export interface GatheredLines {
  readonly count: number;
  /** Unix times, ms. */
  readonly firstMs: number;
  readonly lastMs: number;
}

/** At most this part of the lines is gathered at each edge, and one line in any case. */
const mostGathered = 0.1;
/** Only across a gap so many times as long as the time of the others: less leaves them enough room. */
const leastGap = 4;
const leastGapMs = 86_400_000;
/** Parts at an edge with gathered lines: for their bar and the gap. */
const edgeParts = 4;

export class TimeScale {
  /** Of the lines that are not gathered; Unix times, ms. */
  readonly firstMs: number;
  readonly lastMs: number;
  readonly before: GatheredLines | null;
  readonly after: GatheredLines | null;
  readonly parts: number;
  /** Before the first and after the last of the others, in parts. */
  readonly startPart: number;
  readonly endPart: number;
  /** Of each line its part: filters count a million of them at each key. */
  readonly lineParts: Uint8Array;
  readonly #partMs: number;

  /** `times`: in order. `parts`: into how many the length is divided, 255 at most. */
  constructor(times: Float64Array, parts: number) {
    const [from, until] = middleOf(times);
    this.parts = parts;
    this.firstMs = times[from] ?? 0;
    this.lastMs = times[until - 1] ?? this.firstMs;
    this.before = gathered(times.subarray(0, from));
    this.after = gathered(times.subarray(until));
    this.startPart = this.before === null ? 0 : edgeParts;
    this.endPart = this.after === null ? parts : parts - edgeParts;
    this.#partMs = Math.max(1, this.lastMs - this.firstMs) / (this.endPart - this.startPart);
    this.lineParts = new Uint8Array(times.length);
    for (let at = 0; at < times.length; at++) this.lineParts[at] = this.partOf(times[at] as number);
  }

  /** In parts, from 0 to `parts`. */
  placeOf(atMs: number): number {
    if (atMs < this.firstMs) return 0;
    if (atMs > this.lastMs) return this.parts;
    return this.startPart + (atMs - this.firstMs) / this.#partMs;
  }

  /** The part in which it is counted. */
  partOf(atMs: number): number {
    const end = atMs > this.lastMs ? this.parts : this.endPart;
    return Math.min(end - 1, Math.floor(this.placeOf(atMs)));
  }

  /** From where to where it goes from one time to another; an edge as a whole. */
  stretchOf(fromMs: number, untilMs: number): readonly [from: number, until: number] {
    return [fromMs > this.lastMs ? this.endPart : this.placeOf(fromMs), untilMs < this.firstMs ? this.startPart : this.placeOf(untilMs)];
  }

  /** The time from this place on; what is gathered belongs to it as a whole. */
  fromMs(place: number): number {
    if (place < this.startPart) return Number.NEGATIVE_INFINITY;
    return place > this.endPart ? (this.after?.firstMs ?? this.lastMs) : this.#timeAt(place);
  }

  /** The time until this place. */
  untilMs(place: number): number {
    if (place > this.endPart) return Number.POSITIVE_INFINITY;
    return place < this.startPart ? (this.before?.lastMs ?? this.firstMs) : this.#timeAt(place);
  }

  #timeAt(place: number): number {
    return this.firstMs + (place - this.startPart) * this.#partMs;
  }
}

/** Which lines are not gathered: from the first position to before the second. It grows from the middle as long as the next line is not far away. */
function middleOf(times: Float64Array): readonly [from: number, until: number] {
  const most = Math.min(Math.max(1, Math.floor(times.length * mostGathered)), Math.floor(Math.max(0, times.length - 1) / 2));
  let [from, until] = [most, times.length - most];
  const at = (position: number): number => times[position] as number;
  const isNear = (gapMs: number): boolean => gapMs < Math.max(leastGapMs, leastGap * (at(until - 1) - at(from)));
  for (;;) {
    if (from > 0 && isNear(at(from) - at(from - 1))) from -= 1;
    else if (until < times.length && isNear(at(until) - at(until - 1))) until += 1;
    else return [from, until];
  }
}

function gathered(times: Float64Array): GatheredLines | null {
  return times.length === 0 ? null : { count: times.length, firstMs: times[0] as number, lastMs: times.at(-1) as number };
}
