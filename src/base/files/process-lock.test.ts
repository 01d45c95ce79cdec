import assert from 'node:assert/strict';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { takeProcessLock } from './process-lock.ts';

function lockFile(t: TestContext): string {
  const folder = temporaryHome(t);
  return path.join(folder, 'a.lock');
}

test('a second request in the same process is refused until the first one releases the lock', (t) => {
  const file = lockFile(t);
  const first = takeProcessLock(file);
  assert.ok(first.ok);
  assert.deepEqual(takeProcessLock(file), { ok: false, reason: 'held' });
  assert.deepEqual(takeProcessLock(file), { ok: false, reason: 'held' }, 'a refused taker does not break the lock');
  first.value[Symbol.dispose]();
  const second = takeProcessLock(file);
  assert.ok(second.ok);
  second.value[Symbol.dispose]();
});

test('a lock file that can not be opened throws', (t) => {
  assert.throws(() => takeProcessLock(path.join(lockFile(t), 'missing', 'a.lock')));
});
