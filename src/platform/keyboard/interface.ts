/**
 * The keyboard of the desktop: one shortcut that is Hub's wherever the user is, the window that was active before Hub's own, and keys pressed in it.
 */

export type ModifierKey = 'Ctrl' | 'Alt' | 'Shift' | 'Super';

/** Keys that are pressed together. `key`: a capital letter, a digit, a sign of a US keyboard, or a name such as `Insert`, `PageUp`, `F5`. */
export interface KeyCombination {
  readonly modifiers: readonly ModifierKey[];
  readonly key: string;
}

/**
 * `taken`: another program has this combination. `no-such-key`: the present layout has no key for it. `unavailable`: this desktop gives no program a
 * shortcut, or is gone. `refused`: the desktop asked the user, who does not want it. `no-answer`: who did
 * not answer for very long.
 */
export type HoldOutcome = 'held' | 'taken' | 'no-such-key' | 'unavailable' | 'refused' | 'no-answer';

/** A window of another program, in which something can be pasted. */
export interface PasteTarget {
  readonly window: number;
  /** The class half of WM_CLASS, and on Windows the name of the program; null without one. */
  readonly className: string | null;
  /** The same of the window that it is a dialog of, if both are one program's: LibreOffice's dialogs have a class that says nothing. */
  readonly dialogOf?: string | null;
  /** Of its process; null if unknown. */
  readonly executable: string | null;
  /** Hub's own window is the active one, or none is, and this was it before. */
  readonly isBehind: boolean;
  /** On the screen, in physical pixels; null if unknown. */
  readonly bounds: { readonly x: number; readonly y: number; readonly width: number; readonly height: number } | null;
}

/**
 * `gone`: the window has closed. `not-active`: it did not become the active one, or something else took the keyboard before the keys; nothing was
 * pressed. `left`: the user has turned to another window. `no-such-key`: the layout can't type it. `denied`: the user has not allowed Hub to press keys, which only
 * macOS asks.
 */
export type PasteOutcome = 'pasted' | 'gone' | 'not-active' | 'left' | 'no-such-key' | 'denied' | 'unavailable';

export interface DesktopKeyboard extends AsyncDisposable {
  /** Whether keys can be pressed in windows of other programs. */
  readonly canPaste: boolean;
  /** Whether the desktop decides on the shortcut: our keys are a wish, it may ask the user, and its own settings change them. */
  readonly isDesktopsChoice: boolean;
  /** Of such a desktop: what it calls the keys that it gave, in a text of its own; empty if it gave none, or does not tell. */
  readonly trigger: string;
  /** Called each time the shortcut is pressed, once for each press however long it lasts. */
  onPressed(listener: () => void): void;
  /** Takes the shortcut, in place of the previous one; null gives it back. Where the desktop asks the user, the answer takes as long as theirs. */
  hold(shortcut: KeyCombination | null): Promise<HoldOutcome>;
  /** While it is on, the shortcut does nothing: the user is pressing the keys of a new one. */
  suspend(isOn: boolean): Promise<void>;
  /** Called when the trigger, or what `hold` has answered, is another one now. */
  onChanged(listener: (outcome: HoldOutcome) => void): void;
  /** The active window; where that is Hub's own, the one before. Null if there is none. */
  target(): Promise<PasteTarget | null>;
  /**
   * The user may want to paste in a moment. True once keys can be pressed, as far as Hub knows: what the user allows is told by `paste` (`denied`), which has a
   * sentence of its own. False if they can't, or not within seconds. Never rejects.
   */
  prepare(): Promise<boolean>;
  /**
   * From now on the keys that the user presses are kept, for some seconds at most, for a window of Hub's that is about to have the keyboard. Escape cancels
   * them, and calls `cancelled`.
   */
  keepKeys(cancelled: () => void): void;
  /**
   * Gives the kept keys to that window, which has the keyboard now. They go to that window or nowhere. From then on Enter, Escape, or Alt with a digit, pressed in
   * it, hold what is pressed afterwards, for eight seconds at most, until `releaseKeys`, `activate` or `paste` says for whom.
   */
  giveKeys(window: number): Promise<void>;
  /** The kept keys are forgotten, and what follows is kept for the window before, until `returnKeys`. */
  cancelKeys(): void;
  /** This window, or without one whichever program's is active, is the one before: it has what was pressed since the keys were cancelled. It or nobody. */
  returnKeys(target: PasteTarget | null): Promise<void>;
  /** That window does not get the keyboard: the kept keys are forgotten. */
  dropKeys(): void;
  /** Something was chosen in that window: what is held waits for what becomes of it, for some seconds at most. */
  awaitChosen(): void;
  /**
   * Who has the held keys: the picker, which stays; Hub's own window, which it is again; an empty desktop, where a shortcut is heard, and a letter as it would be without Hub; or nobody.
   */
  releaseKeys(to: 'picker' | 'own' | 'desktop' | 'nobody'): void;
  /** Makes the window the active one again, and gives it the held keys. They go to that window or nowhere. */
  activate(target: PasteTarget): Promise<void>;
  /** Makes the window active, and presses `keys` in it, and then the held ones: in that window or nowhere. */
  paste(target: PasteTarget, keys: KeyCombination): Promise<PasteOutcome>;
}
