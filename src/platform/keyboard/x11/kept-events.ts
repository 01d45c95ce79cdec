/**
 * Events of keys that wait for a window, in their order. The key that made them wait is no part of them, however long a finger rests on it: an Enter that goes on in a
 * terminal would run a command. Pure.
 */
import { type KeyEvent, keyLetGo, keyPressed, type ServerTime } from '../../x11/protocol.ts';
import { changesLayout, type KeyTables, modifierBitOf, togglesLayout } from './key-map.ts';

/** Presses and releases. */
const mostEvents = 2_048;
/** A key that is held down is let go and pressed again in one moment, about 30 times a second; nobody's finger is that fast. */
export const repeatsWithinMs = 5;

export interface KeyStroke {
  readonly type: typeof keyPressed | typeof keyLetGo;
  readonly keycode: number;
}

/**
 * The key that made others wait, and on which a finger may rest since: its repetitions are no presses. The server lets a key go before each repetition of it, with
 * nothing between, also where a busy one gives all keys nearly the same time. A press of a key that was not let go is a new one: it was let go in a moment in
 * which nobody held the keyboard.
 */
export class RestingKey {
  readonly #keycode: number;
  #letGoAt: ServerTime | null = null;
  #isResting = true;

  constructor(keycode: number) {
    this.#keycode = keycode;
  }

  /** Whether this press of any key is one of its repetitions. */
  isRepeatedBy({ keycode, time }: Pick<KeyEvent, 'keycode' | 'time'>): boolean {
    const letGoAt = this.#letGoAt;
    this.#letGoAt = null;
    // The finger is off the key if another one is pressed right after it.
    if (keycode !== this.#keycode && letGoAt !== null) this.#isResting = false;
    if (keycode !== this.#keycode || !this.#isResting) return false;
    this.#isResting = letGoAt !== null && Math.abs((time - letGoAt) | 0) < repeatsWithinMs;
    return this.#isResting;
  }

  /** Any key. */
  release({ keycode, time }: Pick<KeyEvent, 'keycode' | 'time'>): void {
    this.#letGoAt = keycode === this.#keycode ? time : null;
  }
}

export class KeptEvents {
  #events: KeyEvent[] = [];
  readonly #pressed = new Set<number>();
  readonly #resting: RestingKey;

  /** `since`: the key that made them wait. */
  constructor(since: number) {
    this.#resting = new RestingKey(since);
  }

  press(event: KeyEvent): void {
    if (this.#resting.isRepeatedBy(event) || this.#events.length >= mostEvents) return;
    this.#events.push(event);
    this.#pressed.add(event.keycode);
  }

  release(event: KeyEvent): void {
    this.#resting.release(event);
    if (this.#pressed.delete(event.keycode)) this.#events.push(event);
  }

  add(events: readonly KeyEvent[]): void {
    for (const event of events) event.type === keyPressed ? this.press(event) : this.release(event);
  }

  get count(): number {
    return this.#events.length;
  }

  /** Once. */
  take(): readonly KeyEvent[] {
    return this.#events.splice(0);
  }

  /** The first ones. What was pressed among them stays so until it is let go. */
  forget(count: number): void {
    this.#events.splice(0, count);
  }
}

/**
 * What to press and let go for these events. Whatever changes the layout or a lock has done so when it was pressed. No key stays down but a modifier, on which a
 * finger may rest: any other one is let go at once, since it may be let go in a moment in which nobody holds the keyboard, and the server would ignore its next press.
 * A modifier that is down, and that the server does not count as held at the next press, was let go in such a moment.
 */
export function strokesOf(events: readonly KeyEvent[], tables: KeyTables): readonly KeyStroke[] {
  const strokes: KeyStroke[] = [];
  const down = new Set<number>();
  const isModifier = (keycode: number): boolean => modifierBitOf(tables, keycode) !== 0;
  const letGo = (keycode: number): void => {
    down.delete(keycode);
    strokes.push({ type: keyLetGo, keycode });
  };
  for (const { type, keycode, buttons } of events) {
    if (changesLayout(tables, keycode)) continue;
    if (type === keyPressed && togglesLayout(tables, { keycode, buttons })) {
      takeBack(strokes, down, tables);
      continue;
    }
    if (type !== keyPressed) {
      if (isModifier(keycode)) letGo(keycode);
      continue;
    }
    if (down.has(keycode)) letGo(keycode);
    for (const other of [...down]) if ((modifierBitOf(tables, other) & buttons) === 0) letGo(other);
    strokes.push({ type: keyPressed, keycode });
    if (isModifier(keycode)) down.add(keycode);
    else letGo(keycode);
  }
  return strokes;
}

/** The modifiers that were only pressed to change the layout: alone, an Alt opens the menu of some programs. */
function takeBack(strokes: KeyStroke[], down: Set<number>, tables: KeyTables): void {
  for (let last = strokes.at(-1); last?.type === keyPressed && modifierBitOf(tables, last.keycode) !== 0; last = strokes.at(-1)) {
    down.delete(last.keycode);
    strokes.pop();
  }
}

/** The modifiers that were pressed among these events and not let go. */
export function modifiersDown(events: readonly KeyEvent[], tables: KeyTables): readonly number[] {
  return downAfter(events).filter((keycode) => modifierBitOf(tables, keycode) !== 0 && !changesLayout(tables, keycode));
}

/**
 * The same, as far as a finger is on them: `down` are the keys that the server counts as held. A release may have come in a moment in which nobody held the keyboard.
 * Pressed again, such a modifier would stay down, and the letters that follow would be commands.
 */
export function modifiersHeld(events: readonly KeyEvent[], tables: KeyTables, down: readonly number[]): readonly number[] {
  return modifiersDown(events, tables).filter((keycode) => down.includes(keycode));
}

function downAfter(strokes: readonly Pick<KeyEvent, 'type' | 'keycode'>[]): readonly number[] {
  const down = new Set<number>();
  for (const { type, keycode } of strokes) type === keyPressed ? down.add(keycode) : down.delete(keycode);
  return [...down];
}
