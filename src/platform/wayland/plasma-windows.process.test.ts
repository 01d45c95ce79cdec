import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { describe, it, type TestContext, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { noDetails } from '../../base/log.ts';
import { lacksPermission } from './active-window.ts';
import { WaylandConnection } from './connection.ts';
import { WaylandGlobals } from './globals.ts';
import { PlasmaWindows } from './plasma-windows.ts';
import { windowText } from './toplevel-window.ts';
import { ArgumentReader, encodeRequest, MessageReader, type WireArgument } from './wire.ts';

type Event = readonly [opcode: number, ...args: WireArgument[]];
const [title, appId, state, unmapped, pid] = [0, 1, 2, 5, 10];
const [byUuid, windowsHaveUuids] = [2, 13];

interface Desk {
  readonly globals: readonly (readonly [string, number])[];
  /** The windows that it has by their uuids, with what it tells of each. */
  readonly windows: Readonly<Record<string, readonly Event[]>>;
}

/** A compositor with Plasma's windows. As KWin 6 does, it says of each that is requested by its number that it is gone. */
async function connected(t: TestContext, desk: Desk) {
  const file = path.join(temporaryHome(t), 'wayland-0');
  let client: Socket | null = null;
  const asked: string[] = [];
  const ids = new Map<string, number>();
  const tell = (object: number, [opcode, ...args]: Event): void => void client?.write(encodeRequest(object, opcode, args));
  const server = createServer((socket) => {
    client = socket.on('error', () => {});
    const reader = new MessageReader();
    const known = { registry: 0, manager: 0 };
    socket.on('data', (bytes: Buffer) => {
      reader.add(bytes);
      for (let message = reader.next(); message !== null; message = reader.next()) {
        const { object, opcode, body } = message;
        const args = new ArgumentReader(body);
        if (object === 1 && opcode === 1) {
          known.registry = args.number();
          for (const [index, global] of desk.globals.entries()) tell(known.registry, [0, index + 1, ...global]);
        } else if (object === known.registry) {
          args.number();
          args.string();
          const version = args.number();
          known.manager = args.number();
          for (const [index, uuid] of Object.keys(desk.windows).entries())
            tell(known.manager, version < windowsHaveUuids ? [1, index] : [4, index, uuid]);
        } else if (object === 1) {
          const callback = args.number();
          tell(callback, [0, 0]);
          tell(1, [1, callback]);
        } else if (object === known.manager) {
          const id = args.number();
          const uuid = opcode === byUuid ? args.string() : '';
          ids.set(uuid, id);
          for (const event of desk.windows[uuid] ?? [[unmapped]]) tell(id, event);
        } else {
          asked.push(`${opcode} of ${object}`);
          tell(1, [1, object]);
        }
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(file, resolve));
  t.after(() => server.close());
  const opened = WaylandConnection.connect(file, noDetails);
  assert.ok(opened.ok);
  const connection = opened.value;
  t.after(() => connection.close());
  const globals = await WaylandGlobals.read(connection);
  assert.ok(globals);
  const windows = await PlasmaWindows.open(connection, globals);
  return { connection, globals, windows, asked, ids, later: (uuid: string, event: Event) => tell(ids.get(uuid) ?? 0, event) };
}

const plasma = [['org_kde_plasma_window_management', 16]] as const;

describe('the windows of Plasma', { skip: process.platform !== 'linux' }, () => {
  it('are known by name, title and process, and the active one as soon as it changes', async (t) => {
    const desk = await connected(t, {
      globals: plasma,
      windows: {
        '{7}': [
          [appId, 'org.kde.kate'],
          [title, 'notes'],
          [pid, 4_242],
          [state, 0x405],
        ],
        '{8}': [
          [appId, 'firefox'],
          [title, 'a page'],
          [pid, 0],
          [state, 4],
        ],
      },
    });
    const { windows, connection, later } = desk;
    assert.deepEqual(windows?.now, { appId: 'org.kde.kate', title: 'notes', pid: 4_242, isOpen: null });
    // The next one is active before this one is told that it is not.
    later('{8}', [state, 5]);
    later('{7}', [state, 0x404]);
    later('{8}', [title, 'another page']);
    await connection.sync();
    assert.deepEqual(windows?.now, { appId: 'firefox', title: 'another page', pid: null, isOpen: null });
    later('{8}', [state, 4]);
    await connection.sync();
    assert.equal(windows?.now, null);
  });

  it('that are closed are no longer active, and given up', async (t) => {
    const { windows, connection, later, asked, ids } = await connected(t, { globals: plasma, windows: { '{7}': [[state, 1]] } });
    assert.ok(windows?.now);
    later('{7}', [unmapped]);
    await connection.sync();
    await connection.sync();
    assert.deepEqual([windows?.now, asked], [null, [`7 of ${ids.get('{7}')}`]]);
    assert.equal(connection.isLost, false);
  });

  it('have names of a bounded length and a bounded number', async (t) => {
    const long = Buffer.concat([Buffer.from([0x11, 0x27, 0, 0]), Buffer.alloc(10_000, 'x'), Buffer.alloc(4)]);
    assert.equal(windowText(new ArgumentReader(long)).length, 4_096);
    const many = await connected(t, {
      globals: plasma,
      windows: Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [index, []])),
    });
    assert.deepEqual([many.windows, await many.connection.lost], [null, 'malformed']);
  });

  it('have uuids of a bounded length', async (t) => {
    const long = await connected(t, { globals: plasma, windows: { ['x'.repeat(257)]: [] } });
    assert.deepEqual([long.windows, await long.connection.lost], [null, 'malformed']);
  });

  it('are not told to a program without the permission, nor by a version in which they have no uuid', async (t) => {
    const without = await connected(t, { globals: [['org_kde_plasma_shell', 8]], windows: {} });
    assert.deepEqual([without.windows, lacksPermission(without.globals)], [null, true]);
    const old = await connected(t, { globals: [...plasma.map(([name]) => [name, 12] as const)], windows: {} });
    assert.deepEqual([old.windows, lacksPermission(old.globals)], [null, false]);
    const other = await connected(t, { globals: [['wl_seat', 5]], windows: {} });
    assert.deepEqual([other.windows, lacksPermission(other.globals)], [null, false]);
  });
});

test('a connection that lasts keeps nothing of the answers that have come', { skip: process.platform !== 'linux' }, async (t) => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const { connection } = await connected(t, { globals: [], windows: {} });
  const ask = async (times: number): Promise<void> => {
    for (let count = 0; count < times; count += 1) await connection.sync();
  };
  await ask(500);
  collect();
  const before = process.memoryUsage().heapUsed;
  await ask(10_000);
  collect();
  assert.ok((process.memoryUsage().heapUsed - before) / 10_000 < 100, `${process.memoryUsage().heapUsed - before} bytes`);
});
