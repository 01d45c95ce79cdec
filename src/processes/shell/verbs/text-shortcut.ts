/** The shortcut that takes the text of what is on the clipboard, wherever the user is. None before the user chooses one. */
import { parseShortcut } from '../../../contract/documents/shortcut.ts';
import type { ShortcutView } from '../../../contract/page-rows/picker.ts';
import { say } from '../../../domain/language/say.ts';
import { type DesktopKeyboard, type KeyboardSurroundings, openKeyboard } from '../../../platform/keyboard/index.ts';
import type { Component } from '../../component.ts';
import { openHubDocument } from '../../documents.ts';
import type { Shell } from '../shell.ts';

export interface TextShortcutParts {
  /** Opens the keyboard; null where a desktop gives a program no second shortcut. */
  readonly open: () => Promise<Pick<DesktopKeyboard, 'hold' | 'suspend' | 'onPressed' | typeof Symbol.asyncDispose> | null>;
  readonly pressed: () => void;
  readonly tell: (view: ShortcutView) => void;
}

/** Another program may give it back. */
const triesAgainMs = 30_000;

export class TextShortcut implements AsyncDisposable {
  readonly #parts: TextShortcutParts;
  /** Opened for the first shortcut. */
  #keyboard: ReturnType<TextShortcutParts['open']> | null = null;
  #keys = '';
  #ofPicker = '';
  #isTaken = false;
  #rules: Disposable | null = null;
  readonly #trying: NodeJS.Timeout;

  constructor(parts: TextShortcutParts) {
    this.#parts = parts;
    this.#trying = setInterval(() => {
      if (this.#isTaken) void this.hold(this.#keys, this.#ofPicker);
    }, triesAgainMs).unref();
  }

  /** Takes these keys in place of the previous ones; empty for none. Those of the picker are its own. */
  async hold(keys: string, ofPicker: string): Promise<void> {
    [this.#keys, this.#ofPicker] = [keys, ofPicker];
    const isOwn = keys !== '' && keys === ofPicker;
    const wanted = isOwn ? null : parseShortcut(keys);
    if (wanted === null && this.#keyboard === null) {
      if (isOwn) this.#parts.tell({ keys, state: 'own', trigger: null });
      return;
    }
    this.#keyboard ??= this.#open();
    const keyboard = await this.#keyboard;
    const outcome = keyboard === null ? 'unavailable' : await keyboard.hold(wanted);
    if (keys !== this.#keys || ofPicker !== this.#ofPicker) return;
    this.#isTaken = wanted !== null && outcome === 'taken';
    this.#parts.tell({ keys, state: isOwn ? 'own' : wanted === null ? 'none' : outcome, trigger: null });
  }

  /** Its preferences are followed as long. */
  endsWith(rules: Disposable): void {
    this.#rules = rules;
  }

  /** The user presses the keys of a new one. */
  async suspend(isOn: boolean): Promise<void> {
    await (await this.#keyboard)?.suspend(isOn);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#trying);
    this.#rules?.[Symbol.dispose]();
    await (await this.#keyboard)?.[Symbol.asyncDispose]();
  }

  async #open(): ReturnType<TextShortcutParts['open']> {
    const keyboard = await this.#parts.open();
    keyboard?.onPressed(() => this.#parts.pressed());
    return keyboard;
  }
}

interface Followed {
  readonly component: Pick<Component, 'places' | 'log'>;
  readonly shell: Pick<Shell, 'set' | 'state' | 'onChanged'>;
  readonly keyboard: Omit<KeyboardSurroundings, 'opens' | 'description'>;
  readonly act: (verb: 'extract-clipboard-text') => Promise<void>;
}

/** By the preferences, on this desktop. */
export function followTextShortcut({ component, shell, keyboard, act }: Followed): TextShortcut {
  const shortcut = new TextShortcut({
    open: () => openTextKeyboard({ ...keyboard, opens: 'text', description: () => say('Extract text from the clipboard') }),
    pressed: () => void act('extract-clipboard-text'),
    tell: (textShortcut) => shell.set({ textShortcut }),
  });
  let ofPicker = shell.state.pickerRules.shortcut;
  const hold = (): void => void shortcut.hold(rules.value.shortcut, ofPicker);
  const rules = openHubDocument('text-extraction', component, hold);
  shortcut.endsWith(rules);
  hold();
  shell.onChanged(({ pickerRules }) => {
    if (pickerRules.shortcut === ofPicker) return;
    ofPicker = pickerRules.shortcut;
    hold();
  });
  return shortcut;
}

/** The portal of Wayland gives a program one session of shortcuts, which the picker has. */
async function openTextKeyboard(surroundings: KeyboardSurroundings): Promise<DesktopKeyboard | null> {
  const keyboard = await openKeyboard(surroundings);
  if (keyboard?.isDesktopsChoice !== true) return keyboard;
  await keyboard[Symbol.asyncDispose]();
  return null;
}
