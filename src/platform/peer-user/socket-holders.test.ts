import assert from 'node:assert/strict';
import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { after, test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { socketHolders } from './socket-holders.ts';

const root = temporaryHome({ after });
const uid = process.getuid?.() ?? 0;
let count = 0;

/** A /proc of processes with these sockets. */
function procOf(processes: Readonly<Record<string, readonly string[]>>): string {
  count += 1;
  const proc = path.join(root, String(count));
  for (const [pid, inodes] of Object.entries(processes)) {
    mkdirSync(path.join(proc, pid, 'fd'), { recursive: true });
    symlinkSync('/dev/null', path.join(proc, pid, 'fd/0'));
    for (const [index, inode] of inodes.entries()) symlinkSync(`socket:[${inode}]`, path.join(proc, pid, 'fd', String(index + 3)));
  }
  mkdirSync(path.join(proc, 'net'), { recursive: true });
  return proc;
}

test('finds the process that holds a socket, and null for one that nobody holds', async () => {
  const { holderOf } = socketHolders(procOf({ 5: ['50'], 40: ['400', '401'], 6: [] }), uid);
  assert.deepEqual(await Promise.all(['401', '50', '9', '401'].map(holderOf)), [40, 5, null, 40]);
  assert.equal(await holderOf('400'), 40);
});

test('a process that does not belong to this user is not inspected', async () => {
  assert.equal(await socketHolders(procOf({ 5: ['50'] }), uid + 1).holderOf('50'), null);
});

test('a process that exits or starts between two searches is noticed', async () => {
  const proc = procOf({ 5: ['50'] });
  const { holderOf } = socketHolders(proc, uid);
  assert.equal(await holderOf('50'), 5);
  rmSync(path.join(proc, '5'), { recursive: true });
  assert.equal(await holderOf('50'), null);
  mkdirSync(path.join(proc, '7/fd'), { recursive: true });
  symlinkSync('socket:[50]', path.join(proc, '7/fd/3'));
  assert.equal(await holderOf('50'), 7);
});

test('a long search yields to the event loop, and answers callers that arrive during it', async () => {
  const many = Array.from({ length: 200 }, (_, pid): [string, string[]] => [
    String(pid + 1_000),
    Array.from({ length: 30 }, (_, at) => `${pid}9${at}`),
  ]);
  const { holderOf } = socketHolders(procOf({ ...Object.fromEntries(many), 5: ['50'] }), uid, 60_000);
  let turns = 0;
  const tick = (): void => {
    turns += 1;
    timer = setImmediate(tick);
  };
  let timer = setImmediate(tick);
  const first = holderOf('50');
  const during = new Promise<number | null>((resolve) => setImmediate(() => holderOf('50').then(resolve)));
  assert.deepEqual(await Promise.all([first, during]), [5, 5]);
  clearImmediate(timer);
  assert.ok(turns > 1, `${turns} turns`);
});

test('there is nothing where there is no /proc', async () => {
  assert.equal(await socketHolders(path.join(root, 'nothing'), uid).holderOf('50'), null);
});
