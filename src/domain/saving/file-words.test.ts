import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filesDeletedInWords, filesReturnedInWords, isFileDeleted } from './file-words.ts';

test('of many files, those in the trash are counted, and the first that was kept is named with its reason', () => {
  const files = [
    { id: '9', file: 'trashed' },
    { id: '8', file: 'none' },
    { id: '7', file: 'changed' },
    { id: '6', file: 'shared' },
    { id: '5', file: 'gone' },
  ] as const;
  assert.equal(
    filesDeletedInWords(files),
    '1 file is in the trash. 2 files were not moved, first that of copy 7. Its file is kept: it is not what Hub wrote any more.',
  );
  assert.equal(filesDeletedInWords([{ id: '8', file: 'none' }]), 'No file is in the trash.');
  assert.deepEqual(
    files.map(({ file }) => isFileDeleted(file)),
    [true, true, false, false, true],
  );
});

test('of files that come back, those that do not are named too', () => {
  assert.equal(filesReturnedInWords([{ id: '9', file: 'back' }]), '1 file is back.');
  assert.equal(
    filesReturnedInWords([
      { id: '9', file: 'back' },
      { id: '8', file: 'taken' },
    ]),
    '1 file is back. 1 file was not moved, first that of copy 8. Its file is still in the trash: something else has its place.',
  );
});
