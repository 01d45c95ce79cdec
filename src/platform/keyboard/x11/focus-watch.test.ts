import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { FocusWatch, type TurnedAway } from './focus-watch.ts';

const [root, picker, target, other] = [1, 77, 88, 99];
const whileGrabbed = 3;
const byGrab = 1;

/** A server with one focus, which answers when it is told to. */
async function server(focused = picker) {
  const events = new EventEmitter();
  const replies: (() => void)[] = [];
  const state = { focus: focused };
  const connection = {
    root,
    events,
    watchWindow: () => () => {},
    isViewable: async () => true,
    parentOf: async (window: number) => (window === root ? null : root),
    request: (ask: (client: unknown, reply: (error: unknown, value: unknown) => void) => void) =>
      new Promise((resolve) => {
        ask(
          {
            GetInputFocus: () => replies.push(() => resolve({ focus: state.focus })),
            GetGeometry: () => resolve({ width: 500, height: 500 }),
          },
          (_error, value) => resolve(value),
        );
      }),
  };
  const away: TurnedAway[] = [];
  const kept = { count: 0 };
  const focus = new FocusWatch({
    connection: connection as never,
    kept: () => kept.count,
    turnedAway: (turned) => void away.push(turned),
  });
  const begun = focus.begin(picker, target);
  const tell = (name: 'focusIn' | 'focusOut', wid: number, mode = whileGrabbed): void => void events.emit(name, { wid, mode });
  const answer = async (): Promise<void> => {
    for (const reply of replies.splice(0)) reply();
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  const move = (to: number): void => {
    const from = state.focus;
    state.focus = to;
    tell('focusOut', from);
    tell('focusIn', to);
  };
  await answer();
  await begun;
  return { focus, events, state, away, kept, tell, answer, move };
}

test('who goes from the picker to another window has turned to it, with the keys that were pressed by then', async () => {
  const { focus, away, kept, answer, move } = await server();
  kept.count = 3;
  move(other);
  kept.count = 5;
  await answer();
  assert.deepEqual(away, [{ to: other, kept: 3 }]);
  const may = focus.mayAsk();
  await answer();
  assert.equal(await may, false);
});

test('a window that has the keyboard because the picker goes was not turned to; one after the window before was', async () => {
  const { focus, events, away, answer, move } = await server();
  events.emit('unmap', { wid: picker });
  move(other);
  await answer();
  const may = focus.mayAsk();
  await answer();
  assert.deepEqual([away, await may], [[], true]);
  move(target);
  await answer();
  assert.deepEqual(away, []);
  move(other);
  await answer();
  assert.deepEqual(away, [{ to: other, kept: 0 }]);
});

test('a grab of the keyboard, the picker that comes again and a focus that is back at once are no turn', async () => {
  const { focus, state, away, tell, answer, move } = await server();
  state.focus = other;
  tell('focusOut', picker, byGrab);
  await answer();
  move(target);
  tell('focusIn', target);
  move(picker);
  await answer();
  move(target);
  move(other);
  tell('focusIn', target);
  await answer();
  assert.deepEqual(away, []);
  // What was seen before the picker came is about earlier times.
  move(other);
  tell('focusOut', target);
  const begun = focus.begin(picker, target);
  await answer();
  await begun;
  assert.deepEqual([away, await focus.away()], [[], null]);
});

test('a picker that has not got the keyboard is not left by a focus elsewhere', async () => {
  const { focus, answer } = await server(other);
  const may = focus.mayAsk();
  await answer();
  assert.equal(await may, true);
});

test('a window that takes the focus after all is over is no turn, and the one before the next picker may be asked for', async () => {
  const { focus, away, answer, move, state } = await server();
  focus.rest();
  focus.aim(target);
  focus.rest();
  move(other);
  await answer();
  focus.aim(target);
  state.focus = other;
  const may = focus.mayAsk();
  await answer();
  assert.deepEqual([await may, away, await focus.away()], [true, [], null]);
});
