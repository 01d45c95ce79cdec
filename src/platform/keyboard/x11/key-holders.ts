/** What the thread that presses keys does as the next holder of the keyboard, after the connection that has the shortcut. */
import { type KeyEvent, none, type XId } from '../../x11/protocol.ts';
import type { EarlyKeys, NextHolder } from './early-keys.ts';
import type { KeyGrab } from './key-map.ts';
import type { KeyOrder } from './paste-thread.ts';
import type { PasteThread } from './paste-thread-owner.ts';

/** Who has the held keys, as orders. */
export const releases = {
  picker: { kind: 'stay' },
  own: { kind: 'leave' },
  desktop: { kind: 'type', window: none },
  nobody: { kind: 'drop' },
} as const satisfies Record<string, KeyOrder>;

interface OpenPicker {
  readonly window: XId;
  /** The window before it. */
  readonly before: XId;
  readonly closing: readonly KeyGrab[];
}

/** For the picker, which has the keyboard: keys that are late are its own. */
export function holderOfPicker(thread: PasteThread, early: EarlyKeys, { window, before, closing }: OpenPicker): NextHolder {
  return {
    begin: () => thread.order({ kind: 'watch', window, before, closing }),
    arm: async () => (await thread.order({ kind: 'arm' })) === 'done',
    late: (events) => early.send(window, events),
    unarm: () => void thread.order({ kind: 'unarm' }),
    take: (events) => thread.order({ kind: 'take', events }),
    goOn: async () => {},
  };
}

/** For the window before a picker that was left before it came. Keys that are late follow what was typed there by then. */
export function holderBefore(thread: PasteThread, window: XId): NextHolder {
  const hold = (events: readonly KeyEvent[]): Promise<unknown> => thread.order({ kind: 'hold', events });
  const type = (): Promise<unknown> => thread.order({ kind: 'type', window });
  return {
    begin: () => thread.prepare(),
    arm: async () => (await thread.order({ kind: 'arm', window })) === 'done',
    late: () => {},
    unarm: (events) => {
      if (events.length === 0) return void thread.order({ kind: 'drop' });
      void hold(events);
      void type();
    },
    take: hold,
    goOn: type,
  };
}
