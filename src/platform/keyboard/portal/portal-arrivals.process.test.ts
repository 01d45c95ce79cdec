/** When the portal is asked again, with a portal of the tests on a private bus. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { rememberingLog } from '../../../../test/doubles/fake-component.ts';
import { missingPrograms, startSessionBus } from '../../../../test/harness/desktop/session-bus.ts';
import { ShortcutsPortal } from '../../../../test/harness/desktop/shortcuts-portal.ts';
import { temporaryHome } from '../../../../test/harness/temporary-home.ts';
import { until } from '../../../../test/harness/until.ts';
import { within } from '../../../base/deadline.ts';
import { openBus } from '../../dbus/bus.ts';
import { listOf, textOf } from '../../dbus/values.ts';
import { type NextTry, PortalArrivals } from './portal-arrivals.ts';
import { PortalKeyboard } from './portal-keyboard.ts';
import { openShortcutSession } from './shortcut-session.ts';

const skip = process.platform === 'linux' ? missingPrograms('dbus-daemon') : 'for Linux';
const paste = { modifiers: ['Ctrl', 'Shift'], key: 'V' } as const;
const never = new AbortController().signal;
const answersWithinMs = 10_000;
const log = rememberingLog(() => {});

const arrivalsOn = (env: NodeJS.ProcessEnv): PortalArrivals => new PortalArrivals(env, log);
/** What must not come; several times as long as an answer takes. */
const nothingOf = async (next: Promise<NextTry>): Promise<void> => assert.equal(typeof (await within(300, next)), 'symbol');
const answerOf = (next: Promise<NextTry>) => within(answersWithinMs, next);

/** The environment of a bus that starts this script as the portal when somebody calls it. */
function startedByCalls(t: TestContext, script: string): NodeJS.ProcessEnv {
  const folder = temporaryHome(t);
  const file = path.join(folder, 'dbus-1/services/portal.service');
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(path.join(folder, 'start.sh'), script);
  writeFileSync(file, `[D-BUS Service]\nName=org.freedesktop.portal.Desktop\nExec=/bin/sh ${path.join(folder, 'start.sh')}\n`);
  return { ...process.env, XDG_DATA_HOME: folder, XDG_DATA_DIRS: folder };
}

test('the portal is asked at once when somebody listens, and then when it comes, however early', { skip }, async () => {
  await using bus = await startSessionBus();
  using arrivals = arrivalsOn(bus.env);
  assert.equal(await answerOf(arrivals.next(0, never)), 'now');
  const next = arrivals.next(arrivals.count, never);
  await nothingOf(next);
  await using _portal = await ShortcutsPortal.start(bus.env);
  assert.equal(await answerOf(next), 'arrived');
  assert.equal(arrivals.count, 1);
  assert.equal(await answerOf(arrivals.next(0, never)), 'arrived', 'it came after it was last asked');
});

test('a portal that has its name is asked four times more, and each that comes anew', { skip }, async () => {
  await using bus = await startSessionBus();
  using arrivals = arrivalsOn(bus.env);
  await arrivals.next(0, never);
  for (const portals of [1, 2]) {
    await using _portal = await ShortcutsPortal.start(bus.env, { version: 0 });
    assert.equal(await answerOf(arrivals.next(portals - 1, never)), 'arrived');
    for (let time = 0; time < 4; time += 1) assert.equal(await answerOf(arrivals.next(portals, never)), 'soon');
    const stop = new AbortController();
    const next = arrivals.next(portals, stop.signal);
    await nothingOf(next);
    stop.abort();
    await answerOf(next);
  }
});

test('a wait ends with its signal, also with one that has ended', { skip }, async () => {
  await using bus = await startSessionBus();
  using arrivals = arrivalsOn(bus.env);
  await arrivals.next(0, never);
  const stop = new AbortController();
  const next = arrivals.next(0, stop.signal);
  await nothingOf(next);
  stop.abort();
  assert.equal(typeof (await answerOf(next)), 'string');
  assert.equal(typeof (await answerOf(arrivals.next(0, stop.signal))), 'string');
});

