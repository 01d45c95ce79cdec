/**
 * The keyboard of Windows: a shortcut by RegisterHotKey, and keys by SendInput, on a thread that waits for messages (keyboard-thread.ts). Keys that are
 * typed before the picker is there are not kept: only a hook could, which sees every key of the user. Tried under Wine only.
 */
import type { Log } from '../../../base/log.ts';
import { nativeLibrary } from '../../windows/native.ts';
import { ordersMessage } from '../../windows/orders-message.ts';
import type { DesktopKeyboard, HoldOutcome, KeyCombination, PasteOutcome, PasteTarget } from '../interface.ts';
import { KeysNotKept } from '../keys-not-kept.ts';
import { activeTarget } from './paste-target.ts';
import { KeyboardThread } from './thread-owner.ts';

export interface WindowsKeyboardParts {
  readonly log: Log;
  /** Whether a window is Hub's own. */
  readonly isOwn: (window: number) => boolean;
}

/** Null if the calls can't be made on this processor, or there is no desktop. */
export async function openWindowsKeyboard(parts: WindowsKeyboardParts): Promise<DesktopKeyboard | null> {
  try {
    nativeLibrary('user32');
  } catch {
    return null;
  }
  const keyboard = new WindowsKeyboard(parts);
  if (await keyboard.prepare()) return keyboard;
  await keyboard[Symbol.asyncDispose]();
  return null;
}

class WindowsKeyboard extends KeysNotKept implements DesktopKeyboard {
  readonly canPaste = true;
  readonly isDesktopsChoice = false;
  readonly trigger = '';
  readonly #parts: WindowsKeyboardParts;
  readonly #thread: KeyboardThread;
  #pressed: (() => void)[] = [];
  #changed: ((outcome: HoldOutcome) => void)[] = [];
  #wanted: KeyCombination | null = null;
  #isSuspended = false;

  constructor(parts: WindowsKeyboardParts) {
    super();
    this.#parts = parts;
    this.#thread = new KeyboardThread({
      log: parts.log,
      url: new URL('keyboard-thread.ts', import.meta.url),
      rouse: (window) => void nativeLibrary('user32').PostMessageW(window, ordersMessage, 0, 0),
      pressed: () => {
        for (const listener of this.#pressed) listener();
      },
      changed: (outcome) => this.#tellChanged(outcome),
    });
  }

  onPressed(listener: () => void): void {
    this.#pressed.push(listener);
  }

  async hold(shortcut: KeyCombination | null): Promise<HoldOutcome> {
    this.#wanted = shortcut;
    return this.#hold();
  }

  async suspend(isOn: boolean): Promise<void> {
    this.#isSuspended = isOn;
    await this.#hold();
  }

  /** The thread has ended, it was late, or another program took the shortcut while it was given back for a paste. */
  onChanged(listener: (outcome: HoldOutcome) => void): void {
    this.#changed.push(listener);
  }

  async target(): Promise<PasteTarget | null> {
    return activeTarget(this.#parts.isOwn);
  }

  async prepare(): Promise<boolean> {
    return this.#thread.isReady();
  }

  async activate(target: PasteTarget): Promise<void> {
    await this.#thread.paste(target.window, null);
  }

  async paste(target: PasteTarget, keys: KeyCombination): Promise<PasteOutcome> {
    return this.#thread.paste(target.window, keys);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    [this.#pressed, this.#changed] = [[], []];
    await this.#thread.end();
  }

  async #hold(): Promise<HoldOutcome> {
    return this.#thread.hold(this.#isSuspended ? null : this.#wanted);
  }

  /** While it is suspended, nothing is said of the shortcut that is not held: it is asked for again afterwards. */
  #tellChanged(outcome: HoldOutcome): void {
    if (this.#isSuspended) return;
    for (const listener of this.#changed) listener(outcome);
  }
}
