import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPeers } from '../../../test/doubles/bridge-peers.ts';
import { shellBeginning } from '../../../test/harness/shell-beginning.ts';
import { until } from '../../../test/harness/until.ts';
import { failed } from '../../base/outcome.ts';
import type { Bridge } from '../../client/bridge.ts';
import { componentTroubles } from '../../domain/conditions/silent-supervisor.ts';
import { Shell } from './shell.ts';

test('a starting component is shown as ready soon after it is, and before the next periodic check', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const there = startPeers(t);
  let state = 'starting';
  await there.pipe('supervisor', (socket) => {
    const monitor = { id: 'clipboard', state, pid: 1, restarts: 0, reason: null, uptimeSeconds: 1 };
    const status = { ok: true, home: '/h', workspace: '/w', ports: { bridge: null, web: null }, components: [monitor] };
    socket.end(`${JSON.stringify(status)}\n`);
  });
  const bridge = { counters: async () => failed('absent'), fragments: async () => failed('absent') } as Partial<Bridge> as Bridge;
  using shell = new Shell({ places: there.places, bridge, silence: { begun: () => {} }, initial: shellBeginning });
  await shell.refreshStatus();
  assert.equal(shell.state.components[0]?.state, 'starting');
  state = 'running';
  await until('running monitor', () => shell.state.components[0]?.state === 'running');
});

test('a supervisor that does not answer is said in its row and above all else, until it answers again', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const there = startPeers(t);
  let isHalted = false;
  await there.pipe('supervisor', (socket) => {
    if (isHalted) return void socket.destroy();
    const own = { id: 'supervisor', state: 'running', pid: 1, restarts: 0, reason: null, uptimeSeconds: 1 };
    socket.end(`${JSON.stringify({ ok: true, home: '/h', workspace: '/w', ports: { bridge: null, web: null }, components: [own] })}\n`);
  });
  const bridge = { counters: async () => failed('absent'), fragments: async () => failed('absent') } as Partial<Bridge> as Bridge;
  using shell = new Shell({ places: there.places, bridge, silence: { begun: () => {} }, initial: shellBeginning });
  const told = () => [shell.state.components[0]?.state, componentTroubles(shell.state.components).supervisorTrouble?.mend ?? null];
  await shell.refreshStatus();
  assert.deepEqual(told(), ['running', null]);
  isHalted = true;
  await shell.refreshStatus();
  assert.deepEqual(told(), ['running', null], 'a busy machine is no hang');
  await shell.refreshStatus();
  assert.equal(told()[0], 'degraded');
  assert.match(String(told()[1]), /^It does not answer.*hub stop --force/);
  isHalted = false;
  await shell.refreshStatus();
  assert.deepEqual(told(), ['running', null]);
});
