import assert from 'node:assert/strict';
import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import net from 'node:net';
import { test } from 'node:test';
import { openPeerUser, type PeerConnection, type PeerVerdict } from './index.ts';
import { findSocket, linuxPeerUser, ownerOf } from './linux.ts';

const head = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode\n';
const connection: PeerConnection = { peerAddress: '127.0.0.1', peerPort: 0xb034, ownAddress: '127.0.0.1', ownPort: 0x1389 };

function judgeTable(table: string, of: PeerConnection, uid: number): PeerVerdict {
  return ownerOf(findSocket(table, of), uid);
}

/** Rows as proc_pid_net(5) has them, on a little-endian machine. */
function row(ends: string, uid: number, inode: number, state = '01'): string {
  return `   3: ${ends} ${state} 00000000:00000000 00:00000000 00000000  ${uid}        0 ${inode} 2 0000000000000000 20 4 30 10 -1\n`;
}
const clientEnds = '0100007F:B034 0100007F:1389';
const serverEnds = '0100007F:1389 0100007F:B034';

test("the client's own row decides, and never ours", () => {
  assert.equal(judgeTable(head + row(serverEnds, 1000, 7) + row(clientEnds, 1001, 8), connection, 1000), 'other');
  assert.equal(judgeTable(head + row(serverEnds, 1001, 7) + row(clientEnds, 1000, 8), connection, 1000), 'same-user');
  assert.equal(judgeTable(head + row(serverEnds, 1000, 7), connection, 1000), 'unknown');
});

test('a row that no process holds any more proves nothing, although the kernel prints uid 0', () => {
  assert.equal(judgeTable(head + row(clientEnds, 0, 0, '04'), connection, 1000), 'unknown');
  assert.equal(judgeTable(head + row(clientEnds, 0, 0, '06'), connection, 0), 'unknown');
  assert.equal(judgeTable(head + row(clientEnds, 0, 8), connection, 1000), 'root');
});

test('a half-closed connection still belongs to its owner', () => {
  assert.equal(judgeTable(head + row(clientEnds, 1000, 8, '05'), connection, 1000), 'same-user');
});

test('an IPv6 socket that speaks IPv4 is found by its mapped address', () => {
  const ends = '0000000000000000FFFF00000100007F:B034 0000000000000000FFFF00000100007F:1389';
  assert.equal(judgeTable(head + row(ends, 1001, 8), connection, 1000), 'other');
  assert.equal(judgeTable(head + row(clientEnds, 1000, 8), { ...connection, peerAddress: '::ffff:127.0.0.1' }, 1000), 'same-user');
});

test('the same port of another loopback address is another connection', () => {
  assert.equal(judgeTable(head + row('0200007F:B034 0100007F:1389', 1000, 8), connection, 1000), 'unknown');
});

test('a table that is missing, empty or cut off gives no verdict', async () => {
  assert.equal(await linuxPeerUser({ proc: '/proc/there-is-no-such-folder', uid: 1000 }).judge(connection), 'unknown');
  for (let length = 0; length < clientEnds.length; length += 5)
    assert.equal(judgeTable((head + row(clientEnds, 1000, 8)).slice(0, head.length + length), connection, 1000), 'unknown');
});

test('a connection of this process is the same user’s', { skip: process.platform !== 'linux' && 'needs /proc/net/tcp' }, async () => {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  const client = net.connect(port, '127.0.0.1');
  const [socket] = (await once(server, 'connection')) as [net.Socket];
  try {
    assert.equal(await openPeerUser().judge(seenFrom(socket)), 'same-user');
    assert.equal(await openPeerUser().programOf(seenFrom(socket)), realpathSync(process.execPath));
    assert.equal(await linuxPeerUser({ proc: '/proc/there-is-no-such-folder' }).programOf(seenFrom(socket)), null);
    assert.equal(await openPeerUser().programOf({ ...seenFrom(socket), peerPort: 1 }), null);
  } finally {
    client.destroy();
    socket.destroy();
    server.close();
  }
});

test('connections that arrive together, or while others are looked up, are all found', {
  skip: process.platform !== 'linux' && 'needs /proc/net/tcp',
}, async () => {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  const peerUser = openPeerUser();
  const verdicts: Promise<PeerVerdict>[] = [];
  const arrived = new Promise<void>((resolve) => {
    server.on('connection', (socket) => {
      if (verdicts.push(peerUser.judge(seenFrom(socket))) === 40) resolve();
    });
  });
  const clients = Array.from({ length: 40 }, () => net.connect(port, '127.0.0.1'));
  try {
    await arrived;
    assert.deepEqual(new Set(await Promise.all(verdicts)), new Set(['same-user']));
  } finally {
    for (const client of clients) client.destroy();
    server.close();
  }
});

function seenFrom(socket: net.Socket): PeerConnection {
  return {
    peerAddress: socket.remoteAddress ?? '',
    peerPort: socket.remotePort ?? 0,
    ownAddress: socket.localAddress ?? '',
    ownPort: socket.localPort ?? 0,
  };
}
