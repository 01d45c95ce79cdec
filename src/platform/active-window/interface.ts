/** The window that the user works in. Titles are private: they never reach a log or an error. */

/** A window and its program; nulls where unknown. `executable` is the whole path. */
export interface WindowIdentity {
  readonly name: string | null;
  readonly executable: string | null;
  readonly pid: number | null;
  readonly windowTitle: string | null;
}

export type OpenActiveWindowFailure = 'no-display' | 'no-xfixes' | 'unsupported';

export interface ActiveWindow extends AsyncDisposable {
  /** The active window now; null when there is none, or nobody says which. */
  activeWindow(): Promise<WindowIdentity | null>;
  close(): Promise<void>;
}
