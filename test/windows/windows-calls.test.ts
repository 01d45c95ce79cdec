/** Hub's calls of Windows functions: run by `npm run test:windows`, on Windows or under Wine. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { askLine } from '../../src/base/pipes/ask-line.ts';
import { serveLines } from '../../src/base/pipes/line-server.ts';
import { makeDpiAware } from '../../src/platform/dpi-awareness/index.ts';
import { locatePlaces } from '../../src/platform/locations.ts';
import { pipeSecurity } from '../../src/platform/pipe-security/index.ts';
import { openProcessIdentity } from '../../src/platform/process-identity/index.ts';
import { readSurroundings } from '../../src/platform/surroundings.ts';
import { nativeLibrary } from '../../src/platform/windows/native.ts';
import { currentUserSid, userSidOf } from '../../src/platform/windows/process-user.ts';

const skip = process.platform === 'win32' ? false : 'this is not Windows; npm run test:windows brings Wine';
const isWine = process.env.WINEPREFIX !== undefined;
const patient = { timeoutMs: 20_000 };
let pipes = 0;

function pipeName(): string {
  pipes += 1;
  return `\\\\.\\pipe\\hub-test-${process.pid}-${pipes}`;
}

/** The access rights of a pipe, as a second connection reads them, in the system's notation (SDDL). */
function rightsOf(pipe: string): string {
  const koffi = createRequire(import.meta.url)('koffi') as typeof import('koffi');
  const describe = koffi
    .load('advapi32.dll')
    .func(
      'bool __stdcall ConvertSecurityDescriptorToStringSecurityDescriptorW(uint8* descriptor, uint32 revision, uint32 parts, _Out_ str16* text, void* length)',
    );
  const handle = nativeLibrary('kernel32').CreateFileW(pipe, 0x0002_0000, 0, null, 3, 0, null);
  try {
    const descriptor = Buffer.alloc(4_096);
    assert.ok(nativeLibrary('advapi32').GetKernelObjectSecurity(handle, 4, descriptor, descriptor.length, Buffer.alloc(4)));
    const text: (string | null)[] = [null];
    assert.ok(describe(descriptor, 1, 4, text, null));
    return text[0] ?? '';
  } finally {
    nativeLibrary('kernel32').CloseHandle(handle);
  }
}

/** Windows stores generic rights (GA) as file rights (FA), abbreviates the first administrator as LA, and may omit the P. */
function closedTo(user: string | null): RegExp {
  return new RegExp(`^D:P?\\(D;;(GA|FA);;;NU\\)\\(A;;\\1;;;(${user}|LA)\\)$`);
}

test('the name of a pipe contains the SID of its user', { skip }, () => {
  const sid = currentUserSid();
  assert.match(sid ?? '', /^S-1-5-[\d-]+$/);
  assert.equal(userSidOf(process.pid), sid);
  const places = locatePlaces(readSurroundings({ HUB_HOME: 'C:\\hub-test' }));
  assert.match(places.pipe('supervisor'), new RegExp(`^\\\\\\\\\\.\\\\pipe\\\\hub-${sid}-[0-9a-f]{8}-supervisor$`));
});

test('a pipe admits only its user, nobody over the network, and inherits no rights', { skip }, async (t) => {
  assert.ok(pipeSecurity !== null);
  const pipe = pipeName();
  const served = await serveLines({ path: pipe, answer: (request) => ({ ok: true, request }), protect: pipeSecurity.protect });
  assert.ok(served.ok);
  t.after(() => served.value[Symbol.asyncDispose]());
  for (let instance = 1; instance <= 6; instance += 1) {
    assert.match(rightsOf(pipe), closedTo(currentUserSid()));
    const asked = await askLine(pipe, instance, { ...patient, isOurs: pipeSecurity.isOurs });
    assert.deepEqual(asked, { ok: true, value: { ok: true, request: instance } });
  }
});

test('a pipe created by Node alone has other rights, so the test above can fail', { skip }, async (t) => {
  const pipe = pipeName();
  const server = net.createServer().listen(pipe);
  await once(server, 'listening');
  t.after(() => server.close());
  assert.doesNotMatch(rightsOf(pipe), closedTo(currentUserSid()));
});

test('a pipe that could not be protected serves no clients', { skip }, async () => {
  const pipe = pipeName();
  assert.deepEqual(await serveLines({ path: pipe, answer: () => 1, protect: () => false }), {
    ok: false,
    reason: 'not-protected',
    detail: pipe,
  });
  assert.deepEqual(await askLine(pipe, 1, patient), { ok: false, reason: 'absent' });
});

test('a second server with the same name is refused, and the first one continues', { skip }, async (t) => {
  const pipe = pipeName();
  const first = await serveLines({ path: pipe, answer: () => 'first' });
  assert.ok(first.ok);
  t.after(() => first.value[Symbol.asyncDispose]());
  assert.deepEqual(await serveLines({ path: pipe, answer: () => 'second' }), { ok: false, reason: 'in-use', detail: pipe });
  assert.deepEqual(await askLine(pipe, 1, patient), { ok: true, value: 'first' });
});

test('a client sends nothing to a pipe of another user; a pipe that does not exist counts as its own', { skip }, async (t) => {
  const pipe = pipeName();
  assert.equal(pipeSecurity?.isOurs(pipe), true);
  let heard = false;
  const served = await serveLines({
    path: pipe,
    answer: () => {
      heard = true;
    },
  });
  assert.ok(served.ok);
  t.after(() => served.value[Symbol.asyncDispose]());
  assert.equal(pipeSecurity?.isOurs(pipe), true);
  assert.deepEqual(await askLine(pipe, 1, { ...patient, isOurs: () => false }), { ok: false, reason: 'not-ours' });
  assert.equal(heard, false);
});

test('a process is identified by its start time, and one that has ended has no identity', { skip }, async (t) => {
  const identity = await openProcessIdentity();
  const own = identity.startOf(process.pid);
  assert.match(own ?? '', /^\d+$/);
  assert.equal(identity.startOf(process.pid), own);
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hub-windows-'));
  // Its output goes into a file, because under Wine a child's pipe would be an invalid descriptor.
  const output = openSync(path.join(folder, 'out'), 'w');
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { stdio: ['ignore', output, output] });
  t.after(() => child.kill());
  const start = identity.startOf(child.pid ?? 0);
  assert.match(start ?? '', /^\d+$/);
  assert.notEqual(start, own);
  child.kill();
  await once(child, 'exit');
  closeSync(output);
  assert.equal(identity.startOf(child.pid ?? 0), null, readFileSync(path.join(folder, 'out'), 'utf8'));
  rmSync(folder, { recursive: true, force: true });
  for (const pid of [0, -1, 2 ** 40, Number.NaN]) assert.equal(identity.startOf(pid), null);
});

test('the process becomes DPI-aware per display, and a second call is accepted', { skip }, () => {
  // Wine 8 only knows the first version.
  const best = isWine ? 'per-monitor' : 'per-monitor-v2';
  assert.equal(makeDpiAware(), best);
  assert.equal(makeDpiAware(), best);
});
