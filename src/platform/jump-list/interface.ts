/**
 * The tasks that the desktop shows for Hub's button or entry (§4.2): a right click on it offers them. What is written is a list of links,
 * each of which starts a program; the desktop starts it, and Hub hears of it as of any second launch. Titles are the program's own words.
 */
import type { DiskReason } from '../../base/disk.ts';
import type { Outcome } from '../../base/outcome.ts';

/**
 * The name under which windows are Hub's: an entry's `StartupWMClass`, the class of an X11 window, the `app_id` of Wayland. Web engines name folders
 * of the user after it: it must not be that of Hub's home.
 */
export const programName = 'hub-desktop';

/** The Hub whose list it is. */
export interface ListOwner {
  /** Its home, absolute. */
  readonly home: string;
  /** 8 hexadecimal digits of a home that is not the usual one; null for the usual one. */
  readonly key: string | null;
}

/** Whether an X11 window's class is that of a Hub, of any home: GTK writes the program's name with a capital. */
export function isHubClass(className: string | null): boolean {
  return className !== null && /^Hub-desktop(?:-[0-9a-f]{8})?$/.test(className);
}

/** The name of that Hub's windows: each home has its own, so that a window's button has the tasks of its own Hub. */
export function programOf(key: string | null): string {
  return key === null ? programName : `${programName}-${key}`;
}

/** A program and its words, as it gets them; quoting is the system's. Paths are absolute. */
export interface ShellLink {
  readonly exePath: string;
  readonly workingDirectory: string;
  readonly arguments: readonly string[];
  /** Set for the program, beside what the desktop or this process has. */
  readonly environment: Readonly<Record<string, string>>;
  readonly title: string;
  readonly toolTip: string;
  /** A picture. Windows takes `.ico`, and programs with one in them. */
  readonly iconPath: string;
}

export interface ShellTask extends ShellLink {
  /** Letters, digits and `-`. */
  readonly id: string;
}

/**
 * `unsupported`: this system has no such list. `taken`: there is an entry of this name that Hub did not write.
 * `not-a-link`: a path or a word can't stand in the system's form. `refused`: the system did not take it; `detail` has its number.
 */
export type JumpListFailure = 'unsupported' | 'taken' | 'not-a-link' | 'refused' | DiskReason;

export interface JumpList {
  /** Writes the list, unless it stands there just so. `main` is what starts Hub itself. Never rejects; a failure may be logged and is of no consequence. */
  publish(main: ShellLink, tasks: readonly ShellTask[]): Promise<Outcome<'written' | 'unchanged', JumpListFailure>>;
}
