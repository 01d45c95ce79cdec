/** A Wayland compositor of which only its beginning is there: it answers get_registry and sync, and announces these interfaces. */
import { createServer, type Server } from 'node:net';
import { encodeRequest } from '../../src/platform/wayland/wire.ts';

/** An event is encoded as a request is. Both requests of a client have 12 bytes each, with the ids 2 and 3. */
const [registry, callback, requestBytes] = [2, 3, 24];

export interface FakeCompositor {
  readonly interfaces: readonly string[];
  /** The bytes of its answer in pieces of this size; all at once without it. */
  readonly pieceBytes?: number;
}

/** `answer` is called for each client; null for one that gets no answer. */
export async function startFakeCompositor(socket: string, answer: () => FakeCompositor | Buffer | null): Promise<Server> {
  const server = createServer((client) => {
    client.on('error', () => {});
    let heard = 0;
    client.on('data', (bytes) => {
      const before = heard;
      heard += bytes.length;
      if (before >= requestBytes || heard < requestBytes) return;
      const said = answer();
      if (said === null) return;
      if (Buffer.isBuffer(said)) return void client.write(said);
      const { interfaces, pieceBytes = Number.POSITIVE_INFINITY } = said;
      const whole = Buffer.concat([
        ...interfaces.map((name, index) => encodeRequest(registry, 0, [index + 1, name, 1])),
        encodeRequest(callback, 0, [0]),
      ]);
      for (let at = 0; at < whole.length; at += pieceBytes) client.write(whole.subarray(at, at + pieceBytes));
    });
  });
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  return server;
}
