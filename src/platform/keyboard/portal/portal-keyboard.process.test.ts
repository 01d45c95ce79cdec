/** The shortcut by the desktop's portal, with a portal of the tests on a private bus. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { rememberingLog } from '../../../../test/doubles/fake-component.ts';
import { missingPrograms, startSessionBus } from '../../../../test/harness/desktop/session-bus.ts';
import { ShortcutsPortal } from '../../../../test/harness/desktop/shortcuts-portal.ts';
import { until } from '../../../../test/harness/until.ts';
import { openBus } from '../../dbus/bus.ts';
import type { HoldOutcome } from '../interface.ts';
import { PortalKeyboard, type PortalKeyboardParts } from './portal-keyboard.ts';

const skip = process.platform === 'linux' ? missingPrograms('dbus-daemon') : 'for Linux';
const paste = { modifiers: ['Ctrl', 'Shift'], key: 'V' } as const;
const longestWaitMs = 50;
const other = { modifiers: ['Super'], key: 'F9' } as const;

/** A keyboard that writes down what it tells, and waits for a portal as long as a test does. */
function keyboardOn(env: NodeJS.ProcessEnv, times: PortalKeyboardParts['times'] = {}, ready: Promise<unknown> = Promise.resolve()) {
  const keyboard = new PortalKeyboard({
    env,
    log: rememberingLog(() => {}),
    program: 'hub-desktop-0123abcd',
    description: () => 'Aus dem Verlauf einfügen',
    ready,
    times: { againAfterMs: 20, longestWaitMs, ...times },
  });
  const told: (readonly [HoldOutcome, string])[] = [];
  const counted = { pressed: 0 };
  keyboard.onChanged((outcome) => told.push([outcome, keyboard.trigger]));
  keyboard.onPressed(() => {
    counted.pressed += 1;
  });
  const isTold = (outcome: HoldOutcome, trigger = '') =>
    until(`${outcome} ${trigger}`, () => told.at(-1)?.[0] === outcome && told.at(-1)?.[1] === trigger);
  return { keyboard, told, counted, isTold };
}

/** For what must not happen: several times as long as until the next try. */
function longerThanItWaits(): Promise<void> {
  return pause(8 * longestWaitMs);
}

test('the portal is asked by name, with the keys as a wish, and its own words for them are known', { skip }, async () => {
  await using bus = await startSessionBus();
  await using portal = await ShortcutsPortal.start(bus.env, { dialog: 'Strg+Umschalt+V' });
  const { keyboard } = keyboardOn(bus.env);
  await using _ = keyboard;
  assert.equal(await keyboard.hold(paste), 'held');
  assert.equal(keyboard.trigger, 'Strg+Umschalt+V');
  assert.deepEqual(portal.asked, [{ id: 'open-picker', description: 'Aus dem Verlauf einfügen', trigger: 'CTRL+SHIFT+v' }]);
  assert.deepEqual(portal.programs, ['hub-desktop-0123abcd']);
  assert.match(portal.sessions.join(), /^\/org\/freedesktop\/portal\/desktop\/session\/1_\d+\/hub_desktop_0123abcd$/);
  assert.deepEqual([keyboard.canPaste, await keyboard.target(), await keyboard.prepare()], [false, null, false]);
});

test('the portal is not asked before the desktop can find the entry of the program', { skip }, async () => {
  await using bus = await startSessionBus();
  await using portal = await ShortcutsPortal.start(bus.env);
  const written = Promise.withResolvers<void>();
  const { keyboard } = keyboardOn(bus.env, {}, written.promise);
  await using _ = keyboard;
  const held = keyboard.hold(paste);
  await longerThanItWaits();
  assert.deepEqual(portal.calls, []);
  written.resolve();
  assert.equal(await held, 'held');
  assert.deepEqual(portal.calls, ['Register', 'version', 'CreateSession', 'BindShortcuts']);
});

