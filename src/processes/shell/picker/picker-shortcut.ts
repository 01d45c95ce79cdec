/** The shortcut of the picker: held as the settings have it, tried again while another program has it, and what became of it for the window. */
import type { Log } from '../../../base/log.ts';
import { parseShortcut } from '../../../contract/documents/shortcut.ts';
import type { ShortcutView } from '../../../contract/page-rows/picker.ts';
import { oneLine } from '../../../domain/view/shown-text.ts';
import type { DesktopKeyboard, HoldOutcome } from '../../../platform/keyboard/index.ts';
import type { Shell } from '../shell.ts';
import type { OpenWindowMemory } from '../window/window-memory.ts';

export interface PickerShortcutParts {
  /** Null on a desktop that gives programs no shortcut. */
  readonly keyboard: DesktopKeyboard | null;
  readonly shell: Pick<Shell, 'set' | 'state' | 'onChanged'>;
  /** What the user refused, so that the desktop asks once and not at every start. */
  readonly memory: Pick<OpenWindowMemory, 'value' | 'set'>;
  readonly log: Log;
}

/** Another program may give the shortcut back. */
const triesAgainMs = 30_000;
/** UTF-16 units of what a desktop calls the keys. */
const longestTrigger = 40;

export class PickerShortcut implements Disposable {
  /** Resolves once it is known whether Hub has the first one; at once where the desktop decides, which may ask the user. */
  readonly tried: Promise<unknown>;
  readonly #parts: PickerShortcutParts;
  readonly #trying: NodeJS.Timeout;
  #isRecording = false;
  #shortcut: ShortcutView = { keys: '', state: 'none', trigger: null };

  constructor(parts: PickerShortcutParts) {
    this.#parts = parts;
    parts.keyboard?.onChanged((outcome) => this.#tell(this.#shortcut.keys, outcome));
    this.#trying = setInterval(() => {
      if (this.#shortcut.state === 'taken') void this.#hold();
    }, triesAgainMs).unref();
    let text = parts.shell.state.textShortcut;
    parts.shell.onChanged(({ pickerRules, textShortcut }) => {
      // Hub's other shortcut may have had the same keys, and gives them back for this one.
      const isFreed = textShortcut !== text && this.#shortcut.state === 'taken';
      text = textShortcut;
      if (pickerRules.shortcut !== this.#shortcut.keys || isFreed) void this.#hold();
    });
    const tried = this.#hold();
    this.tried = parts.keyboard?.isDesktopsChoice === true ? Promise.resolve() : tried;
  }

  /** While the user presses the keys of a new one, they do nothing else. */
  async record(isOn: boolean): Promise<void> {
    if (isOn === this.#isRecording) return;
    this.#isRecording = isOn;
    await this.#parts.keyboard?.suspend(isOn);
    if (!isOn) await this.#hold();
  }

  [Symbol.dispose](): void {
    clearInterval(this.#trying);
  }

  async #hold(): Promise<void> {
    const { keyboard, shell, memory } = this.#parts;
    const keys = shell.state.pickerRules.shortcut;
    const [{ refusedShortcut }, wanted] = [memory.value, parseShortcut(keys)];
    // Other keys, or none for a moment, are a new wish.
    if (refusedShortcut !== '' && refusedShortcut !== keys) memory.set({ refusedShortcut: '' });
    const isDesktops = keyboard?.isDesktopsChoice === true;
    const isRefused = isDesktops && wanted !== null && refusedShortcut === keys;
    const before = isDesktops ? 'waiting' : 'unavailable';
    this.#shortcut = { keys, state: wanted === null ? 'none' : before, trigger: isDesktops ? '' : null };
    if (wanted !== null && isDesktops) shell.set({ shortcut: this.#shortcut });
    const held = keyboard === null ? 'unavailable' : await keyboard.hold(isRefused ? null : wanted);
    if (keys !== this.#shortcut.keys) return;
    if (wanted === null) shell.set({ shortcut: this.#shortcut });
    else this.#tell(keys, isRefused ? 'refused' : held);
  }

  #tell(keys: string, state: HoldOutcome): void {
    const { keyboard, shell, memory, log } = this.#parts;
    if (keys === '') return;
    if (state === 'refused') memory.set({ refusedShortcut: keys });
    const trigger = keyboard?.isDesktopsChoice ? oneLine(keyboard.trigger, longestTrigger) : null;
    this.#shortcut = { keys, state, trigger };
    log.debug('shortcut', { is: state });
    shell.set({ shortcut: this.#shortcut });
  }
}
