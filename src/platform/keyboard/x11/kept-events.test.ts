import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type KeyEvent, keyLetGo, keyPressed } from '../../x11/protocol.ts';
import { KeptEvents, modifiersDown, modifiersHeld, strokesOf } from './kept-events.ts';
import type { KeyTables } from './key-map.ts';

const [enter, a, shift, capsLock] = [36, 38, 50, 66];

function event(type: 2 | 3, keycode: number, time: number, buttons = 0): KeyEvent {
  return { type, name: type === keyPressed ? 'KeyPress' : 'KeyRelease', keycode, time, wid: 1, buttons, seq: 0 };
}

function kept(...events: readonly (readonly [2 | 3, number, number])[]): readonly (readonly [number, number])[] {
  const all = new KeptEvents(enter);
  all.add(events.map(([type, keycode, time]) => event(type, keycode, time)));
  return all.take().map(({ type, keycode }) => [type, keycode]);
}

function tables(): KeyTables {
  const rows: Readonly<Record<number, readonly number[]>> = { [a]: [0x61, 0x41], [shift]: [0xffe1, 0], [capsLock]: [0xffe5, 0] };
  const keysyms = Array.from({ length: 120 }, (_, place) => rows[place + 8] ?? [0, 0]);
  return { firstKeycode: 8, keysyms, modifierKeys: [[shift], [capsLock], [], [], [], [], [], []] };
}

test('a finger that rests on the key that closes the picker presses nothing else, and pressing it again does', () => {
  const resting = [2, 3].flatMap((time) => [[keyLetGo, enter, 600 + time * 40] as const, [keyPressed, enter, 600 + time * 40] as const]);
  assert.deepEqual(kept(...resting, [keyLetGo, enter, 800], [keyPressed, a, 820], [keyLetGo, a, 860]), [
    [keyPressed, a],
    [keyLetGo, a],
  ]);
  assert.deepEqual(kept([keyLetGo, enter, 100], [keyPressed, enter, 220], [keyLetGo, enter, 260]), [
    [keyPressed, enter],
    [keyLetGo, enter],
  ]);
  assert.deepEqual(
    kept([keyLetGo, enter, 100], [keyPressed, a, 101], [keyLetGo, a, 102], [keyPressed, enter, 103], [keyLetGo, enter, 104]),
    [
      [keyPressed, a],
      [keyLetGo, a],
      [keyPressed, enter],
      [keyLetGo, enter],
    ],
    'a server that was busy gives them nearly the same time',
  );
  assert.deepEqual(kept([keyLetGo, a, 10], [keyLetGo, shift, 20]), [], 'keys that were down before');
  assert.deepEqual(
    kept([keyPressed, enter, 220], [keyLetGo, enter, 260]),
    [
      [keyPressed, enter],
      [keyLetGo, enter],
    ],
    'it was let go between two grabs, of which nobody was told',
  );
});

test('however much is typed, only so much is kept', () => {
  const all = new KeptEvents(enter);
  for (let time = 0; time < 10_000; time += 1) all.add([event(keyPressed, a, time), event(keyLetGo, a, time)]);
  const { length } = all.take();
  assert.ok(length > 100 && length < 5_000, String(length));
});

test('a letter that is typed twice is typed twice, also if nobody was told that it was let go between', () => {
  const events = [event(keyPressed, a, 1), event(keyPressed, a, 2), event(keyLetGo, a, 3)];
  assert.deepEqual(
    strokesOf(events, tables()).map(({ type, keycode }) => [type, keycode]),
    [
      [keyPressed, a],
      [keyLetGo, a],
      [keyPressed, a],
      [keyLetGo, a],
    ],
  );
});

test('Enter is pressed again after another key, however quickly, and also if nobody was told that it was let go', () => {
  // The server gives keys of one moment one time.
  const typed = [keyLetGo, enter, 600] as const;
  const word = [[keyPressed, a, 600] as const, [keyLetGo, a, 600] as const];
  const again = [[keyPressed, enter, 600] as const, [keyLetGo, enter, 600] as const];
  assert.deepEqual(
    kept(typed, ...word, ...again).map(([, keycode]) => keycode),
    [a, a, enter, enter],
  );
  const untold = [event(keyPressed, enter, 1), event(keyPressed, a, 2), event(keyLetGo, a, 3), event(keyPressed, enter, 4)];
  assert.deepEqual(
    strokesOf(untold, tables()).map(({ type, keycode }) => (type === keyPressed ? keycode : -keycode)),
    [enter, -enter, a, -a, enter, -enter],
  );
});

