import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectAgain } from './connect-again.ts';
import type { XConnection } from './connection.ts';

const pauses = { firstMs: 1, longestMs: 4 };

test('a connection is tried again until it is there, and who waits for it is told once', async () => {
  const connection = {} as XConnection;
  let [tries, failed] = [0, 0];
  const connect = async (): Promise<XConnection | null> => {
    tries += 1;
    return tries < 6 ? null : connection;
  };
  const count = (): void => {
    failed += 1;
  };
  assert.equal(await connectAgain({ connect, isWanted: () => true, failed: count }, pauses), connection);
  assert.deepEqual([tries, failed], [6, 1]);
  assert.equal(await connectAgain({ connect, isWanted: () => true, failed: count }, pauses), connection);
  assert.equal(failed, 1, 'nothing is told of one that is there at once');
});

test('a connection that nobody wants any more is closed, and not tried again', async () => {
  let [isWanted, closed, tries] = [true, 0, 0];
  const close = async (): Promise<void> => {
    closed += 1;
  };
  const connection = { close } as XConnection;
  const connect = async (): Promise<XConnection> => {
    tries += 1;
    isWanted = false;
    return connection;
  };
  assert.equal(await connectAgain({ connect, isWanted: () => isWanted, failed: () => {} }, pauses), null);
  assert.deepEqual([tries, closed], [1, 1]);
});
