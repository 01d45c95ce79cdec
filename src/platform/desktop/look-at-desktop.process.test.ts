/** Servers that accept clients and never answer: their time must not add up. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { lookAtDesktop } from './look-at-desktop.ts';

test('a compositor and an X server that hang are looked at within one limit of time', async (t) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'hub-look-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const hanging = async (listen: (server: Server) => Server): Promise<Server> => {
    const server = createServer((socket) => t.after(() => socket.destroy()));
    t.after(() => server.close());
    await once(listen(server), 'listening');
    return server;
  };
  const [compositor, bus] = [path.join(folder, 'wayland-7'), path.join(folder, 'bus')];
  for (const place of [compositor, bus]) await hanging((server) => server.listen(place));
  const { port } = (await hanging((server) => server.listen(0, '127.0.0.1'))).address() as AddressInfo;
  const env = {
    XDG_RUNTIME_DIR: folder,
    WAYLAND_DISPLAY: 'wayland-7',
    DISPLAY: `127.0.0.1:${port - 6_000}`,
    DBUS_SESSION_BUS_ADDRESS: `unix:path=${bus}`,
  };
  const startMs = performance.now();
  const { display, answers, hasBus } = await lookAtDesktop(env, 800);
  const tookMs = performance.now() - startMs;
  assert.ok(tookMs < 2_500, `${tookMs} ms: a compositor alone once had three seconds`);
  assert.deepEqual([display, answers, hasBus], [env.DISPLAY, false, true]);
});
