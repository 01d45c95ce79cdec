import assert from 'node:assert/strict';
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { temporaryHome } from '../../test/harness/temporary-home.ts';
import { sources, sourcesIn } from './page.mjs';

test('a source of the page that is changed, added, renamed or removed is noticed; packages that npm installs there are not', (t) => {
  const folder = temporaryHome(t);
  const at = (...names: readonly string[]): string => path.join(folder, ...names);
  mkdirSync(at('frame'));
  writeFileSync(at('frame', 'mark.tsx'), 'mark');
  let before = '';
  const isNoticed = (): boolean => {
    const now = sourcesIn(folder).join('');
    const isOther = now !== before;
    before = now;
    return isOther;
  };
  assert.ok(isNoticed());
  mkdirSync(at('node_modules', '.vite'), { recursive: true });
  writeFileSync(at('node_modules', '.vite', 'deps.json'), '{}');
  assert.equal(isNoticed(), false);
  writeFileSync(at('frame', 'mark.tsx'), 'another mark');
  assert.ok(isNoticed());
  utimesSync(at('frame', 'mark.tsx'), 1, 1);
  assert.ok(isNoticed());
  writeFileSync(at('app.tsx'), '');
  assert.ok(isNoticed());
  renameSync(at('frame', 'mark.tsx'), at('frame', 'sign.tsx'));
  assert.ok(isNoticed());
  rmSync(at('app.tsx'));
  assert.ok(isNoticed());
  assert.equal(isNoticed(), false);
});

test('every file that the page imports is one of its sources', () => {
  const root = path.join(import.meta.dirname, '..', '..');
  const files = sources.flatMap((source) => globSync(source.endsWith('.json') ? [] : `${source}/**/*.{ts,tsx,css}`, { cwd: root }));
  const inProgram = files.filter((file) => !file.includes('node_modules') && !file.includes('.test.'));
  assert.ok(inProgram.length > 50);
  for (const file of inProgram)
    for (const [, to = ''] of readFileSync(path.join(root, file), 'utf8').matchAll(/ from '(\.[^']*)';$/gm)) {
      const imported = path.posix.join(path.posix.dirname(file), to);
      assert.ok(
        sources.some((source) => imported === source || imported.startsWith(`${source}/`)),
        `${file} imports ${imported}`,
      );
    }
});
