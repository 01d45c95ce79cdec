/** Hub's questions to Windows about other processes, with real processes: run by `npm run test:windows`. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, copyFileSync, mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { takeProcessLock } from '../../src/base/files/process-lock.ts';
import { askLine } from '../../src/base/pipes/ask-line.ts';
import { openPeerUser, type PeerConnection } from '../../src/platform/peer-user/index.ts';
import { pipeSecurity } from '../../src/platform/pipe-security/index.ts';
import { until } from '../harness/until.ts';

const skip = process.platform === 'win32' ? false : 'this is not Windows; npm run test:windows brings Wine';
const patient = { timeoutMs: 20_000 };

/** Starts another Node that runs `program` until the test ends. Its output goes into a file, because under Wine a pipe would be an invalid descriptor. */
function start(t: TestContext, program: string, node = process.execPath): ChildProcess {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hub-windows-'));
  const output = openSync(path.join(folder, 'out'), 'w');
  const child = spawn(node, ['-e', program], { stdio: ['ignore', output, output] });
  t.after(async () => {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    closeSync(output);
    rmSync(folder, { recursive: true, force: true });
  });
  return child;
}

/** A pipe of another process, which echoes each line, or stops answering forever after its first client. */
async function servedElsewhere(t: TestContext, name: string, then: 'echoes' | 'halts'): Promise<string> {
  const pipe = `\\\\.\\pipe\\hub-test-${process.pid}-${name}`;
  const serve = then === 'echoes' ? "(s) => s.on('error', () => {}).pipe(s)" : '() => { for (;;); }';
  start(t, `require('node:net').createServer(${serve}).listen(${JSON.stringify(pipe)})`);
  const connects = (): Promise<boolean> =>
    new Promise((resolve) => {
      const socket = net.connect(pipe, () => socket.destroy());
      socket.on('error', () => resolve(false)).on('close', (failed) => resolve(!failed));
    });
  await until('server of the pipe', connects);
  return pipe;
}

test('the owner of a pipe can be queried much faster than its server accepts clients', { skip }, async (t) => {
  const pipe = await servedElsewhere(t, 'busy', 'echoes');
  for (let time = 1; time <= 40; time += 1) assert.equal(pipeSecurity?.isOurs(pipe), true, `time ${time}`);
  assert.deepEqual(await askLine(pipe, 'still here', { ...patient, isOurs: pipeSecurity?.isOurs }), { ok: true, value: 'still here' });
});

test('a pipe whose server no longer accepts clients is treated as not ours, after a bounded wait', { skip }, async (t) => {
  const pipe = await servedElsewhere(t, 'halted', 'halts');
  await until('answer that it is not', () => pipeSecurity?.isOurs(pipe) === false);
});

test('a connection from this process, or from another process of this user, is recognized as the same user', { skip }, async (t) => {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const { port } = server.address() as net.AddressInfo;
  // The client sends first, as in HTTP: Wine knows the owner of a connection only after it was used.
  const speaks = [
    () => net.connect(port, '127.0.0.1').write('a'),
    () => start(t, `require('node:net').connect(${port}, '127.0.0.1').write('a')`),
  ];
  for (const speak of speaks) {
    const arrived = once(server, 'connection', { signal: AbortSignal.timeout(patient.timeoutMs) });
    speak();
    const [socket] = (await arrived) as [net.Socket];
    t.after(() => socket.destroy());
    await once(socket, 'data');
    const connection = seenFrom(socket);
    assert.equal(await openPeerUser().judge(connection), 'same-user');
    assert.equal(await openPeerUser().judge({ ...connection, peerAddress: '127.0.0.2' }), 'unknown');
  }
});

test('a connection from a browser is recognized by its program', { skip }, async (t) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hub-windows-'));
  const [named, gecko] = [path.join(folder, 'Chrome.exe'), path.join(folder, 'gecko', 'x.exe')];
  mkdirSync(path.dirname(gecko));
  writeFileSync(path.join(path.dirname(gecko), 'xul.dll'), '');
  const verdicts: string[] = [];
  for (const program of [named, gecko]) {
    copyFileSync(process.execPath, program);
    const server = net.createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    t.after(() => server.close());
    const arrived = once(server, 'connection', { signal: AbortSignal.timeout(patient.timeoutMs) });
    const child = start(t, `require('node:net').connect(${(server.address() as net.AddressInfo).port}, '127.0.0.1').write('a')`, program);
    const [socket] = (await arrived) as [net.Socket];
    socket.on('error', () => {});
    await once(socket, 'data');
    verdicts.push(await openPeerUser().judge(seenFrom(socket)));
    socket.destroy();
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  }
  // Windows can't remove a running program, so this comes before the assertion.
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  assert.deepEqual(verdicts, ['browser', 'browser']);
});

test('a lock belongs to one process until that process ends', { skip }, async (t) => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'hub-windows-'));
  const file = path.join(folder, 'a.lock');
  const source = JSON.stringify(new URL('../../src/base/files/process-lock.ts', import.meta.url).href);
  // It retries, because the test takes the lock briefly to check it.
  const take = `const take = () => { global.lock = takeProcessLock(${JSON.stringify(file)}); setTimeout(lock.ok ? () => {} : take, lock.ok ? 60_000 : 5); }; take();`;
  const holder = start(t, `import(${source}).then(({ takeProcessLock }) => { ${take} })`);
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  /** Null if the lock is held; otherwise it is taken and released at once. */
  const taken = (): true | null => {
    const lock = takeProcessLock(file);
    if (lock.ok) lock.value[Symbol.dispose]();
    return lock.ok ? true : null;
  };
  await until('holder of the lock', () => taken() === null);
  assert.equal(taken(), null);
  holder.kill();
  assert.equal(await until('a free lock', () => taken() ?? false), true);
});

test('a connection whose client is gone has an unknown user', { skip }, async (t) => {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const client = net.connect((server.address() as net.AddressInfo).port, '127.0.0.1');
  client.write('a');
  const [socket] = (await once(server, 'connection')) as [net.Socket];
  const connection = seenFrom(socket);
  client.destroy();
  socket.resume().end();
  await once(socket, 'close');
  assert.equal(await openPeerUser().judge(connection), 'unknown');
});

function seenFrom({ remoteAddress = '', remotePort = 0, localAddress = '', localPort = 0 }: net.Socket): PeerConnection {
  return { peerAddress: remoteAddress, peerPort: remotePort, ownAddress: localAddress, ownPort: localPort };
}
