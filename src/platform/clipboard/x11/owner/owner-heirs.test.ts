import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { hasEnded, heirsAmong, type LivingProcess } from './owner-heirs.ts';

const last = 20_000;

function living(pid: number, program: string | null, others: Partial<LivingProcess> = {}): LivingProcess {
  const executable = program === null ? null : `/usr/bin/${program}`;
  return { pid, parent: 1, group: 50, session: 40, calledName: 'called', executable, mayHaveInherited: false, ...others };
}

const able = { mayHaveInherited: true } as const;

describe('the heirs of a process that has exited', () => {
  it('may be processes that started later, each program once, without kernel threads', () => {
    const processes = [living(90, 'vault'), living(101, 'xclip'), living(102, 'sh'), living(103, 'sh'), living(104, null, { parent: 2 })];
    assert.deepEqual(heirsAmong(processes, 100, last).mayBe, ['xclip', 'sh']);
  });

  it('have their process name if their file can not be read', () => {
    assert.deepEqual(heirsAmong([living(101, null, { calledName: 'vault' })], 100, last).mayBe, ['vault']);
  });

  it('are unknown if there are none, if a name may be cut, and if process ids started over', () => {
    const cut = living(102, null, { calledName: 'a'.repeat(15) });
    const named = living(101, 'xclip', able);
    assert.deepEqual(heirsAmong([living(90, 'xclip', able)], 100, last), { heir: null, mayBe: null });
    assert.equal(heirsAmong([named, cut], 100, last).mayBe, null);
    assert.deepEqual(heirsAmong([named], 100, 99), { heir: null, mayBe: null });
  });

  it('are certain if only one later process can have inherited the connection', () => {
    const thread = living(103, null, { ...able, parent: 2 });
    const processes = [living(90, 'vault', able), living(101, 'xclip', able), living(102, 'sh'), thread];
    assert.deepEqual(heirsAmong(processes, 100, last).heir, { pid: 101, executable: '/usr/bin/xclip' });
  });

  it('are one program without a pid if several processes run it, and unknown if two programs or another user can have it', () => {
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

  it('are not looked for while another thread of the process continues after its first one has exited', () => {
    const stat = (state: string, threads: number): string =>
      `7 (a) Z 1 (b) ${state} 1 7 7 0 -1 4227084 2938 6554 5 2 1 1 2 0 20 0 ${threads} 0 452594 0 0`;
    assert.deepEqual([stat('Z', 1), stat('Z', 2), stat('S', 2), stat('X', 0)].map(hasEnded), [true, false, false, true]);
  });
});
