import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { hasCompositor } from './wayland-socket.ts';

const skip = process.platform === 'win32' && 'there is no Wayland';

test('there is a compositor while its socket takes clients, and none where only its file is left', { skip }, async (t) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hub-wayland-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const socket = path.join(folder, 'wayland-7');
  const server = createServer((client) => client.destroy());
  await new Promise<void>((resolve) => server.listen(socket, resolve));
  assert.equal(await hasCompositor({ WAYLAND_DISPLAY: 'wayland-7', XDG_RUNTIME_DIR: folder }), true);
  assert.equal(await hasCompositor({ WAYLAND_DISPLAY: socket, XDG_RUNTIME_DIR: '/nowhere' }), true);
  assert.equal(await hasCompositor({ WAYLAND_DISPLAY: socket }), false);
  await new Promise((resolve) => server.close(resolve));
  writeFileSync(socket, '');
  assert.equal(await hasCompositor({ WAYLAND_DISPLAY: 'wayland-7', XDG_RUNTIME_DIR: folder }), false);
  assert.equal(await hasCompositor({}), false);
});
