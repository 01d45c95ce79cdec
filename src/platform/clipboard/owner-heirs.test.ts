import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { hasEnded, heirsAmong, heirsOf, type LivingProcess } from './owner-heirs.ts';

const last = 20_000;

function living(pid: number, program: string | null, others: Partial<LivingProcess> = {}): LivingProcess {
  return { pid, parent: 1, calledName: 'called', program, ...others };
}

describe('the heirs of a process that has ended', () => {
  it('are those that began later, each program once, and no thread of the kernel', () => {
    const processes = [living(90, 'vault'), living(101, 'xclip'), living(102, 'sh'), living(103, 'sh'), living(104, null, { parent: 2 })];
    assert.deepEqual(heirsAmong(processes, 100, last), ['xclip', 'sh']);
  });

  it('are called by the name that they go by where their file can not be read', () => {
    assert.deepEqual(heirsAmong([living(101, null, { calledName: 'vault' })], 100, last), ['vault']);
  });

  it('can not be told when there are none, when a name may be cut, and when numbers begin anew', () => {
    assert.equal(heirsAmong([living(90, 'xclip')], 100, last), null);
    assert.equal(heirsAmong([living(101, 'xclip'), living(102, null, { calledName: 'a'.repeat(15) })], 100, last), null);
    assert.equal(heirsAmong([living(101, 'xclip')], 100, 99), null);
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
      assert.ok(heirsOf(dead)?.includes('sleep'));
      assert.equal(heirsOf(later.pid ?? 0), null, 'it lives');
      assert.equal(heirsOf(1), null, 'it lives, and is another user’s for most');
    } finally {
      later.kill();
    }
  });
});
