import assert from 'node:assert/strict';
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import { programIn } from './reader-program.ts';

test('the copy without types is run as long as every source is as it was when it was copied', (t) => {
  const checkout = temporaryHome(t);
  const source = path.join(checkout, 'src', 'a.ts');
  const list = path.join(checkout, '.runtime', 'reader', 'sources.json');
  for (const file of [source, list]) mkdirSync(path.dirname(file), { recursive: true });
  const isCopy = (): boolean => programIn(checkout).endsWith(path.join('.runtime', 'reader', 'src', 'processes', 'extraction', 'main.js'));
  const copied = (): void => {
    const { size, mtimeMs } = statSync(source);
    writeFileSync(list, JSON.stringify([['src/a.ts', size, mtimeMs]]));
  };
  writeFileSync(source, 'const a: number = 1;');
  assert.equal(isCopy(), false, 'none was made');
  copied();
  assert.equal(isCopy(), true);
  writeFileSync(source, 'const a: number = 22;');
  assert.equal(isCopy(), false, 'a source was changed');
  copied();
  rmSync(source);
  assert.equal(isCopy(), false, 'a source is gone');
  for (const damaged of ['', '[]', '{"a":1}', '[["src/a.ts"]]']) {
    writeFileSync(list, damaged);
    assert.equal(isCopy(), false, damaged);
  }
  assert.ok(programIn(checkout).endsWith(path.join('src', 'processes', 'extraction', 'main.ts')));
});
