/** What the window says about copies that did not come into the history. */
export interface MissedView {
  /** Missed copies that the user has not seen in Diagnostics. */
  readonly unseen: number;
  /** A sentence about all of them; empty without any. */
  readonly text: string;
  /** In Diagnostics, a line for each of the last. */
  readonly last?: readonly string[];
  /** In Diagnostics, the ones that were gone before they could be read: nothing is wrong then, so they are shown apart. */
  readonly gone?: { readonly text: string; readonly last: readonly string[] };
}
