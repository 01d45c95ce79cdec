/**
 * The keyboard of macOS: keys pressed in the program that was in front before (`src/platform/macos/key-presses.ts`), once the user allows it. It has no shortcut: macOS
 * tells one by a callback from a run loop, and Node has none. Written from Apple's documentation: this has never run on macOS.
 */
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type KeyPresses, type MacosModifier, openKeyPresses } from '../../macos/key-presses.ts';
import { openObjcRuntime } from '../../macos/objective-c.ts';
import type { DesktopKeyboard, HoldOutcome, KeyCombination, ModifierKey, PasteOutcome, PasteTarget } from '../interface.ts';
import { KeysNotKept } from '../keys-not-kept.ts';

/** What Ctrl does elsewhere, Command does here: the keys of documents are meant so. */
const modifierOf: Readonly<Record<ModifierKey, MacosModifier>> = { Ctrl: 'Command', Shift: 'Shift', Alt: 'Option', Super: 'Control' };

const activeWithinMs = 1_000;
const looksEveryMs = 10;

/** Null if macOS, or this processor, has not what it needs. */
export function openMacosKeyboard(): DesktopKeyboard | null {
  try {
    return new MacosKeyboard(openKeyPresses(openObjcRuntime('AppKit')), process.pid);
  } catch {
    return null;
  }
}

export class MacosKeyboard extends KeysNotKept implements DesktopKeyboard {
  readonly canPaste = true;
  readonly isDesktopsChoice = false;
  readonly trigger = '';
  readonly #presses: KeyPresses;
  readonly #ownPid: number;
  /** The program that was in front when we looked last, and was not Hub. */
  #before: PasteTarget | null = null;
  #hasAsked = false;

  /** `ownPid`: of the process that has Hub's window. */
  constructor(presses: KeyPresses, ownPid: number) {
    super();
    this.#presses = presses;
    this.#ownPid = ownPid;
  }

  onPressed(): void {}

  async hold(): Promise<HoldOutcome> {
    return 'unavailable';
  }

  async suspend(): Promise<void> {}

  onChanged(): void {}

  /** Of the program in front: `window` is its pid. While Hub is in front, the one that was there before, if we have seen it. */
  async target(): Promise<PasteTarget | null> {
    const front = this.#presses.front();
    if (front === null) return null;
    if (front.pid === this.#ownPid) return this.#before && { ...this.#before, isBehind: true };
    const { pid, executable } = front;
    this.#before = { window: pid, className: executable && path.posix.basename(executable), executable, isBehind: false, bounds: null };
    return this.#before;
  }

  /** The system asks the user, if they have not allowed it, and only the first time: they may not want it. */
  async prepare(): Promise<boolean> {
    if (!this.#hasAsked) this.#presses.isAllowed(true);
    this.#hasAsked = true;
    return true;
  }

  async activate(target: PasteTarget): Promise<void> {
    this.#presses.activate(target.window);
  }

  async paste({ window: pid }: PasteTarget, { key, modifiers }: KeyCombination): Promise<PasteOutcome> {
    if (!this.#presses.isAllowed(false)) return 'denied';
    const code = /^[A-Z0-9]$/.test(key) ? this.#presses.codeOf(key) : null;
    if (code === null) return 'no-such-key';
    if (!this.#presses.activate(pid)) return 'gone';
    if (!(await this.#isInFront(pid))) return 'not-active';
    this.#presses.press(
      code,
      modifiers.map((modifier) => modifierOf[modifier]),
    );
    return 'pasted';
  }

  async [Symbol.asyncDispose](): Promise<void> {}

  /** Looked at last right before the keys. */
  async #isInFront(pid: number): Promise<boolean> {
    const untilMs = performance.now() + activeWithinMs;
    while (this.#presses.front()?.pid !== pid) {
      if (performance.now() > untilMs) return false;
      await pause(looksEveryMs);
    }
    return true;
  }
}
