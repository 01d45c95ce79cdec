/** Numbers of rows by their fragments: eight bytes for each, and none of them on the heap, of which a thread has little. */

/** Above the highest id of a fragment or row: both fit into one number. */
const scale = 2 ** 26;
/** No journal has this many formats. */
const most = 2 ** 24;

export class RowNumbers {
  #pairs = new Float64Array(1_024);
  #count = 0;
  #isSorted = true;

  /** Whether no more are taken. */
  get isFull(): boolean {
    return this.#count >= most;
  }

  /** False for numbers that no fragment or row has. */
  add(fragment: number, row: number): boolean {
    if (fragment >= scale || row >= scale || this.isFull) return false;
    if (this.#count === this.#pairs.length) {
      const larger = new Float64Array(2 * this.#count);
      larger.set(this.#pairs);
      this.#pairs = larger;
    }
    this.#pairs[this.#count] = fragment * scale + row;
    this.#count += 1;
    this.#isSorted = false;
    return true;
  }

  /** Those of this fragment, from the lowest up. */
  of(fragment: number): readonly number[] {
    const sorted = this.#pairs.subarray(0, this.#count);
    if (!this.#isSorted) sorted.sort();
    this.#isSorted = true;
    let [from, to] = [0, this.#count];
    while (from < to) {
      const middle = Math.floor((from + to) / 2);
      if ((sorted[middle] ?? 0) < fragment * scale) from = middle + 1;
      else to = middle;
    }
    const rows: number[] = [];
    for (let at = from; Math.floor((sorted[at] ?? -1) / scale) === fragment; at += 1) rows.push((sorted[at] ?? 0) % scale);
    return rows;
  }
}
