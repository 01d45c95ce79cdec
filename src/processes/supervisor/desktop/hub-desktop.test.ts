import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { rememberingLog } from '../../../../test/doubles/fake-component.ts';
import type { DesktopFacts } from '../../../platform/desktop/look-at-desktop.ts';
import { hubDesktop, offerAnsweredWithinMs } from './hub-desktop.ts';

/** A Hub in this environment, on a machine where these displays answer. */
function rig(env: Record<string, string | undefined>, living: ReadonlySet<string>, isStopping = () => false) {
  const logged: string[] = [];
  const seen: (string | undefined)[] = [];
  let moves = 0;
  const desktop = hubDesktop({
    env,
    isStopping,
    log: rememberingLog((line) => logged.push(line)),
    renew: () => {
      moves += 1;
    },
    look: async ({ DISPLAY, XAUTHORITY }): Promise<DesktopFacts> => {
      seen.push(XAUTHORITY);
      const display = DISPLAY ?? null;
      return { display, answers: living.has(DISPLAY ?? ''), hasBus: true, isRemote: false };
    },
  });
  return { desktop, env, logged, seen, moves: () => moves };
}

test('a move replaces exactly the variables of the desktop, and what is not set there is not set any more', async () => {
  const before = { DISPLAY: ':0', XAUTHORITY: '/run/old', WAYLAND_DISPLAY: 'wayland-9', PATH: '/bin', HUB_HOME: '/h' };
  const { desktop, env, logged, seen, moves } = rig(before, new Set([':1']));
  const answer = await desktop.offer({ DISPLAY: ':1', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/b' });
  assert.deepEqual(answer, { ok: true, verdict: 'moves', detail: 'Hub moves to this desktop, to the display :1.' });
  assert.deepEqual(env, { DISPLAY: ':1', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/b', PATH: '/bin', HUB_HOME: '/h' });
  assert.equal(moves(), 1);
  assert.deepEqual(seen, ['/run/old', undefined], 'each display is tried with its own key');
  assert.ok(logged.length > 0 && !logged.join().includes('/run/old') && !logged.join().includes('unix:'), logged.join());
});

test('of two sessions at once one gets Hub, and the other one is told where it is', async () => {
  const { desktop, env, moves } = rig({ DISPLAY: ':0' }, new Set([':1', ':2']));
  const answers = await Promise.all([desktop.offer({ DISPLAY: ':1' }), desktop.offer({ DISPLAY: ':2' })]);
  assert.deepEqual(
    answers.map((answer) => answer.ok && answer.verdict),
    ['moves', 'stays'],
  );
  assert.match((answers[1]?.ok && answers[1].detail) || '', /on the display :1; .*hub restart --desktop$/);
  assert.deepEqual([env.DISPLAY, moves()], [':1', 1]);
});

test('offers beyond a few at once are refused at once, and nothing is lost by that', async () => {
  const { desktop } = rig({ DISPLAY: ':0' }, new Set([':1']));
  const answers = await Promise.all(Array.from({ length: 100 }, () => desktop.offer({ DISPLAY: ':1' })));
  assert.equal(answers.filter(({ ok }) => ok).length, 4);
  assert.deepEqual(await desktop.offer({ DISPLAY: ':1' }), { ok: true, verdict: 'same' });
});

test('an offer is answered in time, and Hub stays where it is, also if a look never ends', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const env = { DISPLAY: ':0' };
  const look = () => new Promise<never>(() => {});
  const desktop = hubDesktop({ env, isStopping: () => false, log: rememberingLog(() => {}), renew: () => assert.fail(), look });
  const answers = [1, 2, 3, 4].map(() => desktop.offer({ DISPLAY: ':1' }));
  for (let passedMs = 0; passedMs < offerAnsweredWithinMs; passedMs += 500) {
    await turn();
    t.mock.timers.tick(500);
  }
  assert.deepEqual(await Promise.all(answers), Array(4).fill({ ok: false, error: 'timeout' }));
  assert.equal(env.DISPLAY, ':0');
});

test('a Hub that stops moves nowhere', async () => {
  const { desktop, env, moves } = rig({ DISPLAY: ':0' }, new Set([':1']), () => true);
  assert.deepEqual(await desktop.offer({ DISPLAY: ':1' }, true), { ok: false, error: 'stopping' });
  assert.deepEqual([env.DISPLAY, moves()], [':0', 0]);
});
