import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { keyboardServer, pressOf, releaseOf } from '../../../../test/doubles/keyboard-server.ts';
import { type EarlyBeginning, EarlyKeys, type ShortcutGrabs } from './early-keys.ts';

const [picker, enter, shortcut] = [77, 36, 55];
const noShortcut: ShortcutGrabs = { release: () => {}, restore: async () => {} };
const beginning: EarlyBeginning = {
  tables: { firstKeycode: 8, keysyms: [], modifierKeys: [] },
  modifiers: 0,
  keycode: shortcut,
  isLast: ({ keycode }) => keycode === enter,
  cancelled: () => {},
};

test('a keyboard is not frozen for as long as the next holder takes: what was typed is the picker’s', async (t: TestContext) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { connection, keyboard, sent, answerAll } = keyboardServer(picker);
  using early = new EarlyKeys(connection, noShortcut);
  early.begin(beginning);
  for (const keycode of [40, enter, 41]) early.press(pressOf(keycode, picker));
  const did: string[] = [];
  const arm = (): Promise<boolean> => {
    did.push(`arm ${keyboard.isFrozen ? 'frozen' : 'free'}`);
    return new Promise(() => {});
  };
  const given = early.giveTo(picker, {
    begin: async () => {},
    arm,
    late: (events) => early.send(picker, events),
    unarm: () => void did.push(`unarm ${keyboard.isGrabbed ? 'grabbed' : 'free'}`),
    take: async () => void did.push('take'),
    goOn: async () => {},
  });
  for (let round = 0; round < 3; round += 1) await answerAll();
  assert.deepEqual([did, sent, keyboard.isFrozen], [['arm frozen'], [40], true]);
  t.mock.timers.tick(1_000);
  await answerAll();
  await given;
  assert.deepEqual(
    [did, sent],
    [
      ['arm frozen', 'unarm free'],
      [40, enter, 41],
    ],
  );
  assert.deepEqual(keyboard, { isGrabbed: false, isFrozen: false });
});

test('what follows a key that closes the picker is not lost if the next holder is only being started', async (t: TestContext) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { connection, keyboard, sent, answerAll } = keyboardServer(picker);
  using early = new EarlyKeys(connection, noShortcut);
  early.begin(beginning);
  for (const keycode of [40, enter, 41]) early.press(pressOf(keycode, picker));
  const started = Promise.withResolvers<void>();
  const taken: number[] = [];
  const given = early.giveTo(picker, {
    begin: () => started.promise,
    arm: async () => true,
    late: (events) => early.send(picker, events),
    unarm: () => {},
    take: async (events) => void taken.push(...events.map(({ keycode }) => keycode)),
    goOn: async () => {},
  });
  await answerAll();
  t.mock.timers.tick(1_500);
  await answerAll();
  // The picker is used meanwhile, up to that key.
  assert.deepEqual([sent, keyboard], [[40], { isGrabbed: true, isFrozen: false }]);
  early.press(pressOf(42, picker));
  started.resolve();
  for (let round = 0; round < 3; round += 1) await answerAll();
  await given;
  assert.deepEqual([sent, taken, keyboard.isGrabbed], [[40], [enter, 41, 42], false]);
});

test('a picker that hears has what is typed while the next holder is only being started', async (t: TestContext) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { connection, keyboard, sent, answerAll } = keyboardServer(picker);
  using early = new EarlyKeys(connection, noShortcut);
  early.begin(beginning);
  const started = Promise.withResolvers<void>();
  const taken: number[] = [];
  const given = early.giveTo(picker, {
    begin: () => started.promise,
    arm: async () => true,
    late: (events) => early.send(picker, events),
    unarm: () => {},
    take: async (events) => void taken.push(...events.map(({ keycode }) => keycode)),
    goOn: async () => {},
  });
  await answerAll();
  t.mock.timers.tick(1_500);
  await answerAll();
  early.press(pressOf(40, picker));
  assert.deepEqual(sent, [40]);
  for (const keycode of [enter, 41]) early.press(pressOf(keycode, picker));
  assert.deepEqual([sent, keyboard.isGrabbed], [[40], true]);
  started.resolve();
  for (let round = 0; round < 3; round += 1) await answerAll();
  await given;
  assert.deepEqual([sent, taken, keyboard.isGrabbed], [[40], [enter, 41], false]);
});

