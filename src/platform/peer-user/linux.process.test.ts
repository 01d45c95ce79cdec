import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import net from 'node:net';
import { test } from 'node:test';
import { openPeerUser, type PeerConnection, type PeerVerdict } from './index.ts';

const asNobody = ['--reuid=65534', '--clear-groups', process.execPath, '-e'];
const cannotSwitch = process.platform !== 'linux' || process.getuid?.() !== 0 || spawnSync('setpriv', [...asNobody, '']).status !== 0;

test('a connection of another user is not ours', { skip: cannotSwitch && 'needs root, to start a process as nobody' }, async () => {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  const stranger = spawn('setpriv', [...asNobody, `require('node:net').connect(${port}, '127.0.0.1')`], { stdio: 'ignore' });
  try {
    const [socket] = (await once(server, 'connection', { signal: AbortSignal.timeout(10_000) })) as [net.Socket];
    assert.equal(await openPeerUser().judge(seenFrom(socket)), 'other');
    socket.destroy();
  } finally {
    stranger.kill();
    server.close();
  }
});

/** The verdict about a client that this command starts; null if it can't be started here. */
async function verdictOn(words: readonly string[]): Promise<PeerVerdict | null> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  const [command = '', ...rest] = [...words, process.execPath, '-e', `require('node:net').connect(${port}, '127.0.0.1')`];
  const client = spawn(command, rest, { stdio: 'ignore' });
  try {
    const arrived = once(server, 'connection', { signal: AbortSignal.timeout(20_000) }) as Promise<[net.Socket]>;
    const failed = Promise.race([once(client, 'exit'), once(client, 'error')]).then(() => null);
    const came = await Promise.race([arrived, failed]);
    if (came === null) return null;
    const verdict = await openPeerUser().judge(seenFrom(came[0]));
    came[0].destroy();
    return verdict;
  } finally {
    client.kill();
    server.close();
  }
}

const sandboxes: readonly (readonly [name: string, words: readonly string[]])[] = [
  ['bubblewrap', ['bwrap', '--dev-bind', '/', '/']],
  ['bubblewrap with users of its own', ['bwrap', '--unshare-user', '--dev-bind', '/', '/']],
  ['a mount namespace', ['unshare', '--map-current-user', '--mount']],
  ['a user namespace', ['unshare', '--map-current-user']],
];

for (const [name, words] of sandboxes) {
  const cannot = process.platform !== 'linux' || spawnSync(words[0] ?? '', [...words.slice(1), 'true']).status !== 0;
  test(`a program in ${name} is in a sandbox`, { skip: cannot && `needs ${words.join(' ')}` }, async () => {
    assert.equal(await verdictOn(words), 'sandboxed');
  });
}

test('a program that another one has started belongs to the same user', {
  skip: process.platform !== 'linux' && 'needs /proc',
}, async () => {
  assert.equal(await verdictOn(['env']), 'same-user');
});

function seenFrom(socket: net.Socket): PeerConnection {
  return {
    peerAddress: socket.remoteAddress ?? '',
    peerPort: socket.remotePort ?? 0,
    ownAddress: socket.localAddress ?? '',
    ownPort: socket.localPort ?? 0,
  };
}
