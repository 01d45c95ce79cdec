import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { describe, it } from 'node:test';
import { heirsOf } from './owner-heirs.ts';

describe('the heirs of a process that has exited', () => {
  it('are found on this machine', { skip: process.platform !== 'linux' }, async () => {
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
