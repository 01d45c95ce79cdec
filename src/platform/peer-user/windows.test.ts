import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PeerConnection } from './index.ts';
import { kindOf, ownerIn, verdictOf } from './windows.ts';

const connection: PeerConnection = { peerAddress: '127.0.0.1', peerPort: 0xb034, ownAddress: '127.0.0.1', ownPort: 0x1389 };

/** A table of MIB_TCPROW_OWNER_PID: each row has a state, the two ends and a pid, in hex as in memory. */
function table(...rows: readonly (readonly [ends: readonly string[], pid: number])[]): Buffer {
  const number = (value: number): Buffer => Buffer.from(Uint32Array.of(value).buffer);
  return Buffer.concat([
    number(rows.length),
    ...rows.flatMap(([ends, pid]) => [number(5), Buffer.from(ends.join(''), 'hex'), number(pid)]),
  ]);
}
const [here, clientPort, serverPort] = ['7f000001', 'b034ffff', '1389ffff'];
const clientEnds = [here, clientPort, here, serverPort];
const serverEnds = [here, serverPort, here, clientPort];

test("the client's own row decides, and never ours", () => {
  assert.equal(ownerIn(table([serverEnds, 7], [clientEnds, 8]), connection), 8);
  assert.equal(ownerIn(table([serverEnds, 7]), connection), null);
  assert.equal(ownerIn(table([clientEnds, 8]), { ...connection, peerAddress: '::ffff:127.0.0.1' }), 8);
});

test('the same port of another loopback address is another connection, and an end that no process holds belongs to nobody', () => {
  assert.equal(ownerIn(table([['7f000002', clientPort, here, serverPort], 8]), connection), null);
  assert.equal(ownerIn(table([clientEnds, 0]), connection), null);
});

test('a table that is empty or cut off gives no result', () => {
  const whole = table([clientEnds, 8]);
  for (let length = 0; length < whole.length; length += 3) assert.equal(ownerIn(whole.subarray(0, length), connection), null);
});

test('the system is admitted, another user is refused, and an unknown one is unknown', () => {
  assert.equal(verdictOf('S-1-5-21-1-2-3-1001', 'S-1-5-21-1-2-3-1001'), 'same-user');
  assert.equal(verdictOf('S-1-5-18', 'S-1-5-21-1-2-3-1001'), 'root');
  assert.equal(verdictOf('S-1-5-21-1-2-3-1002', 'S-1-5-21-1-2-3-1001'), 'other');
  assert.equal(verdictOf(null, 'S-1-5-21-1-2-3-1001'), 'unknown');
  assert.equal(verdictOf(null, null), 'unknown');
});

test('a browser is recognized by the name of its file, in any case; an unknown program is unknown', () => {
  for (const name of ['chrome.exe', 'MSEDGE.EXE', 'firefox.exe', 'msedgewebview2.exe'])
    assert.equal(kindOf(`C:\\Program Files\\X\\${name}`), 'browser', name);
  for (const name of ['curl.exe', 'chrome.exe.exe', 'node.exe', 'chromedriver.exe'])
    assert.equal(kindOf(`C:\\chrome.exe\\${name}`), 'same-user', name);
  assert.equal(kindOf(null), 'unknown');
});
