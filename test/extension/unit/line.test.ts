/** One connection, on a socket whose bytes a test moves. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { openLine } from '../../../extension/background/line.ts';

class FakeSocket extends EventTarget {
  readonly readyState = WebSocket.OPEN;
  bufferedAmount = 0;
  isClosed = false;
  send(frame: string): void {
    this.bufferedAmount += frame.length;
  }
  close(): void {
    this.isClosed = true;
  }
  says(message: object): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }
}

function rig(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval'] });
  let nowMs = 0;
  t.mock.method(performance, 'now', () => nowMs);
  const socket = new FakeSocket();
  const ended: number[] = [];
  const line = openLine(socket as unknown as WebSocket, { heard: () => {}, ended: ({ code }) => void ended.push(code) });
  const wait = (ms: number): void => {
    for (let passed = 0; passed < ms; passed += 250) {
      nowMs += 250;
      t.mock.timers.tick(250);
    }
  };
  return { socket, line, ended, wait };
}

test('a beat behind a large message waits for it, as long as its bytes move', async (t) => {
  const { socket, line, ended, wait } = rig(t);
  const large = line.send('large-01', 'x'.repeat(1_000), 60_000);
  const beat = line.send('beat-001', 'x', 10_000);
  for (let step = 0; step < 10; step += 1) {
    wait(50_000);
    socket.bufferedAmount -= 100;
  }
  wait(50_000);
  assert.deepEqual(ended, [], 'ten minutes for one message');
  socket.says({ ack: 'large-01' });
  socket.says({ nack: 'beat-001', reason: 'busy' });
  assert.deepEqual([await large, await beat], [{ kind: 'ack' }, { kind: 'nack', reason: 'busy' }]);
});

test('nothing that moves ends it after the longest wait of those that are owed; nobody is waited for without any', async (t) => {
  const { socket, line, ended, wait } = rig(t);
  wait(1_000_000);
  const large = line.send('large-01', 'x', 60_000);
  const beat = line.send('beat-001', 'x', 10_000);
  wait(59_000);
  assert.deepEqual(ended, []);
  wait(2_000);
  assert.deepEqual([ended, socket.isClosed], [[1_006], true]);
  const lost = { kind: 'none', how: 'lost' };
  assert.deepEqual([await large, await beat, await line.send('later-01', 'x', 1)], [lost, lost, { kind: 'none', how: 'unsent' }]);
});