test('the session before is closed before other keys are asked for', { skip }, async () => {
  await using bus = await startSessionBus();
  await using portal = await ShortcutsPortal.start(bus.env);
  const { keyboard } = keyboardOn(bus.env);
  await using _ = keyboard;
  await keyboard.hold(paste);
  portal.calls.splice(0);
  assert.equal(await keyboard.hold(other), 'held');
  assert.deepEqual(portal.calls, ['Close', 'Register', 'version', 'CreateSession', 'BindShortcuts']);
});

test('a portal that does not name what it has bound is asked for the list', { skip }, async () => {
  await using bus = await startSessionBus();
  await using portal = await ShortcutsPortal.start(bus.env, { bindsSilently: true });
  const { keyboard } = keyboardOn(bus.env);
  await using _ = keyboard;
  assert.equal(await keyboard.hold(paste), 'held');
  assert.equal(keyboard.trigger, 'listed');
  assert.deepEqual(portal.calls.slice(-2), ['BindShortcuts', 'ListShortcuts']);
});

test('a portal without shortcuts is not asked again until another one takes its place', { skip }, async () => {
  await using bus = await startSessionBus();
  const { keyboard, isTold } = keyboardOn(bus.env);
  await using _ = keyboard;
  {
    await using without = await ShortcutsPortal.start(bus.env, { version: 0 });
    assert.equal(await keyboard.hold(paste), 'unavailable');
    const asked = (): number => without.calls.filter((call) => call === 'version').length;
    // At once, when somebody listens, and four times more: it may have its name before its interfaces.
    await until('the last question', () => asked() === 6);
    await longerThanItWaits();
    assert.deepEqual([asked(), without.calls.includes('CreateSession')], [6, false]);
  }
  await using _portal = await ShortcutsPortal.start(bus.env, { dialog: 'there' });
  await isTold('held', 'there');
});

test('a portal that binds with the session opens no dialog, and an older one knows no names', { skip }, async () => {
  await using bus = await startSessionBus();
  await using portal = await ShortcutsPortal.start(bus.env, { atOnce: 'Alt+V', hasNoRegistry: true });
  const { keyboard } = keyboardOn(bus.env);
  await using _ = keyboard;
  assert.equal(await keyboard.hold(paste), 'held');
  assert.deepEqual([keyboard.trigger, portal.asked], ['Alt+V', []]);
});

test('it is told once for each press, however long, and also where nobody tells that the key is let go', { skip }, async (t) => {
  await using bus = await startSessionBus();
  await using portal = await ShortcutsPortal.start(bus.env);
  const { keyboard, counted } = keyboardOn(bus.env);
  await using _ = keyboard;
  await keyboard.hold(paste);
  portal.press();
  await until('press', () => counted.pressed === 1);
  portal.press();
  portal.press();
  portal.letGo();
  portal.press();
  await until('second press', () => counted.pressed === 2);
  const laterMs = performance.now() + 5_000;
  t.mock.method(performance, 'now', () => laterMs);
  portal.press();
  await until('third press', () => counted.pressed === 3);
});

test('presses of other shortcuts, of other sessions and by other programs are none', { skip }, async () => {
  await using bus = await startSessionBus();
  await using portal = await ShortcutsPortal.start(bus.env);
  const { keyboard, counted } = keyboardOn(bus.env);
  await using _ = keyboard;
  await keyboard.hold(paste);
  const stranger = await openBus('session', bus.env);
  assert.ok(stranger.ok);
  portal.press('open-picker', portal.sessions[0], stranger.value);
  await stranger.value.property({ destination: 'org.freedesktop.portal.Desktop', path: '/', interface: 'none' }, 'none');
  portal.press('another');
  portal.press('open-picker', '/org/freedesktop/portal/desktop/session/1_999/x');
  portal.change('one');
  await until('the change that came last', () => keyboard.trigger === 'one');
  assert.equal(counted.pressed, 0);
  await keyboard.suspend(true);
  portal.press();
  portal.letGo();
  portal.change('two');
  await until('the change that came last', () => keyboard.trigger === 'two');
  assert.equal(counted.pressed, 0, 'while the user presses the keys of a new one');
  await keyboard.suspend(false);
  portal.press();
  await until('press', () => counted.pressed === 1);
  stranger.value.close();
});

