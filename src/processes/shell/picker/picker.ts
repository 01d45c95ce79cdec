/**
 * The picker: a shortcut opens the window in a small form over the present one, a copy is chosen, and the keys that paste are pressed in the window that
 * was active before, which is the active one again by then. What can't be pasted is on the clipboard all the same, and the user is told.
 */
import { within } from '../../../base/deadline.ts';
import { type Log, msSince } from '../../../base/log.ts';
import type { Bridge } from '../../../client/bridge.ts';
import type { PageCommand } from '../../../contract/shell-page.ts';
import { say } from '../../../domain/language/say.ts';
import { type PasteWay, pastesOnly, pasteWay } from '../../../domain/paste-keys.ts';
import { type DesktopKeyboard, type KeyboardSurroundings, openKeyboard, type PasteTarget } from '../../../platform/keyboard/index.ts';
import { tellDesktop } from '../../../platform/notification/index.ts';
import type { ShellWindow } from '../../../platform/window/index.ts';
import type { Shell } from '../shell.ts';
import type { WindowControl } from '../window/window-control.ts';
import type { OpenWindowMemory } from '../window/window-memory.ts';
import { whyNotPasted } from './not-pasted.ts';
import { PickerShortcut } from './picker-shortcut.ts';
import { type PutHow, putOne, putSeveral } from './put-picked.ts';
import { PickerCall } from './second-press.ts';

export interface PickerParts {
  /** Null on a desktop that gives programs no shortcut and no keys. */
  readonly keyboard: DesktopKeyboard | null;
  readonly control: Pick<WindowControl, 'isPicker' | 'showPicker' | 'isDrawn' | 'leavePicker' | 'leavesPickerBy'>;
  readonly window: Pick<ShellWindow, 'on' | 'isActive' | 'handle'>;
  readonly shell: Pick<Shell, 'set' | 'notify' | 'state' | 'onChanged'>;
  readonly bridge: Pick<Bridge, 'copy' | 'copyTexts' | 'fragment' | 'fragments'>;
  /** What the user refused, so that the desktop asks once and not at every start. */
  readonly memory: Pick<OpenWindowMemory, 'value' | 'set'>;
  /** Says a sentence outside of the window, where that is not in front. */
  readonly tellDesktop: (text: string) => Promise<unknown>;
  readonly log: Log;
}

interface OpenPicker
  extends Omit<PickerParts, 'keyboard' | 'tellDesktop' | 'log'>,
    Omit<KeyboardSurroundings, 'isOwn' | 'opens' | 'description'> {}

type How = Extract<PageCommand, { readonly kind: 'pick' }>['how'];

/** What a line of the log says of it. */
interface Picked {
  readonly captureId: null;
  readonly fragmentId: number | null;
  readonly copies?: number;
}

/** A window manager may move the focus about while it shows a window. */
const awayForMs = 150;
/** An X server that another program holds answers nobody meanwhile. */
const triesWithinMs = 2_000;
/** For six seconds. Nobody holds a shortcut down for longer. */
const mostLooks = 40;

/** On this desktop. */
export async function openPicker({ window, ...parts }: OpenPicker): Promise<Picker> {
  const isOwn = (id: number): boolean => BigInt(id) === window.handle;
  const keyboard = await openKeyboard({ ...parts, isOwn, opens: 'picker', description: () => say('Paste from the history') });
  return new Picker({ ...parts, window, keyboard, tellDesktop: (text) => tellDesktop(parts, text) });
}

export class Picker implements AsyncDisposable {
  readonly #parts: PickerParts;
  #target: PasteTarget | null = null;
  #opened = 0;
  #isPicking = false;
  /** How often it is being left for another window than Hub's own, which may be the active one for a moment meanwhile. */
  #returning = 0;
  /** How it was called last; null once it has been left. */
  #call: PickerCall | null = null;
  /** It has the keyboard: what is told of the focus before that is about earlier times. */
  #isActive = false;
  #away: NodeJS.Timeout | undefined;
  readonly #shortcut: PickerShortcut;