test('a modifier that was let go while nobody was told is let go before the next key', () => {
  const events = [
    event(keyPressed, shift, 1),
    event(keyPressed, a, 2, 1),
    event(keyLetGo, a, 3, 1),
    event(keyPressed, a, 4),
    event(keyLetGo, a, 5),
  ];
  assert.deepEqual(
    strokesOf(events, tables()).map(({ type, keycode }) => [type, keycode]),
    [
      [keyPressed, shift],
      [keyPressed, a],
      [keyLetGo, a],
      [keyLetGo, shift],
      [keyPressed, a],
      [keyLetGo, a],
    ],
  );
});

test('what is pressed again ends with all keys up but a modifier, and changes no lock a second time', () => {
  const events = [event(keyPressed, capsLock, 1), event(keyLetGo, capsLock, 2), event(keyPressed, shift, 3), event(keyPressed, a, 4, 1)];
  assert.deepEqual(
    strokesOf(events, tables()).map(({ type, keycode }) => [type, keycode]),
    [
      [keyPressed, shift],
      [keyPressed, a],
      [keyLetGo, a],
    ],
  );
  assert.deepEqual(modifiersDown(events, tables()), [shift]);
  assert.deepEqual(modifiersDown([...events, event(keyLetGo, shift, 5)], tables()), []);
});

test('a modifier that changes the layout with another one writes its signs by itself', () => {
  const [alt, altGr, space, superKey] = [64, 108, 65, 133];
  const group = 0xfe08;
  // setxkbmap -layout us,de -option grp:alt_shift_toggle,grp:win_space_toggle
  const rows: Readonly<Record<number, readonly number[]>> = {
    [a]: [0x61, 0x41],
    [shift]: [0xffe1, group],
    [alt]: [0xffe9, group],
    [altGr]: [0xfe03, 0],
    [space]: [0x20, group],
    [superKey]: [0xffeb, 0],
  };
  const keyboard: KeyTables = {
    firstKeycode: 8,
    keysyms: Array.from({ length: 140 }, (_, place) => rows[place + 8] ?? [0, 0]),
    modifierKeys: [[shift], [], [], [alt], [], [], [superKey], [altGr]],
  };
  const typed = (...events: readonly KeyEvent[]): readonly number[] =>
    strokesOf(events, keyboard).map(({ type, keycode }) => (type === keyPressed ? keycode : -keycode));
  const [alts, supers, altGrs] = [0b1000, 0b100_0000, 0b1000_0000];
  assert.deepEqual(typed(event(2, shift, 1), event(2, a, 2, 1), event(3, a, 3, 1), event(3, shift, 4, 1)), [shift, a, -a, -shift]);
  assert.deepEqual(typed(event(2, altGr, 1), event(2, a, 2, altGrs), event(3, a, 3, altGrs), event(3, altGr, 4, altGrs)), [
    altGr,
    a,
    -a,
    -altGr,
  ]);
  assert.deepEqual(typed(event(2, space, 1), event(3, space, 2), event(2, shift, 3), event(2, space, 4, 1), event(3, space, 5, 1)), [
    ...[space, -space, shift, space, -space],
  ]);
  // What changes the layout has done so, and nothing of it is pressed again.
  for (const events of [
    [event(2, alt, 1), event(2, shift, 2, alts), event(3, shift, 3, alts | 1), event(3, alt, 4, alts)],
    [event(2, shift, 1), event(2, alt, 2, 1), event(3, alt, 3, alts | 1), event(3, shift, 4, 1)],
    [event(2, superKey, 1), event(2, space, 2, supers), event(3, space, 3, supers), event(3, superKey, 4, supers)],
  ])
    assert.ok(
      typed(...events).every((stroke) => stroke < 0),
      String(typed(...events)),
    );
  assert.deepEqual(modifiersDown([event(2, shift, 1)], keyboard), [shift]);
});

test('a modifier whose release nobody heard is not held: pressed again, it would make commands of the letters that follow', () => {
  const events = [event(keyPressed, shift, 1), event(keyPressed, a, 2), event(keyLetGo, a, 3)];
  assert.deepEqual(modifiersHeld(events, tables(), [shift, a]), [shift]);
  assert.deepEqual(modifiersHeld(events, tables(), [a]), []);
  assert.deepEqual(modifiersHeld([], tables(), [shift]), [], 'one that was down before is not pressed');
});
