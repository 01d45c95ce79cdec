import assert from 'node:assert/strict';
import os from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { databaseReason, diskReason, isMissing, isTaken, systemErrorName } from './disk-error.ts';

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

test('what SQLite says of a disk has the same reasons; of a file that it can not open, the folder tells', (t) => {
  const folder = temporaryHome(t);
  const sqlite = (errcode: number) => Object.assign(new Error('x'), { code: 'ERR_SQLITE_ERROR', errcode });
  const reasonOf = (errcode: number, file = path.join(folder, 'lock')) => databaseReason(sqlite(errcode), file);
  assert.deepEqual(
    [13, 4874, 8, 5].map((errcode) => reasonOf(errcode)),
    ['disk-full', 'disk-full', 'no-permission', 'busy'],
  );
  assert.equal(reasonOf(14), 'io-error', 'the folder is writable, and its disk is not full');
  assert.equal(reasonOf(14, path.join(folder, 'nowhere/lock')), 'missing-directory');
  assert.equal(databaseReason(failure('ENOSPC'), folder), null);
});
