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

test('a manager that has crashed is not waited for: what it supported stays on the root window, and its own window does not', async () => {
  const sent: number[] = [];
  const root = 1;
  const manager = Buffer.alloc(4);
  manager.writeUInt32LE(77);
  const list = Buffer.alloc(4);
  list.writeUInt32LE(atoms.of(question));
  let isGone = false;
  const connection = {
    root,
    events: new EventEmitter(),
    createWindow: () => 7,
    destroyWindow: () => {},
    getProperty: async (window: number, property: number) => {
      if (property === atoms.of('_NET_SUPPORTED')) return { data: list };
      return window === root || !isGone ? { data: manager } : null;
    },
    sendToRoot: (_window: number, message: number) => void sent.push(message),
  };
  for (isGone of [true, false]) {
    using patience = await ManagerPatience.begin(connection as unknown as XConnection, atoms);
    patience.requested();
    assert.equal(sent.length, isGone ? 0 : 1);
  }
});
