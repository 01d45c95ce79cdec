import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { hasCompositor } from './wayland-socket.ts';

const skip = process.platform === 'win32' && 'there is no Wayland';

test('a compositor exists while its socket accepts clients, and not if only its file is left', { skip }, async (t) => {
  const folder = temporaryHome(t);
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
