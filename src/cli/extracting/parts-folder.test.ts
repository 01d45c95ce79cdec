import assert from 'node:assert/strict';
import fs, { readdirSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryHome } from '../../../test/harness/temporary-home.ts';
import { nothingGiven, structureOf } from '../../domain/structure/structure-of-text.ts';
import { PartsFolder } from './parts-folder.ts';

test('many blocks of one name are written without trying the names of all others', (t) => {
  const folder = path.join(temporaryHome(t), 'out');
  const count = 200;
  const found = structureOf('```ts title="a.ts"\nx\n```\n'.repeat(count), nothingGiven());
  const write = fs.writeFileSync;
  let tries = 0;
  fs.writeFileSync = (...words) => {
    tries += 1;
    write(...words);
  };
  syncBuiltinESMExports();
  t.after(() => {
    fs.writeFileSync = write;
    syncBuiltinESMExports();
  });
  const parts = PartsFolder.open(folder) ?? assert.fail('no folder');
  const form = { form: 'csv', kinds: ['code'], isGuarded: true } as const;
  assert.equal(parts.save('answer.md', found, form).ok, true);
  assert.deepEqual([readdirSync(folder).length, tries], [count, count]);
  assert.ok(readdirSync(folder).includes(`a (${count}).ts`));
  // Another folder object knows nothing of them, and overwrites nothing.
  assert.equal((PartsFolder.open(folder) ?? assert.fail('no folder')).save('answer.md', found, form).ok, true);
  assert.deepEqual([readdirSync(folder).length, tries], [2 * count, 3 * count]);
});