  constructor(parts: PickerParts) {
    this.#parts = parts;
    parts.keyboard?.onPressed(() => void this.toggle());
    parts.window.on('deactivated', () => this.#leaveSoon());
    parts.control.leavesPickerBy(() => this.leave());
    this.#shortcut = new PickerShortcut(parts);
  }

  /** Resolves once the shortcut works, or is known not to. */
  shortcutTried(): Promise<unknown> {
    return within(triesWithinMs, this.#shortcut.tried);
  }

  /** While the user presses the keys of a new shortcut, they do nothing else. */
  recordShortcut(isOn: boolean): Promise<void> {
    return this.#shortcut.record(isOn);
  }

  /** Opens it, or closes one that the user has seen: who presses again because nothing is there yet wants it all the same. */
  async toggle(): Promise<void> {
    const { control, keyboard } = this.#parts;
    const call = this.#call;
    if (control.isPicker || call?.isOnItsWay === true) {
      if (call?.isLeftByPress(performance.now()) !== false) await this.leave();
      return;
    }
    // Whoever knows the picker types on at once: these keys are the picker's.
    keyboard?.keepKeys(() => void this.leave());
    await this.#open();
  }

  /** Back to the window that was active before. */
  async leave(): Promise<void> {
    const { keyboard, control } = this.#parts;
    keyboard?.cancelKeys();
    this.#call = null;
    const left = control.isPicker ? await this.#returns(() => this.#goBack()) : null;
    await keyboard?.returnKeys(left === 'other' ? this.#target : null);
  }

  /** A key that closes it otherwise has done something else in it. */
  stay(): void {
    if (this.#parts.control.isPicker && !this.#isPicking) this.#parts.keyboard?.releaseKeys('picker');
  }

  /** Puts a fragment on the clipboard, leaves, and pastes it. What fails before is said in the picker, which stays. */
  pick(fragmentId: string, how: How): Promise<void> {
    // The window knows no captures; the monitor's line about the offer has both numbers.
    const about = { captureId: null, fragmentId: Number(fragmentId) };
    return this.#pickOnce(() => this.#pick(about, how, (parts, into) => putOne(parts, fragmentId, into)));
  }

  /** The same with several, as one paste. */
  pickSeveral(fragmentIds: readonly string[], how: How): Promise<void> {
    const ids = [...new Set(fragmentIds)];
    const about = { captureId: null, fragmentId: null, copies: ids.length };
    return this.#pickOnce(() => this.#pick(about, how, (parts, into) => putSeveral(parts, ids, into)));
  }

  async #pickOnce(pick: () => Promise<void>): Promise<void> {
    // An answer that the page waited for may come after it was left.
    if (this.#isPicking || !this.#parts.control.isPicker) return;
    this.#isPicking = true;
    this.#parts.keyboard?.awaitChosen();
    try {
      await pick();
    } finally {
      this.#isPicking = false;
      this.stay();
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#shortcut[Symbol.dispose]();
    clearTimeout(this.#away);
    await this.#parts.keyboard?.[Symbol.asyncDispose]();
  }

  async #goBack(): Promise<'own' | 'other' | 'reopened'> {
    const left = await this.#parts.control.leavePicker('back');
    await this.#goTo(left);
    return left;
  }

  /** Runs what makes the window before active again. */
  async #returns<Value>(run: () => Promise<Value>): Promise<Value> {
    if (this.#target?.isBehind === true) return run();
    this.#returning += 1;
    try {
      return await run();
    } finally {
      this.#returning -= 1;
    }
  }

  /** The window that is to have what is chosen. Who calls it again while the picker still leaves means the window that it leaves for. */
  async #findTarget(): Promise<PasteTarget | null> {
    const wasReturning = this.#returning > 0;
    const found = (await this.#parts.keyboard?.target()) ?? null;
    return found !== null && (wasReturning || this.#returning > 0) ? { ...found, isBehind: false } : found;
  }

  async #open(): Promise<void> {
    const startedAtMs = performance.now();
    const { keyboard, bridge, window, control, log } = this.#parts;
    const call = new PickerCall(startedAtMs);
    this.#call = call;
    // Escape may be pressed meanwhile.
    const isWanted = (): boolean => this.#call === call;
    void keyboard?.prepare();
    // The thread that searches takes a tenth of a second to start: it is there before the first letter.
    void bridge.fragments({ q: 'e', limit: 1 });
    this.#target = await this.#findTarget();
    const targetMs = msSince(startedAtMs);
    const isActive = isWanted() && (await this.#show());
    // A page that is late hears no key before it has drawn the picker.
    const hears = isActive && (await control.isDrawn(this.#opened));
    if (!isWanted()) return;
    if (hears) await keyboard?.giveKeys(Number(window.handle));
    else keyboard?.dropKeys();
    call.came(performance.now());
    log.debug('picker opened', { isActive, targetMs, tookMs: Math.round(performance.now() - startedAtMs) });
  }

  async #show(): Promise<boolean> {
    this.#opened += 1;
    const opened = this.#opened;
    this.#isActive = false;
    clearTimeout(this.#away);
    const { className, dialogOf, executable = null } = this.#target ?? {};
    const into = dialogOf ?? className ?? '';
    const isActive = await this.#parts.control.showPicker(
      { opened, into, executable, pastes: this.#way() !== null, only: pastesOnly(className ?? '') },
      this.#target,
    );
    if (opened === this.#opened) this.#isActive = isActive;
    return isActive;
  }

  /** What to press in the window that was active before; null if nothing can be pasted there. */
  #way(): PasteWay | null {
    const { keyboard, shell } = this.#parts;
    return keyboard?.canPaste !== true || this.#target === null
      ? null
      : pasteWay(this.#target.className, shell.state.pickerRules.paste_keys);
  }

  /** `put` is true once it is on the clipboard. */
  async #pick(about: Picked, how: How, put: (parts: PickerParts, how: PutHow) => Promise<boolean>): Promise<void> {
    const { shell, control, keyboard, window, log } = this.#parts;
    const startedAtMs = performance.now();
    const way = how === 'copy' ? null : this.#way();
    const into = { how, isSelection: way?.pastesSelection === true, className: this.#target?.className ?? '' };
    if (!(await put(this.#parts, into))) return;
    // What is late is said here: nothing is pasted after the user has turned to something else.
    if (way !== null && (await keyboard?.prepare()) === false) {
      log.warn('nothing was pasted', { ...about, outcome: 'unavailable' });
      shell.notify('warning', whyNotPasted.unavailable);
      return;
    }
    if (!control.isPicker) return;
    if (way === null) return this.leave();
    const target = this.#target;
    const outcome = await this.#returns(async () => {
      const left = await control.leavePicker('on');
      return left === 'reopened' || keyboard === null || target === null ? null : keyboard.paste(target, way.keys);
    });
    if (outcome === null || keyboard === null) return;
    log.info('pasted', { ...about, outcome, tookMs: Math.round(performance.now() - startedAtMs) });
    if (outcome === 'pasted') return;
    // Nor is the keyboard taken from the window that the user is at.
    if (outcome === 'left') return void this.#parts.tellDesktop(whyNotPasted[outcome]());
    // What is said has to be seen.
    const isSeen = await this.#show();
    keyboard.releaseKeys('nobody');
    if (isSeen) void keyboard.giveKeys(Number(window.handle));
    shell.notify('warning', whyNotPasted[outcome]);
    if (!isSeen) await this.#parts.tellDesktop(whyNotPasted[outcome]());
  }

  /** Somebody who clicks elsewhere does not want it any more. */
  #leaveSoon(looks = 0): void {
    clearTimeout(this.#away);
    this.#away = setTimeout(() => void this.#leaveIfAway(looks), awayForMs).unref();
  }

  /** The window that was clicked stays the active one, also if Hub's own is shown again behind it. */
  async #leaveIfAway(looks: number): Promise<void> {
    const { keyboard, control, window } = this.#parts;
    const isAway = (): boolean => control.isPicker && this.#isActive && !window.isActive && !this.#isPicking;
    if (!isAway()) return;
    const target = (await keyboard?.target()) ?? null;
    if (!isAway()) return;
    // While keys are held, the keyboard is grabbed, and the window has lost the focus to nobody; the one before may be gone.
    if ((target?.isBehind ?? keyboard?.canPaste) === true && looks < mostLooks) return this.#leaveSoon(looks + 1);
    this.#target = target;
    keyboard?.dropKeys();
    keyboard?.releaseKeys('nobody');
    await this.#goTo(await control.leavePicker('on'));
  }

  /** Whichever window is active then has what was typed meanwhile. */
  async #goTo(left: 'own' | 'other' | 'reopened'): Promise<void> {
    if (left === 'other' && this.#target !== null) await this.#parts.keyboard?.activate(this.#target);
    else this.#parts.keyboard?.releaseKeys(({ own: 'own', other: 'desktop', reopened: 'picker' } as const)[left]);
  }
}
