import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { until } from '../../../test/harness/until.ts';
import { openProcessIdentity } from './index.ts';
import { linuxProcessIdentity, startTick } from './linux.ts';
import { macosProcessIdentity, startText } from './macos.ts';

const elsewhere = process.platform !== 'linux' && process.platform !== 'darwin' && process.platform !== 'win32';
const noProc = process.platform !== 'linux' && 'needs /proc of Linux';

test('a process keeps its text for its life, has its own, and none once it has exited', { skip: elsewhere }, async () => {
  const identity = await openProcessIdentity();
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], { stdio: ['pipe', 'ignore', 'ignore'] });
  await once(child, 'spawn');
  const pid = child.pid ?? 0;
  const [own, its] = [identity.startOf(process.pid), identity.startOf(pid)];
  assert.ok(own !== null && its !== null && own !== its);
  assert.equal((await openProcessIdentity()).startOf(pid), its, 'whoever asks');
  child.stdin.end();
  await once(child, 'exit');
  assert.equal(identity.startOf(pid), null);
});

test('a zombie counts as no process', { skip: noProc }, async (t) => {
  const identity = linuxProcessIdentity();
  // The shell starts a child, and becomes a program that never waits for it, before it exits.
  const parent = spawn('sh', ['-c', 'sleep 0.5 & echo $!; exec cat'], { stdio: ['pipe', 'pipe', 'ignore'] });
  t.after(() => parent.kill());
  const [printed] = (await once(parent.stdout, 'data')) as [Buffer];
  const zombie = Number(printed.toString());
  const state = (): string | undefined => /\) (\S)/.exec(fs.readFileSync(`/proc/${zombie}/stat`, 'latin1'))?.[1];
  await until('zombie', () => state() === 'Z');
  assert.equal(identity.startOf(zombie), null);
});

test('impossible pids give null', async () => {
  const identity = await openProcessIdentity();
  for (const pid of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31, 2 ** 53])
    assert.equal(identity.startOf(pid), null, `${pid}`);
});

test('a name may contain anything, and the tick is still found', () => {
  const rest = 'S 1 7 7 0 -1 4194560 1 0 0 0 1 1 0 0 20 0 11 0 5150 1 1 1';
  for (const name of ['node', 'a) S 1 (b', ') Z 1', 'x y) ', '']) assert.equal(startTick(`7 (${name}) ${rest}`), '5150', name);
  for (const ended of ['Z', 'X', 'x']) assert.equal(startTick(`7 (node) ${ended}${rest.slice(1)}`), null);
  for (const cut of ['', ')', '7 (node)', '7 (node) S 1', `7 (node) ${rest}`.slice(0, 40)]) assert.equal(startTick(cut), null, cut);
});

test('the same pid and tick after another boot of the machine is another process', (t) => {
  const proc = temporaryHome(t);
  fs.mkdirSync(path.join(proc, 'sys/kernel/random'), { recursive: true });
  fs.mkdirSync(path.join(proc, '7'));
  fs.writeFileSync(path.join(proc, '7/stat'), '7 (node) S 1 7 7 0 -1 4194560 1 0 0 0 1 1 0 0 20 0 11 0 5150 1');
  const afterBoot = (id: string): string | null => {
    fs.writeFileSync(path.join(proc, 'sys/kernel/random/boot_id'), `${id}\n`);
    return linuxProcessIdentity(proc).startOf(7);
  };
  assert.notEqual(afterBoot('one'), afterBoot('two'));
  assert.equal(afterBoot('one'), afterBoot('one'));
  assert.equal(afterBoot(''), null, 'without the boot id nothing is known');
});

test('a variable of a process is found complete, and nothing that only looks like it', { skip: noProc }, async (t) => {
  const identity = linuxProcessIdentity();
  const env = { HUB_INSTANCE: 'abc', OTHER: 'HUB_INSTANCE=xyz', LAST: 'z' };
  const child = spawn('cat', [], { env, stdio: ['pipe', 'pipe', 'ignore'] });
  t.after(() => child.kill());
  child.stdin.write('x');
  await once(child.stdout, 'data'); // its program is loaded
  const given = (value: string): unknown => identity.wasGiven?.(child.pid ?? 0, 'HUB_INSTANCE', value);
  assert.deepEqual(['abc', 'ab', 'abcd', 'xyz', ''].map(given), [true, false, false, false, false]);
  assert.equal(identity.wasGiven?.(2 ** 31, 'HUB_INSTANCE', 'abc'), null);
});

test('macOS: the output of ps and sysctl becomes the text, and any other output nothing', () => {
  const boot = '6A1C6A2F-8B3B-4F0B-9C43-0D6B7B0E7F10';
  const machine = (ps: string, uuid = boot) => macosProcessIdentity((program) => (program.endsWith('ps') ? ps : uuid));
  assert.equal(machine('S+   Mon Nov  2 10:11:12 2026\n').startOf(7), `macos:${boot}:Mon-Nov-2-10:11:12-2026:7`);
  for (const printed of ['', 'Z    Mon Nov  2 10:11:12 2026', 'S+', 'error: no such process']) assert.equal(startText(printed), null);
  assert.equal(machine('S+   Mon Nov  2 10:11:12 2026', '').startOf(7), null);
  const absent = macosProcessIdentity(() => {
    throw new Error('no such program');
  });
  assert.equal(absent.startOf(7), null);
});
