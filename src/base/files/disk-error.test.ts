import assert from 'node:assert/strict';
import os from 'node:os';
import { test } from 'node:test';
import { diskReason, isMissing, isTaken, systemErrorName } from './disk-error.ts';

const failure = (code: string, errno?: number) => Object.assign(new Error('x'), { code, errno });

test('a disk error is reported by its reason, even if libuv has no name for it', () => {
  const quota = failure('Unknown system error -122', -os.constants.errno.EDQUOT);
  assert.equal(systemErrorName(quota), 'EDQUOT');
  assert.equal(diskReason(quota), 'disk-full');
  assert.equal(diskReason(failure('EROFS')), 'no-permission');
  assert.equal(diskReason(failure('ENOTHINGKNOWN')), 'io-error');
  assert.deepEqual([isMissing(failure('ENOENT')), isMissing(failure('ENOTDIR')), isTaken(failure('EEXIST'))], [true, false, true]);
});

test('an exception that is not a system error is a bug, and is rethrown', () => {
  const bug = new TypeError('x');
  assert.throws(() => diskReason(bug), bug);
  assert.deepEqual([systemErrorName(failure('ERR_SQLITE_ERROR')), isMissing(null)], [null, false]);
});
