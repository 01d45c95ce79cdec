/**
 * The tasks that the desktop shows for Hub's button or entry (§4.2): a right click offers them. The list consists of links, each of which starts a
 * program; the desktop starts it, and for Hub it is like any second launch. Titles are Hub's own words.
 */
import type { DiskReason } from '../../base/files/disk-error.ts';
import type { Outcome } from '../../base/outcome.ts';

/**
 * The name under which windows belong to Hub: an entry's `StartupWMClass`, the class of an X11 window, the `app_id` of Wayland. Web engines name
 * folders of the user after it, so it must differ from the name of Hub's home.
 */
export const programName = 'hub-desktop';

/** The Hub whose list it is. */
export interface ListOwner {
  /** Its home, absolute. */
  readonly home: string;
  /** 8 hexadecimal digits for a home other than the default one; null for the default. */
  readonly key: string | null;
}

/** Whether a window is that of a Hub, of any home, by its class on X11, where GTK writes the name with a capital, or its `app_id` on Wayland. */
export function isHubClass(className: string | null): boolean {
  return className !== null && /^[Hh]ub-desktop(?:-[0-9a-f]{8})?$/.test(className);
}

/** The name of that Hub's windows: each home has its own, so that a window's button has the tasks of its own Hub. */
export function programOf(key: string | null): string {
  return key === null ? programName : `${programName}-${key}`;
}

/** The name of that Hub's desktop entry on Linux, without `.desktop`. */
export function entryName(key: string | null): string {
  return key === null ? 'hub' : programOf(key);
}

/** A program and its arguments, as it receives them; quoting is left to the system's form. Paths are absolute. */
export interface ShellLink {
  readonly exePath: string;
  readonly workingDirectory: string;
  readonly arguments: readonly string[];
  /** Set for the program, in addition to the environment of the desktop or this process. */
  readonly environment: Readonly<Record<string, string>>;
  readonly title: string;
  readonly toolTip: string;
  /** A picture. Windows takes `.ico` files, and programs that contain one. */
  readonly iconPath: string;
}

export interface ShellTask extends ShellLink {
  /** Letters, digits and `-`. */
  readonly id: string;
}

/**
 * `unsupported`: this system has no such list. `taken`: there is an entry of this name that Hub did not write. `not-a-link`: a path or a word can't
 * be expressed in the system's form. `refused`: the system did not accept it; `detail` has its error number.
 */
export type JumpListFailure = 'unsupported' | 'taken' | 'not-a-link' | 'refused' | DiskReason;

export interface JumpList {
  /**
   * Writes the list, unless it is unchanged. `main` is what starts Hub itself. Never rejects; a failure may be logged and has no other consequence.
   */
  publish(main: ShellLink, tasks: readonly ShellTask[]): Promise<Outcome<'written' | 'unchanged', JumpListFailure>>;
  /** Removes what was written, where it outlives the program. Never rejects; what can't be removed stays. */
  withdraw?(): Promise<void>;
}
