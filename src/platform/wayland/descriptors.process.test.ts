/** Real sockets and pipes of this system. */
import assert from 'node:assert/strict';
import { fstatSync, readdirSync, readFileSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { describe, it } from 'node:test';
import koffi from 'koffi';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { until } from '../../../test/harness/until.ts';
import { type Descriptor, openDescriptors } from './descriptors.ts';

/** Two sockets that are connected to each other. */
function socketPair(): readonly [Descriptor, Descriptor] {
  const ends = [0, 0];
  assert.equal(koffi.load('libc.so.6').func('int socketpair(int family, int type, int protocol, _Out_ int* ends)')(1, 1, 0, ends), 0);
  return ends as unknown as readonly [Descriptor, Descriptor];
}

const opened = (): number => readdirSync('/proc/self/fd').length;

describe('descriptors', { skip: process.platform !== 'linux' && 'needs Linux' }, () => {
  it('of a connection send and receive bytes, say when there are some, and when the other end is gone', async (t) => {
    const system = openDescriptors();
    const file = path.join(temporaryHome(t), 'socket');
    const server = createServer((client) => client.once('data', (data) => client.end(`got ${data.toString()}`)));
    await new Promise<void>((resolve) => server.listen(file, resolve));
    const socket = system.connect(file);
    assert.ok(socket !== null);
    assert.equal(system.receive(socket), 'later');
    let ready = 0;
    const watched = system.watch(socket, () => {
      ready += 1;
    });
    assert.equal(system.send(socket, Buffer.from('words'), []), 5);
    await until('an answer', () => ready > 0);
    const received = system.receive(socket);
    assert.ok(typeof received === 'object');
    assert.deepEqual([received.bytes.toString(), received.descriptors], ['got words', []]);
    await until('the end', () => system.receive(socket) === 'gone');
    watched.close();
    system.close(socket);
    server.close();
  });

  it('travel over a connection, in their order and beside their bytes, and no program inherits them', () => {
    const system = openDescriptors();
    const before = opened();
    const [ours, theirs] = socketPair();
    const pipes = Array.from({ length: 20 }, () => system.pipe());
    const writeEnds = pipes.map(([, writeEnd]) => writeEnd);
    assert.equal(system.send(ours, Buffer.from('twenty'), writeEnds), 6);
    for (const each of writeEnds) system.close(each);
    const received = system.receive(theirs);
    assert.ok(typeof received === 'object');
    assert.deepEqual([received.bytes.toString(), received.descriptors.length], ['twenty', 20]);
    for (const [index, each] of received.descriptors.entries()) {
      assert.ok(fstatSync(each).isFIFO());
      const flags = /flags:\s*(\d+)/.exec(readFileSync(`/proc/self/fdinfo/${each}`, 'latin1'))?.[1] ?? '0';
      assert.equal(Number.parseInt(flags, 8) & 0o2000000, 0o2000000, 'close-on-exec');
      writeSync(each, `pipe ${index}`);
      system.close(each);
    }
    for (const [index, [readEnd]] of pipes.entries()) {
      assert.equal(readFileSync(readEnd, 'utf8'), `pipe ${index}`);
      system.close(readEnd);
    }
    for (const each of [ours, theirs]) system.close(each);
    assert.equal(opened(), before);
  });

  it('that a socket has no room for are sent later, and what was sent arrives whole', async () => {
    const system = openDescriptors();
    const [ours, theirs] = socketPair();
    const content = Buffer.alloc(100_000, 'content');
    let sent = 0;
    for (let result = system.send(ours, content, []); result !== 'later'; result = system.send(ours, content, [])) {
      assert.ok(typeof result === 'number');
      sent += result;
    }
    let received = 0;
    for (let result = system.receive(theirs); result !== 'later'; result = system.receive(theirs)) {
      assert.ok(typeof result === 'object');
      received += result.bytes.length;
    }
    assert.equal(received, sent);
    system.close(ours);
    assert.equal(system.receive(theirs), 'gone');
    system.close(theirs);
  });

  it('are not opened for a path that is too long, or where nobody listens', () => {
    assert.equal(openDescriptors().connect(`/tmp/${'x'.repeat(120)}`), null);
    assert.equal(openDescriptors().connect('/nowhere/at/all'), null);
  });
});
