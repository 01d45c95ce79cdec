import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import { folderForFiles } from './folder-for-files.ts';

test('the folder in memory is used only if it exists and has enough room', (t) => {
  const memory = temporaryHome(t);
  assert.equal(folderForFiles(memory, 1), memory);
  assert.equal(folderForFiles(memory, Number.MAX_SAFE_INTEGER), tmpdir());
  assert.equal(folderForFiles(path.join(memory, 'none')), tmpdir());
  const file = path.join(memory, 'file');
  writeFileSync(file, '');
  assert.equal(folderForFiles(path.join(file, 'below')), tmpdir());
});
