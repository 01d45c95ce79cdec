import assert from 'node:assert/strict';
import { test } from 'node:test';
import { componentsHere, type Desktop } from './components.ts';

const hubOf = (desktop: Desktop) => componentsHere(desktop).find(({ id }) => id === 'hub');

test('a window that was left out at the start can be requested; one without a display can not', () => {
  const seen = { platform: 'linux', env: { DISPLAY: ':0' } } as const;
  const blind = { platform: 'linux', env: {} } as const;
  assert.equal(hubOf({ ...seen, headless: false })?.heldBack, undefined);
  const notWanted = hubOf({ ...seen, headless: true });
  assert.ok(notWanted?.program?.endsWith('.ts') && notWanted.heldBack?.includes('hub action restore'));
  for (const headless of [false, true])
    assert.deepEqual(
      [
        hubOf({ ...blind, headless })?.program,
        /^there is no display;.+: hub start$/.test(hubOf({ ...blind, headless })?.absentBecause ?? ''),
      ],
      [null, true],
    );
  assert.equal(componentsHere({ ...blind, headless: true }).filter(({ program }) => program === null).length, 1);
});

test('the monitor comes first, then the window, for which a user waits, and then all others', () => {
  const niceness = new Map(
    componentsHere({ platform: 'linux', env: { DISPLAY: ':0' }, headless: false }).map((plan) => [plan.id, plan.niceness]),
  );
  assert.equal(niceness.get('clipboard'), 0);
  assert.equal(niceness.get('hub'), 1);
  for (const [id, own] of niceness) assert.ok(id === 'clipboard' || id === 'hub' || own > 1, id);
});

test('the monitor starts first, and then the window, which takes longest; each one stops before those that it sends to', () => {
  const plans = componentsHere({ platform: 'linux', env: { DISPLAY: ':0' }, headless: false });
  const ids = plans.map(({ id }) => id);
  assert.deepEqual(ids.slice(0, 3), ['clipboard', 'hub', 'python_core']);
  const stopsBefore = Object.fromEntries(plans.map((plan) => [plan.id, plan.stopsBefore]));
  assert.deepEqual(stopsBefore, {
    clipboard: ['python_core'],
    hub: ['python_core'],
    python_core: ['save_worker'],
    web_listener: ['save_worker'],
    save_worker: ['settings_host'],
    settings_host: [],
  });
});
