import assert from 'node:assert/strict';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { done } from '../../base/outcome.ts';
import type { HubStatus } from '../../contract/supervisor.ts';
import { locatePlaces } from '../../platform/locations.ts';
import { readSurroundings } from '../../platform/surroundings.ts';
import { bridgeCheck } from './bridge-check.ts';

test('a core that answers nothing is told as that, with its restart as the mend, and not as an open gate', async (t) => {
  const server = net.createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  t.after(() => server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const status = done<HubStatus>({ ok: true, home: '/', workspace: '/none', ports: { bridge: port, web: port }, components: [] });
  const found = await bridgeCheck.run({ places: locatePlaces(readSurroundings({ HUB_HOME: '/none' })), env: {}, status, nowMs: 0 });
  assert.deepEqual(
    found.map(({ verdict, word, mend }) => [verdict, word, mend]),
    [
      ['failure', 'no-answer', 'hub restart python_core'],
      ['failure', 'no-answer', 'hub restart python_core'],
      ['failure', 'no-answer', 'hub restart web_listener'],
    ],
  );
});
