/**
 * Windows: a balloon, which is shown at an icon of the taskbar (Shell_NotifyIconW, shellapi.h) and which newer versions show as any notification. The icon
 * is there as long as the balloon, and for nothing else. The calls wait for the taskbar, so they are made on a thread of Node's pool. Tried under Wine only.
 */
import { tooLate, within } from '../../base/deadline.ts';
import { nativeLibrary, type WindowHandle } from '../windows/native.ts';

/** NOTIFYICONDATAW on systems with 8-byte pointers: where its fields are, and how many UTF-16 units its texts have, with their NUL. */
const dataBytes = 976;
const at = { window: 8, id: 16, flags: 20, icon: 32, tip: 40, text: 304, title: 820 } as const;
const units = { tip: 128, text: 256, title: 64 } as const;
/** NIM_…, and NIF_ICON, NIF_TIP, NIF_INFO. */
const actions = { add: 0, modify: 1, remove: 2 } as const;
const [hasIcon, hasTip, hasBalloon] = [2, 4, 16];
const id = 1;
/** IDI_INFORMATION. */
const informationIcon = 32_516;
const messagesOnly = -3;
/** Windows shows a balloon for as long as its user has chosen, five seconds mostly, and then keeps what it said. */
const staysMs = 20_000;
/** A taskbar that hangs is given up by Windows after some seconds. */
const answersWithinMs = 10_000;

/** Where balloons are shown. */
export interface Taskbar {
  /** The window that the icon belongs to, and its picture; null without a desktop. */
  owner(): { readonly window: WindowHandle; readonly icon: WindowHandle } | null;
  /** Resolves when Windows has returned from it, however long that takes: false if the taskbar did not take it. */
  notify(action: number, data: Buffer): Promise<boolean>;
}

/**
 * One icon, at which one text is shown. One call at a time, because each decides by what the one before has left there; what comes meanwhile waits, and
 * of these only the newest, which would take the place of the others.
 */
export class BalloonIcon {
  readonly #taskbar: Taskbar;
  #next: { readonly text: string; readonly answer: (isShown: boolean) => void } | null = null;
  #isBusy = false;
  #removal: NodeJS.Timeout | undefined;

  constructor(taskbar: Taskbar) {
    this.#taskbar = taskbar;
  }

  /** True once the taskbar has taken it. Never rejects. */
  async show(text: string): Promise<boolean> {
    this.#next?.answer(false);
    const shown = Promise.withResolvers<boolean>();
    const next = { text, answer: shown.resolve };
    this.#next = next;
    void this.#work();
    const isShown = await within(answersWithinMs, shown.promise);
    // Nobody is shown later what was given up.
    if (this.#next === next) this.#next = null;
    return isShown !== tooLate && isShown;
  }

  /** Takes the icon away, and the balloon if it is still shown. False if there was none, or if another one is about to be shown. */
  async remove(): Promise<boolean> {
    if (this.#isBusy) return false;
    this.#isBusy = true;
    clearTimeout(this.#removal);
    const isRemoved = await this.#notify(actions.remove, '');
    this.#isBusy = false;
    void this.#work();
    return isRemoved;
  }

  async #work(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    for (let next = this.#next; next !== null; next = this.#next) {
      this.#next = null;
      clearTimeout(this.#removal);
      next.answer((await this.#notify(actions.modify, next.text)) || (await this.#notify(actions.add, next.text)));
      // Whatever was answered: a taskbar that was late may have shown it.
      this.#removal = setTimeout(() => void this.remove(), staysMs).unref();
    }
    this.#isBusy = false;
  }

  async #notify(action: number, text: string): Promise<boolean> {
    try {
      const owner = this.#taskbar.owner();
      return owner !== null && (await this.#taskbar.notify(action, iconData({ ...owner, text })));
    } catch {
      return false;
    }
  }
}

let window: WindowHandle = 0;
/** What Windows may be reading: koffi has no reference to it while it waits. */
const inUse = new Set<Buffer>();

const ownIcon = new BalloonIcon({
  owner() {
    const user32 = nativeLibrary('user32');
    if (BigInt(window) === 0n) window = user32.CreateWindowExW(0, 'STATIC', 'Hub', 0, 0, 0, 0, 0, messagesOnly, null, null, null);
    return BigInt(window) === 0n ? null : { window, icon: user32.LoadIconW(0, informationIcon) };
  },
  notify(action, data) {
    const answer = Promise.withResolvers<boolean>();
    inUse.add(data);
    nativeLibrary('shell32').Shell_NotifyIconW.async(action, data, (error, isDone) => {
      inUse.delete(data);
      answer.resolve(error === null && isDone);
    });
    return answer.promise;
  },
});

/** True once the taskbar has taken it; false without one. Never rejects. */
export function showBalloon(text: string): Promise<boolean> {
  return ownIcon.show(text);
}

/** Takes the icon away, and the balloon if it is still shown. False if there was none. */
export function removeBalloon(): Promise<boolean> {
  return ownIcon.remove();
}

/** What the call is given. Exported for its test. */
export function iconData({ window: owner, icon, text }: { window: WindowHandle; icon: WindowHandle; text: string }): Buffer {
  const data = Buffer.alloc(dataBytes);
  data.writeUInt32LE(dataBytes);
  data.writeBigUInt64LE(BigInt(owner), at.window);
  data.writeUInt32LE(id, at.id);
  data.writeUInt32LE(hasIcon | hasTip | hasBalloon, at.flags);
  data.writeBigUInt64LE(BigInt(icon), at.icon);
  for (const [field, value] of [
    ['tip', 'Hub'],
    ['title', 'Hub'],
    ['text', text],
  ] as const)
    data.write(fitting(value, units[field] - 1), at[field], 'utf16le');
  return data;
}

/** Not cut within a sign that has two units. */
function fitting(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