test('a letter that is typed twice in one moment is two, and a finger that rests on the key of the shortcut types nothing', async () => {
  const { connection, sent, answerAll } = keyboardServer(picker);
  using early = new EarlyKeys(connection, noShortcut);
  early.begin(beginning);
  for (const keycode of [shortcut, shortcut, 40, 40]) {
    early.release(releaseOf(keycode, picker));
    early.press(pressOf(keycode, picker));
  }
  early.release(releaseOf(shortcut, picker));
  for (const keycode of [41, shortcut]) early.press(pressOf(keycode, picker));
  const given = early.giveTo(picker, {
    begin: async () => {},
    arm: async () => false,
    late: (events) => early.send(picker, events),
    unarm: () => {},
    take: async () => {},
    goOn: async () => {},
  });
  for (let round = 0; round < 3; round += 1) await answerAll();
  await given;
  // A key that is pressed after others is no repetition.
  assert.deepEqual(sent, [40, 40, 41, shortcut]);
});

test('who leaves a picker gives away none of the keys that are for the next one', async () => {
  const { connection, keyboard, sent, answerAll } = keyboardServer(picker);
  using early = new EarlyKeys(connection, noShortcut);
  early.begin(beginning);
  early.cancel();
  early.begin(beginning);
  early.press(pressOf(40, picker));
  await early.giveBack(null);
  assert.equal(keyboard.isGrabbed, true);
  early.cancel();
  early.press(pressOf(41, picker));
  await early.giveBack(null);
  await answerAll();
  assert.deepEqual([keyboard.isGrabbed, sent], [false, []]);
});

test('a next holder that cannot hold the keyboard has the keys after it was let go', async () => {
  const { connection, keyboard, answerAll } = keyboardServer(picker);
  using early = new EarlyKeys(connection, noShortcut);
  early.begin(beginning);
  early.cancel();
  early.press(pressOf(41, picker));
  const did: (string | number)[] = [];
  const given = early.giveBack({
    begin: async () => {},
    arm: async () => false,
    late: (events) => void did.push('late', keyboard.isGrabbed ? 'grabbed' : 'free', events.length),
    unarm: (events) => void did.push('unarm', keyboard.isGrabbed ? 'grabbed' : 'free', events.length),
    take: async () => void did.push('take'),
    goOn: async () => {},
  });
  for (let round = 0; round < 4; round += 1) await answerAll();
  await given;
  assert.deepEqual(did, ['late', 'grabbed', 1, 'unarm', 'free', 1]);
});

test('the shortcut after a key that closes the picker is for the next one', () => {
  const { connection } = keyboardServer(picker);
  using early = new EarlyKeys(connection, noShortcut);
  early.begin(beginning);
  early.press(pressOf(40, picker));
  assert.equal(early.isClosed, false);
  early.press(pressOf(enter, picker));
  assert.equal(early.isClosed, true);
  early.drop();
  assert.equal(early.isClosed, false);
});

test('the shortcut after Escape is for the next picker, and one of the keys that are kept until then', () => {
  const { connection } = keyboardServer(picker);
  using early = new EarlyKeys(connection, noShortcut);
  early.begin(beginning);
  assert.equal(early.isClosed, false);
  early.cancel();
  assert.equal(early.isClosed, true);
  early.drop();
  assert.equal(early.isClosed, false);
});

test('the shortcut is given up from before the keyboard is let go until the next holder has it, and what was kept goes on after that', async () => {
  const { connection, keyboard, answerAll } = keyboardServer(picker);
  const did: string[] = [];
  const now = (what: string): void => void did.push(`${what} ${keyboard.isGrabbed ? 'grabbed' : 'free'}`);
  using early = new EarlyKeys(connection, { release: () => now('release'), restore: async () => now('restore') });
  early.begin(beginning);
  for (const keycode of [enter, 41]) early.press(pressOf(keycode, picker));
  const given = early.giveTo(picker, {
    begin: async () => {},
    arm: async () => true,
    late: () => now('late'),
    unarm: () => now('unarm'),
    take: async () => now('take'),
    goOn: async () => now('go on'),
  });
  for (let round = 0; round < 4; round += 1) await answerAll();
  await given;
  assert.deepEqual(did, ['release grabbed', 'take free', 'restore free', 'go on free']);
});
