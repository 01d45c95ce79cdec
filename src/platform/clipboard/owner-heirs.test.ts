import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { hasEnded, heirsAmong, heirsOf, type LivingProcess } from './owner-heirs.ts';

const last = 20_000;

function living(pid: number, program: string | null, others: Partial<LivingProcess> = {}): LivingProcess {
  const executable = program === null ? null : `/usr/bin/${program}`;
  return { pid, parent: 1, group: 50, session: 40, calledName: 'called', executable, mayHaveInherited: false, ...others };
}

const able = { mayHaveInherited: true } as const;

describe('the heirs of a process that has ended', () => {
  it('may be those that began later, each program once, and no thread of the kernel', () => {
    const processes = [living(90, 'vault'), living(101, 'xclip'), living(102, 'sh'), living(103, 'sh'), living(104, null, { parent: 2 })];
    assert.deepEqual(heirsAmong(processes, 100, last).mayBe, ['xclip', 'sh']);
  });

  it('are called by the name that they go by where their file can not be read', () => {
    assert.deepEqual(heirsAmong([living(101, null, { calledName: 'vault' })], 100, last).mayBe, ['vault']);
  });

  it('can not be told when there are none, when a name may be cut, and when numbers begin anew', () => {
    const cut = living(102, null, { calledName: 'a'.repeat(15) });
    const named = living(101, 'xclip', able);
    assert.deepEqual(heirsAmong([living(90, 'xclip', able)], 100, last), { heir: null, mayBe: null });
    assert.equal(heirsAmong([named, cut], 100, last).mayBe, null);
    assert.deepEqual(heirsAmong([named], 100, 99), { heir: null, mayBe: null });
  });

  it('are one where a single later process can have inherited the connection', () => {
    const thread = living(103, null, { ...able, parent: 2 });
    const processes = [living(90, 'vault', able), living(101, 'xclip', able), living(102, 'sh'), thread];
    assert.deepEqual(heirsAmong(processes, 100, last).heir, { pid: 101, executable: '/usr/bin/xclip' });
  });

  it('are of one program without a number where several run it, and nobody where two programs or another user can have it', () => {
    const one = living(101, 'xsel', able);
    assert.deepEqual(heirsAmong([one, living(102, 'xsel', able)], 100, last).heir, { pid: null, executable: '/usr/bin/xsel' });
    for (const other of ['xclip', null]) {
      assert.equal(heirsAmong([one, living(102, other, able)], 100, last).heir, null);
      assert.equal(heirsAmong([living(101, other, able), living(102, 'xsel', able)], 100, last).heir, null);
    }
    assert.equal(heirsAmong([living(101, 'xsel')], 100, last).heir, null);
  });

  it('are those in the group or the session that the process left, before all others', () => {
    for (const left of [{ group: 100 }, { session: 100 }]) {
      const processes = [living(101, 'other', able), living(102, 'xclip', { ...able, ...left })];
      assert.deepEqual(heirsAmong(processes, 100, last).heir, { pid: 102, executable: '/usr/bin/xclip' });
    }
  });

  it('are not looked for while another thread of it goes on than its first', () => {
    const stat = (state: string, threads: number): string =>
      `7 (a) Z 1 (b) ${state} 1 7 7 0 -1 4227084 2938 6554 5 2 1 1 2 0 20 0 ${threads} 0 452594 0 0`;
    assert.deepEqual([stat('Z', 1), stat('Z', 2), stat('S', 2), stat('X', 0)].map(hasEnded), [true, false, false, true]);
  });

  it('are found on this machine, for one that is no more', { skip: process.platform !== 'linux' }, async () => {
    const dead = spawnSync('true').pid;
    const later = spawn('sleep', ['30']);
    try {
      assert.ok(heirsOf(dead)?.mayBe?.includes('sleep'));
      assert.equal(heirsOf(later.pid ?? 0), null, 'it lives');
      assert.equal(heirsOf(1), null, 'it lives, and is another user’s for most');
    } finally {
      later.kill();
    }
  });
});
