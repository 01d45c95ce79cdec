import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import { DiskQuestions } from '../base/disk-questions.ts';
import { presenceOf } from './folder-presence.ts';

test('a folder, a file and a missing path are distinguished', async (t) => {
  const folder = temporaryHome(t);
  const file = path.join(folder, 'file');
  fs.writeFileSync(file, '');
  const paths = [folder, file, path.join(folder, 'none'), path.join(file, 'below')];
  assert.deepEqual(await presenceOf(new DiskQuestions(), paths), ['folder', 'no-folder', 'missing', 'no-folder']);
});
