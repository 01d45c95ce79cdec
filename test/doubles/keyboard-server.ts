/** An X server for tests of who has the keyboard. It answers when it is told to. */
import { EventEmitter } from 'node:events';
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { keyLetGo, keyPressed } from '../../src/platform/x11/protocol.ts';

const frozen = 0;

type Reply<Value> = (error: unknown, value: Value) => void;

/** `focus`: the window that has the focus, in which all keys are pressed. */
export function keyboardServer(focus: number) {
  const replies: (() => void)[] = [];
  const keyboard = { isGrabbed: false, isFrozen: false };
  /** Keycodes that were pressed in a window by a program (SendEvent). */
  const sent: number[] = [];
  const client = {
    GrabKeyboard: (_root: number, _owner: number, _time: number, _pointer: number, mode: number, reply: Reply<number>) => {
      Object.assign(keyboard, { isGrabbed: true, isFrozen: mode === frozen });
      replies.push(() => reply(null, 0));
    },
    UngrabKeyboard: () => Object.assign(keyboard, { isGrabbed: false, isFrozen: false }),
    GetInputFocus: (reply: Reply<{ focus: number }>) => replies.push(() => reply(null, { focus })),
    GrabKey: () => {},
    UngrabKey: () => {},
    SendEvent: (_window: number, _propagate: number, _mask: number, { type, keycode }: { type: number; keycode: number }) => {
      if (type === keyPressed) sent.push(keycode);
    },
  };
  const events = new EventEmitter();
  const connection = {
    root: 1,
    isLost: false,
    events,
    order: (give: (to: typeof client) => void) => give(client),
    request: (ask: (of: typeof client, reply: Reply<unknown>) => void) =>
      new Promise((resolve) => ask(client, (_error, value) => resolve(value))),
    parentOf: async () => null,
  };
  const answer = async (): Promise<void> => {
    replies.shift()?.();
    await turnOfLoop();
  };
  const answerAll = async (): Promise<void> => {
    do await answer();
    while (replies.length > 0);
  };
  const press = (keycode: number): void => void events.emit('keyPress', pressOf(keycode, focus));
  return { connection: connection as never, keyboard, sent, answer, answerAll, press };
}

export function pressOf(keycode: number, window: number) {
  return { type: keyPressed, name: 'KeyPress', keycode, time: 1, wid: window, buttons: 0 } as never;
}

export function releaseOf(keycode: number, window: number) {
  return { type: keyLetGo, name: 'KeyRelease', keycode, time: 1, wid: window, buttons: 0 } as never;
}
