import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { startFakeCompositor } from '../../../test/doubles/fake-compositor.ts';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { encodeRequest } from '../wayland/wire.ts';
import { hasCompositor } from './wayland-socket.ts';

const skip = process.platform === 'win32' && 'there is no Wayland';
/** An answer that is understood needs a millisecond, on a busy machine perhaps a second. */
const deadlineMs = 60_000;
const complete = ['wl_shm', 'wl_compositor', 'wl_seat', 'xdg_wm_base'];

type Answer = Parameters<typeof startFakeCompositor>[1];

async function start(t: TestContext, answer: Answer): Promise<{ readonly folder: string; readonly env: Record<string, string> }> {
  const folder = temporaryHome(t);
  const server = await startFakeCompositor(path.join(folder, 'wayland-7'), answer);
  t.after(() => server.close());
  return { folder, env: { WAYLAND_DISPLAY: 'wayland-7', XDG_RUNTIME_DIR: folder } };
}

test('a compositor exists while it answers, and not if only its file is left', { skip }, async (t) => {
  const folder = temporaryHome(t);
  const socket = path.join(folder, 'wayland-7');
  const server = await startFakeCompositor(socket, () => ({ interfaces: complete }));
  assert.equal(await hasCompositor({ WAYLAND_DISPLAY: 'wayland-7', XDG_RUNTIME_DIR: folder }), true);
  assert.equal(await hasCompositor({ WAYLAND_DISPLAY: socket, XDG_RUNTIME_DIR: '/nowhere' }), true);
  assert.equal(await hasCompositor({ WAYLAND_DISPLAY: socket }), false);
  await new Promise((resolve) => server.close(resolve));
  writeFileSync(socket, '');
  assert.equal(await hasCompositor({ WAYLAND_DISPLAY: 'wayland-7', XDG_RUNTIME_DIR: folder }), false);
  assert.equal(await hasCompositor({}), false);
});

test('one whose socket takes clients and that does not answer is not there, until it does', { skip }, async (t) => {
  let isRunning = false;
  const { env } = await start(t, () => (isRunning ? { interfaces: complete, pieceBytes: 1 } : null));
  assert.equal(await hasCompositor(env, 50), false);
  isRunning = true;
  assert.equal(await hasCompositor(env), true);
});

test('one that has no windows for programs is none, nor is one that sends what no compositor sends', { skip }, async (t) => {
  const answers: ReturnType<Answer>[] = [
    { interfaces: complete.slice(0, 3) },
    { interfaces: [] },
    // An error, a message without a size, a string that is longer than its message, and no end.
    encodeRequest(1, 0, [1, 0, 'an error']),
    Buffer.alloc(64),
    encodeRequest(2, 0, [1, 4_000]),
    Buffer.concat(Array.from({ length: 20_000 }, () => encodeRequest(2, 0, [1, 'wl_output', 1]))),
  ];
  const { env } = await start(t, () => answers.shift() ?? null);
  while (answers.length > 0) {
    const from = performance.now();
    assert.equal(await hasCompositor(env, deadlineMs), false, `${answers.length} left`);
    assert.ok(performance.now() - from < deadlineMs / 2, `${answers.length} left: the answer was not understood`);
  }
});