test('without a bus nobody tells, and a wait ends with its bus', { skip }, async () => {
  using none = arrivalsOn({ DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' });
  assert.equal(await answerOf(none.next(0, never)), 'later');
  await using bus = await startSessionBus();
  using arrivals = arrivalsOn(bus.env);
  await arrivals.next(0, never);
  const next = arrivals.next(0, never);
  await nothingOf(next);
  await bus.kill();
  assert.equal(await answerOf(next), 'later');
  assert.equal(await answerOf(arrivals.next(0, never)), 'later');
  await bus.again();
  assert.equal(await answerOf(arrivals.next(0, never)), 'now');
});

test('a portal that only calls start is asked later, and one that runs tells itself, whoever could start it', { skip }, async (t) => {
  await using bus = await startSessionBus(startedByCalls(t, 'exit 1'));
  using arrivals = arrivalsOn(bus.env);
  await arrivals.next(0, never);
  assert.equal(await answerOf(arrivals.next(0, never)), 'later');
  await using _portal = await ShortcutsPortal.start(bus.env, { version: 0 });
  await until('arrival', () => arrivals.count === 1);
  for (let time = 0; time < 4; time += 1) assert.equal(await answerOf(arrivals.next(1, never)), 'soon');
  const stop = new AbortController();
  const next = arrivals.next(1, stop.signal);
  await nothingOf(next);
  stop.abort();
  await answerOf(next);
});

/** A keyboard that asks again after these times. */
function keyboardOn(env: NodeJS.ProcessEnv, times: { readonly againAfterMs: number; readonly longestWaitMs: number }): PortalKeyboard {
  const ready = Promise.resolve();
  return new PortalKeyboard({ env, log, program: 'hub-desktop-0123abcd', description: () => 'Paste', ready, times });
}

test('what listens for a portal ends when there is a session, and with the keyboard', { skip }, async () => {
  await using bus = await startSessionBus();
  const counting = await openBus('session', bus.env);
  assert.ok(counting.ok);
  const driver = { destination: 'org.freedesktop.DBus', path: '/org/freedesktop/DBus', interface: 'org.freedesktop.DBus' };
  const connections = async (): Promise<number> => {
    const names = await counting.value.call({ ...driver, member: 'ListNames' });
    return names.ok ? listOf(names.value[0]).filter((name) => textOf(name).startsWith(':')).length : -1;
  };
  const keyboard = keyboardOn(bus.env, { againAfterMs: 20, longestWaitMs: 50 });
  assert.equal(await keyboard.hold(paste), 'unavailable');
  await until('somebody listens', async () => (await connections()) === 2);
  {
    await using portal = await ShortcutsPortal.start(bus.env);
    await portal.session();
    await until('only the portal, its session and this one', async () => (await connections()) === 3);
  }
  await until('somebody listens again', async () => (await connections()) === 2);
  await pause(100);
  await within(answersWithinMs, keyboard[Symbol.asyncDispose]());
  await until('nobody else', async () => (await connections()) === 1);
  counting.value.close();
});

test('a portal that comes again and again is asked less and less, and at once again after a long time', { skip }, async (t) => {
  await using bus = await startSessionBus();
  await using keyboard = keyboardOn(bus.env, { againAfterMs: 20, longestWaitMs: 60_000 });
  await keyboard.hold(paste);
  const askedAfter = async (): Promise<number> => {
    await pause(100); // until it waits
    await using portal = await ShortcutsPortal.start(bus.env, { version: 0 });
    const startMs = Date.now();
    await until('question', () => portal.calls.includes('version'));
    return Date.now() - startMs;
  };
  const times: number[] = [];
  for (let time = 0; time < 7; time += 1) times.push(await askedAfter());
  assert.ok((times.at(-1) ?? 0) > 1_000, String(times));
  await pause(500);
  const laterMs = performance.now() + 600_000;
  t.mock.method(performance, 'now', () => laterMs);
  const after = await within(answersWithinMs, askedAfter());
  assert.ok(typeof after === 'number' && after < 2_000, String([...times, after]));
});

test('a portal that does not tell its version may have shortcuts', { skip }, async () => {
  await using bus = await startSessionBus();
  await using _portal = await ShortcutsPortal.start(bus.env, { versionAsked: () => void bus.kill() });
  const wish = { env: bus.env, log, program: 'hub-desktop-0123abcd', description: 'Paste', trigger: 'CTRL+v', dialogMs: 100 };
  const opened = await openShortcutSession(wish, { pressed: () => {}, triggerIs: () => {} }, never);
  assert.deepEqual(opened, { ok: false, reason: 'not-now' });
});
