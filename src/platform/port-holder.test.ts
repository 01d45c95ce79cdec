import assert from 'node:assert/strict';
import { once } from 'node:events';
import net, { type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { listenersOn, readPortHolder } from './port-holder.ts';

const table = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:1389 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 111 1 0 100 0 0 10 0
   1: 0100007F:1389 0100007F:C001 01 00000000:00000000 00:00000000 00000000  1000        0 222 1 0 20 4 30 10 -1
   2: 0100007F:138A 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 333 1 0 100 0 0 10 0
   3: 0100007F:0050 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 444 1 0 100 0 0 10 0
`;

test('only listeners on the port count, not its connections', () => {
  assert.deepEqual(listenersOn(table, 5001), ['111']);
  assert.deepEqual(listenersOn(table, 80), ['444']);
  assert.deepEqual(listenersOn(table, 1), []);
  assert.deepEqual(listenersOn('', 5001), []);
  assert.deepEqual(listenersOn('header\n   0: 0100007F:1389', 5001), []);
});

test('the process that holds a port is named, and none for a free port', async (t) => {
  if (process.platform !== 'linux') return t.skip('only Linux tells');
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const holder = readPortHolder(port);
  assert.equal(holder?.pid, process.pid);
  assert.equal(typeof holder?.program, 'string');
  server.close();
  await once(server, 'close');
  assert.equal(readPortHolder(port), null);
});
