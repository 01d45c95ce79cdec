/** How a row of a list looks in the window: a part of `FragmentRow`, all of it computed. */
export interface RowLooks {
  /** Unix time of the copy; null if it is not known. Its heading is `Now` or `Last hour` for a while, as long as the page counts it. */
  readonly copiedAtMs: number | null;
  /** `lines`: monospace, for code, data, logs, listings and what terminals show. */
  readonly look: 'prose' | 'lines';
}
