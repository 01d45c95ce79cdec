/** What a compositor tells about windows, in whichever protocol. */
import type { ArgumentReader } from './wire.ts';

/** A window, as its program names it. */
export interface ToplevelWindow {
  readonly appId: string | null;
  readonly title: string | null;
  /** Of its program; null if the compositor does not tell. */
  readonly pid: number | null;
  /** Null if the compositor may tell its end later than that of what was copied in it. */
  readonly isOpen: boolean | null;
}

export interface ActiveWindow {
  /** The active window; null if none is. It changes afterwards as the window does. */
  readonly now: ToplevelWindow | null;
}

/** Longer ones are no use to anybody. */
const longestText = 4_096;

/** A name or a title. */
export function windowText(args: ArgumentReader): string {
  return args.string().slice(0, longestText);
}
