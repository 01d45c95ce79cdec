import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startPeers } from '../../../test/doubles/bridge-peers.ts';
import { shellBeginning } from '../../../test/harness/shell-beginning.ts';
import { until } from '../../../test/harness/until.ts';
import { failed } from '../../base/outcome.ts';
import type { Bridge } from '../../client/bridge.ts';
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
