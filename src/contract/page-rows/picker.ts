/** The picker, as the window's page shows it, and its commands: see `src/contract/shell-page.ts`. */
import * as z from 'zod';
import { mostSelected, type PastedOnly } from '../fragment-words.ts';

/** The window as the picker: a small form of it over the window that was active before. */
export interface PickerView {
  /** Another one each time it is opened: it begins anew. */
  readonly opened: number;
  /** The program of that window by its own name, or as its window class names it; empty if unknown. */
  readonly into: string;
  /** Enter pastes there; otherwise it only copies. */
  readonly pastes: boolean;
  /** All that it pastes there, if that is known. */
  readonly only?: PastedOnly | null;
  /** That window has closed since. */
  readonly isGone?: true;
}

/**
 * The shortcut that opens the picker. `none`: the user wants none. `own`: Hub itself has these keys for something else. `waiting`: the desktop has not answered yet; it may be asking the user. The rest: see
 * `src/platform/keyboard/interface.ts`.
 */
export interface ShortcutView {
  /** `Ctrl+Shift+V`; empty without one. */
  readonly keys: string;
  readonly state: 'held' | 'taken' | 'no-such-key' | 'unavailable' | 'refused' | 'no-answer' | 'waiting' | 'own' | 'none';
  /** Where the desktop decides on the keys: what it calls those that it gave, empty if it does not tell. Null where Hub decides. */
  readonly trigger: string | null;
}

export const pickerCommands = [
  /** Paste a fragment into the window that was active before (as plain text), or only copy it. */
  z.object({
    kind: z.literal('pick'),
    fragmentId: z.string().regex(/^[1-9]\d{0,14}$/),
    how: z.enum(['paste', 'paste-plain', 'copy']),
  }),
  /** Paste the texts of several, or several lists of files, as one, in this order. */
  z.object({
    kind: z.literal('pick-several'),
    fragmentIds: z
      .array(z.string().regex(/^[1-9]\d{0,14}$/))
      .min(1)
      .max(mostSelected),
    how: z.enum(['paste', 'paste-plain', 'copy']),
  }),
  /** `hide`: the window itself. `stay-picker`: a key that usually closes the picker was pressed, and what it does has been said before, if it is anything. */
  z.object({ kind: z.enum(['leave-picker', 'stay-picker', 'hide']) }),
  /** The page has another form now, painted or not: the picker that was opened as this one, or 0 for the window itself. `pageWidth`: of a page that was just loaded, in CSS pixels. */
  z.object({ kind: z.literal('drawn'), opened: z.int().min(0), pageWidth: z.int().min(1).max(100_000).optional() }),
  /** The user is pressing the keys of a new shortcut: meanwhile the present one opens nothing. */
  z.object({ kind: z.literal('record-shortcut'), isOn: z.boolean() }),
] as const;