test('a refusal is told, and nobody is asked again until other keys are wanted', { skip }, async () => {
  await using bus = await startSessionBus();
  for (const dialog of [null, 2]) {
    await using portal = await ShortcutsPortal.start(bus.env, { dialog });
    const { keyboard } = keyboardOn(bus.env);
    await using _ = keyboard;
    assert.equal(await keyboard.hold(paste), 'refused');
    assert.equal(await keyboard.hold(paste), 'refused');
    await longerThanItWaits();
    assert.equal(portal.asked.length, 1);
    assert.equal(await keyboard.hold(other), 'refused');
    assert.equal(portal.asked.at(-1)?.trigger, 'LOGO+F9');
    await until('closed sessions', () => portal.closed === 2);
  }
});

test('keys that the user changes in the desktop are known, and so is that there are none', { skip }, async () => {
  await using bus = await startSessionBus();
  await using portal = await ShortcutsPortal.start(bus.env);
  const { keyboard, isTold } = keyboardOn(bus.env);
  await using _ = keyboard;
  await keyboard.hold(paste);
  portal.change('Meta+V');
  await isTold('held', 'Meta+V');
  portal.change('');
  await isTold('held', '');
});

test('a portal that restarts, or ends the session, has the shortcut again; one that appears has it then', { skip }, async () => {
  await using bus = await startSessionBus();
  const { keyboard, counted, isTold } = keyboardOn(bus.env);
  await using _ = keyboard;
  assert.equal(await keyboard.hold(paste), 'unavailable');
  {
    await using portal = await ShortcutsPortal.start(bus.env, { dialog: 'first' });
    await isTold('held', 'first');
    await portal.session();
  }
  await isTold('unavailable');
  await using portal = await ShortcutsPortal.start(bus.env, { dialog: 'second' });
  await isTold('held', 'second');
  portal.endSession();
  await portal.session(2);
  await isTold('held', 'second');
  portal.press();
  await until('press', () => counted.pressed === 1);
});

test('a portal that ends every session at once is not asked for ever', { skip }, async () => {
  await using bus = await startSessionBus();
  await using portal = await ShortcutsPortal.start(bus.env);
  const { keyboard, isTold } = keyboardOn(bus.env);
  await using _ = keyboard;
  await keyboard.hold(paste);
  for (const count of [1, 2, 3]) {
    await portal.session(count);
    await isTold('held', 'Ctrl+Shift+V');
    portal.endSession();
    await isTold('unavailable');
  }
  await longerThanItWaits();
  assert.equal(portal.sessions.length, 3);
});

test('a portal that ends its sessions while it asks does not ask for ever', { skip }, async () => {
  await using bus = await startSessionBus();
  await using portal = await ShortcutsPortal.start(bus.env, { dialog: 'never' });
  const { keyboard } = keyboardOn(bus.env);
  await using _ = keyboard;
  void keyboard.hold(paste);
  for (const count of [1, 2, 3]) {
    await portal.dialog(count);
    portal.endSession();
  }
  await longerThanItWaits();
  assert.equal(portal.asked.length, 3);
});

test('what is told of the keys while the user is asked holds nothing, and the answer is newer', { skip }, async () => {
  await using bus = await startSessionBus();
  await using portal = await ShortcutsPortal.start(bus.env, { dialog: 'never' });
  const { keyboard, told } = keyboardOn(bus.env);
  await using _ = keyboard;
  const held = keyboard.hold(paste);
  await portal.dialog();
  portal.change('Meta+V');
  await longerThanItWaits();
  assert.deepEqual(told, []);
  await portal.give('Ctrl+Alt+X');
  assert.equal(await held, 'held');
  assert.equal(keyboard.trigger, 'Ctrl+Alt+X');
  portal.change('Meta+W');
  await until('other keys', () => keyboard.trigger === 'Meta+W');
});

