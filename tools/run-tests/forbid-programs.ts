/** Loaded before the unit tests: starting a program throws. Node's permission model can't be used for this, because it also forbids fsync(2). */
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';

function refuse(): never {
  throw new Error('a unit test must not start a program; use a .process.test.ts file for such a test');
}

Object.assign(childProcess, {
  exec: refuse,
  execFile: refuse,
  execFileSync: refuse,
  execSync: refuse,
  fork: refuse,
  spawn: refuse,
  spawnSync: refuse,
});
syncBuiltinESMExports();
