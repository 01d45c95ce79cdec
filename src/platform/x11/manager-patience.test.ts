import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import type { Atoms } from './atoms.ts';
import type { XConnection } from './connection.ts';
import { ManagerPatience, patienceAtoms } from './manager-patience.ts';

const question = '_NET_REQUEST_FRAME_EXTENTS';
const atoms = { of: (name: string) => patienceAtoms.indexOf(name) + 1 } as Atoms;

test('a manager is asked after the first request, and once: its answer says that it has seen that one', async () => {
  const sent: number[] = [];
  const list = Buffer.alloc(4);
  list.writeUInt32LE(atoms.of(question));
  const connection = {
    root: 1,
    events: new EventEmitter(),
    createWindow: () => 7,
    destroyWindow: () => {},
    getProperty: async () => ({ data: list }),
    sendToRoot: (_window: number, message: number) => void sent.push(message),
  };
  using patience = await ManagerPatience.begin(connection as unknown as XConnection, atoms);
  assert.deepEqual(sent, []);
  patience.requested();
  patience.requested();
  assert.deepEqual(sent, [atoms.of(question)]);
});
