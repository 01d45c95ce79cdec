/** Loaded before the unit tests: starting a program or ending this one throws. Node's permission model can't be used for this, because it also forbids fsync(2). */
import childProcess from 'node:child_process';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';

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
// All unit tests share this process: its end would leave out the tests that come later, with the status of a success.
if (isMainThread)
  process.exit = () => {
    throw new Error('a unit test must not end the process; use a .process.test.ts file for such a test');
  };
syncBuiltinESMExports();
