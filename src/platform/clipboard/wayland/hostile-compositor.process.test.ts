/** A compositor that sends what none sends: Hub's connection ends with the reason, and its process does not. */
import assert from 'node:assert/strict';
import { createServer, type Socket } from 'node:net';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { temporaryHome } from '../../../../test/harness/temporary-home.ts';
import { noDetails } from '../../../base/log.ts';
import { WaylandConnection } from '../../wayland/connection.ts';
import { WaylandGlobals } from '../../wayland/globals.ts';
import { ArgumentReader, encodeRequest, MessageReader } from '../../wayland/wire.ts';
import { DataControl } from './data-control.ts';

/** Ids of the order in which Hub creates its objects. */
interface Objects {
  device: number;
}

const firstOffer = 0xff00_0000;
const [dataOffer, selection] = [0, 1];

/** Answers as a compositor does until there is a data device, and then sends these bytes. */
async function compositor(t: TestContext, attack: (objects: Objects, client: Socket) => void): Promise<string> {
  const file = path.join(temporaryHome(t), 'wayland-0');
  const server = createServer((client) => {
    const reader = new MessageReader();
    const objects = { registry: 0, manager: 0, device: 0 };
    client.on('error', () => {});
    client.on('data', (bytes: Buffer) => {
      reader.add(bytes);
      for (let message = reader.next(); message !== null; message = reader.next()) {
        const args = new ArgumentReader(message.body);
        if (message.object === 1 && message.opcode === 1) {
          objects.registry = args.number();
          client.write(
            Buffer.concat(
              [[1, 'ext_data_control_manager_v1', 1] as const, [2, 'wl_seat', 1] as const].map((global) =>
                encodeRequest(objects.registry, 0, global),
              ),
            ),
          );
        } else if (message.object === objects.registry) {
          const [, name, , id] = [args.number(), args.string(), args.number(), args.number()];
          if (name !== 'wl_seat') objects.manager = id;
        } else if (message.object === 1) {
          const callback = args.number();
          client.write(Buffer.concat([encodeRequest(callback, 0, [0]), encodeRequest(1, 1, [callback])]));
          if (objects.device !== 0) attack(objects, client);
        } else if (message.object === objects.manager && message.opcode === 1) objects.device = args.number();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(file, resolve));
  t.after(() => server.close());
  return file;
}

async function connected(t: TestContext, attack: (objects: Objects, client: Socket) => void) {
  const opened = WaylandConnection.connect(await compositor(t, attack), noDetails);
  assert.ok(opened.ok);
  t.after(() => opened.value.close());
  const globals = await WaylandGlobals.read(opened.value);
  return { connection: opened.value, control: globals && (await DataControl.open(opened.value, globals)) };
}

const offerOf = (device: number, id: number): Buffer => encodeRequest(device, dataOffer, [id]);

const attacks: Readonly<Record<string, (objects: Objects) => Buffer>> = {
  'a message without a size': () => Buffer.alloc(8),
  'a message that ends in the middle of a word': () => Buffer.from([1, 0, 0, 0, 0, 0, 9, 0, 0, 0]),
  'an event of an object that never was': () => encodeRequest(999, 0, []),
  'an id that was never used': () => encodeRequest(1, 1, [777]),
  'a copy that was not announced': ({ device }) => encodeRequest(device, selection, [firstOffer]),
  'an offer with the id of one of our objects': ({ device }) => offerOf(device, 3),
  'the same offer twice': ({ device }) => Buffer.concat([offerOf(device, firstOffer), offerOf(device, firstOffer)]),
  'offers without end': ({ device }) => Buffer.concat(Array.from({ length: 5_000 }, (_, index) => offerOf(device, firstOffer + index))),
  'a format without its end': ({ device }) =>
    Buffer.concat([offerOf(device, firstOffer), Buffer.from([0, 0, 0, 0xff, 0, 0, 16, 0, 1, 0, 0, 0, 0x61, 0x61, 0x61, 0x61])]),
  'a format that is longer than its message': ({ device }) =>
    Buffer.concat([offerOf(device, firstOffer), Buffer.from([0, 0, 0, 0xff, 0, 0, 12, 0, 0xff, 0xff, 0xff, 0xff])]),
};

describe('a hostile compositor', { skip: process.platform !== 'linux' && 'needs Linux' }, () => {
  for (const [name, attack] of Object.entries(attacks)) {
    it(`that sends ${name} ends its own connection`, async (t) => {
      const { connection } = await connected(t, (objects, client) => client.write(attack(objects)));
      assert.equal(await connection.lost, 'malformed');
    });
  }

  it('that calls a request an error, or goes, ends it with that reason', async (t) => {
    const refused = await connected(t, (_, client) => client.write(encodeRequest(1, 0, [1, 0, 'no'])));
    assert.equal(await refused.connection.lost, 'refused');
    const gone = await connected(t, (_, client) => client.destroy());
    assert.equal(await gone.connection.lost, 'gone');
  });

  it('that asks for content without a descriptor ends it', async (t) => {
    let client: Socket | null = null;
    const { connection, control } = await connected(t, (_, socket) => {
      client = socket;
    });
    assert.ok(control !== null && client !== null);
    control.set('clipboard', { formats: ['text/plain'], send: () => assert.fail('no descriptor'), cancelled: () => {} });
    for (let id = 2; id < 12; id += 1) (client as Socket).write(encodeRequest(id, 0, ['text/plain']));
    assert.equal(await connection.lost, 'malformed');
  });

  it('that takes nothing does not make Hub hold requests without end', async (t) => {
    const { connection, control } = await connected(t, (_, client) => client.pause());
    assert.ok(control !== null);
    for (let turn = 0; turn < 20_000 && !connection.isLost; turn += 1)
      control.set('clipboard', { formats: ['x'.repeat(4_000)], send: () => {}, cancelled: () => {} });
    assert.equal(await connection.lost, 'overfull');
  });

  it('that does not answer does not keep anybody waiting', async (t) => {
    const file = path.join(temporaryHome(t), 'wayland-0');
    const server = createServer((client) => client.on('error', () => {}));
    await new Promise<void>((resolve) => server.listen(file, resolve));
    t.after(() => server.close());
    const opened = WaylandConnection.connect(file, noDetails, { answersMs: 50 });
    assert.ok(opened.ok);
    const alive = setTimeout(() => {}, 10_000);
    assert.equal(await WaylandGlobals.read(opened.value), null);
    assert.equal(await opened.value.lost, 'silent');
    clearTimeout(alive);
  });

  it('that lists formats without end is bounded, and its copy is known to have more', async (t) => {
    const { control } = await connected(t, ({ device }, client) => {
      const list = Array.from({ length: 50_000 }, (_, index) => encodeRequest(firstOffer, 0, [`application/x-${index}`]));
      client.write(Buffer.concat([offerOf(device, firstOffer), ...list, encodeRequest(device, selection, [firstOffer])]));
    });
    assert.ok(control !== null);
    const changed = Promise.withResolvers<void>();
    const offer = control.current('clipboard');
    if (offer === null) control.listen('clipboard', () => changed.resolve());
    else changed.resolve();
    await changed.promise;
    const now = control.current('clipboard');
    assert.equal(now?.isOverfull, true);
    assert.ok((now?.formats.length ?? 0) <= 16_384);
  });
});