test('an entry that is never written does not hold up the end, after which nothing is held', { skip }, async () => {
  await using bus = await startSessionBus();
  await using portal = await ShortcutsPortal.start(bus.env);
  const { keyboard } = keyboardOn(bus.env, {}, new Promise(() => {}));
  void keyboard.hold(paste);
  await keyboard[Symbol.asyncDispose]();
  assert.equal(await keyboard.hold(other), 'unavailable');
  await longerThanItWaits();
  assert.equal(portal.sessions.length, 0);
});

test('without a bus, a portal or its interface there is no shortcut, and a start waits for none', { skip }, async () => {
  const none = keyboardOn({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' });
  assert.equal(await none.keyboard.hold(paste), 'unavailable');
  await none.keyboard[Symbol.asyncDispose]();
  await using bus = await startSessionBus();
  await using _ = await ShortcutsPortal.start(bus.env, { version: 0 });
  const without = keyboardOn(bus.env);
  assert.equal(await without.keyboard.hold(paste), 'unavailable');
  assert.equal(await without.keyboard.hold(null), 'held');
  await without.keyboard[Symbol.asyncDispose]();
});

test('a dialog that is never answered ends when other keys are wanted, or none', { skip }, async () => {
  await using bus = await startSessionBus();
  await using portal = await ShortcutsPortal.start(bus.env, { dialog: 'never' });
  const { keyboard } = keyboardOn(bus.env);
  const first = keyboard.hold(paste);
  await portal.dialog();
  const second = keyboard.hold(other);
  assert.equal(await first, 'unavailable');
  await portal.dialog(2);
  assert.equal(await keyboard.hold(null), 'held');
  assert.equal(await second, 'unavailable');
  await until('closed sessions', () => portal.closed === 2);
  void keyboard.hold(paste);
  await portal.dialog(3);
  await keyboard[Symbol.asyncDispose]();
  assert.equal(portal.closed, 3);
});

test('a dialog that nobody answers is closed in the end, and not opened again', { skip }, async () => {
  await using bus = await startSessionBus();
  await using portal = await ShortcutsPortal.start(bus.env, { dialog: 'never' });
  const { keyboard } = keyboardOn(bus.env, { dialogMs: 30 });
  await using _ = keyboard;
  assert.equal(await keyboard.hold(paste), 'no-answer');
  await until('closed session', () => portal.closed === 1);
  assert.equal(await keyboard.hold(paste), 'no-answer');
  await longerThanItWaits();
  assert.equal(portal.asked.length, 1);
});

test('answers of other forms are none, and what is told of the keys has a limit', { skip }, async () => {
  await using bus = await startSessionBus();
  const strange: readonly { readonly signature: string; readonly body: readonly unknown[] }[] = [
    { signature: '', body: [] },
    { signature: 's', body: ['0'] },
    { signature: 'us', body: [0, 'shortcuts'] },
    { signature: 'u', body: [0] },
    { signature: 'a{sv}u', body: [[], 0] },
  ];
  for (const hostile of strange) {
    await using _portal = await ShortcutsPortal.start(bus.env, { hostile });
    const { keyboard } = keyboardOn(bus.env);
    assert.equal(await keyboard.hold(paste), 'unavailable', hostile.signature);
    await keyboard[Symbol.asyncDispose]();
  }
  await using portal = await ShortcutsPortal.start(bus.env, { dialog: 'x'.repeat(500_000) });
  const { keyboard, isTold } = keyboardOn(bus.env);
  await using _ = keyboard;
  assert.equal(await keyboard.hold(paste), 'held');
  assert.equal(keyboard.trigger.length, 100);
  const session = portal.sessions.at(-1);
  portal.tell('ShortcutsChanged', 'oi', [session, 7]);
  await isTold('held', '');
  portal.tell('ShortcutsChanged', 'o', [session]);
  portal.tell('Activated', 'oi', [session, 7]);
  portal.tell('Activated', 'a{sv}', [[]]);
  portal.tell('Deactivated', '', []);
  portal.change('still there');
  await isTold('held', 'still there');
});
